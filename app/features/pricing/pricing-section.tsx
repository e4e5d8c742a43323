import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { trialDays } from '#core/plans/catalogue.ts'
import { PlanCards } from './plan-cards.tsx'

/** The plans on the landing page: what they cost and the first of what they hold. */
export function PricingSection() {
  const t = useTranslations('home.pricing')
  const p = useTranslations('pricing')
  return (
    <section className="page py-16 sm:py-24" aria-labelledby="plans">
      <h2 id="plans" className="text-2xl sm:text-3xl">
        {t('title')}
      </h2>
      <p className="mt-2 mb-10 max-w-[40rem] text-lg text-muted">
        {t('text', { days: trialDays })}
      </p>
      <PlanCards level={3} most={5} />
      <Link
        to="/pricing"
        className="mt-6 inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {p('all')}
      </Link>
    </section>
  )
}
