import ChevronDown from 'lucide-react/icons/chevron-down'
import { useLocale, useTranslations } from 'use-intl'
import { planCatalogue, trialDays, type YearlyPrice, yearlyPrice } from '#core/plans/catalogue.ts'
import { formatMoney } from '#core/shared/money.ts'

const order = ['trial', 'counts', 'change', 'end', 'yearly', 'clients', 'planned'] as const

export function Questions() {
  const t = useTranslations('pricing.faq')
  const language = useLocale()
  const yearOf = (id: string) => {
    const offer = planCatalogue.find((plan) => plan.id === id)
    const price = offer ? yearlyPrice(offer) : null
    const text = (money: YearlyPrice['year'] | undefined) =>
      money ? formatMoney(money, language) : ''
    return { year: text(price?.year), saving: text(price?.saving) }
  }
  const professional = yearOf('professional')
  const words = {
    days: trialDays,
    professional: professional.year,
    professionalSaving: professional.saving,
  }
  return (
    <section className="page-narrow py-16 sm:py-24" aria-labelledby="questions">
      <h2 id="questions" className="text-2xl sm:text-3xl">
        {t('title')}
      </h2>
      <div className="mt-8 divide-y divide-line border-y border-line">
        {order.map((name) => (
          <details key={name} className="group">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-lg font-medium [&::-webkit-details-marker]:hidden">
              <h3 className="font-medium">{t(`${name}.question`, words)}</h3>
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="pb-5 text-muted">{t(`${name}.answer`, words)}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
