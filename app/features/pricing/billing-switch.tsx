import { useTranslations } from 'use-intl'
import { planCatalogue, yearlyPrice } from '#core/plans/catalogue.ts'

/** Month or year. The stylesheet shows the price that is chosen: it needs no script and no new page. */
export function BillingSwitch({ yearly }: { yearly: boolean }) {
  const t = useTranslations('pricing.billing')
  const percent = Math.max(...planCatalogue.map((plan) => yearlyPrice(plan)?.savingPercent ?? 0))
  const choices = [
    { value: 'monthly', label: t('monthly'), chosen: !yearly, note: null },
    { value: 'yearly', label: t('yearly'), chosen: yearly, note: t('save', { percent }) },
  ]
  return (
    <fieldset className="inline-flex flex-wrap rounded-control border border-line bg-sunken p-1">
      <legend className="sr-only">{t('label')}</legend>
      {choices.map(({ value, label, chosen, note }) => (
        <label
          key={value}
          className="relative inline-flex min-h-11 items-center gap-2 rounded-[0.375rem] px-4 font-medium border border-transparent has-checked:border-line has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="billing"
            value={value}
            defaultChecked={chosen}
            className="absolute inset-0 opacity-0"
          />
          {label}
          {note && <span className="text-sm font-normal text-muted">{note}</span>}
        </label>
      ))}
    </fieldset>
  )
}
