import { useTranslations } from 'use-intl'
import { planCatalogue, yearlyPrice } from '#core/plans/catalogue.ts'
import { Segments } from './segments.tsx'

/** Month or year. */
export function BillingSwitch({ yearly }: { yearly: boolean }) {
  const t = useTranslations('pricing.billing')
  const percent = Math.max(...planCatalogue.map((plan) => yearlyPrice(plan)?.savingPercent ?? 0))
  return (
    <Segments
      name="billing"
      legend={t('label')}
      choices={[
        { value: 'monthly', label: t('monthly'), chosen: !yearly },
        { value: 'yearly', label: t('yearly'), chosen: yearly, note: t('save', { percent }) },
      ]}
    />
  )
}
