import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { planCatalogue, trialDays } from '#core/plans/catalogue.ts'
import { formatMoney } from '#core/shared/money.ts'

/** What it costs, in a line. What each plan holds is on the page of prices. */
export function Prices() {
  const t = useTranslations('home.pricing')
  const p = useTranslations('pricing')
  const language = useLocale()
  return (
    <section className="page py-12 sm:py-20" aria-labelledby="plans">
      <h2 id="plans" className="text-2xl sm:text-3xl">
        {t('title')}
      </h2>
      <p className="mt-2 max-w-[40rem] text-lg text-muted">{t('text', { days: trialDays })}</p>
      <ul className="mt-8 grid divide-line border-y border-line max-md:divide-y md:grid-cols-3 md:divide-x">
        {planCatalogue.map(({ id, monthly, popular }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-4 md:px-8 md:py-6 md:first:ps-0 md:last:pe-0"
          >
            <h3 className="text-lg">{p(`plans.${id}.name`)}</h3>
            {popular && <p className="text-sm font-medium text-accent">{p('popular')}</p>}
            <p className="max-md:ms-auto md:basis-full">
              <span className="text-xl font-semibold md:text-2xl">
                {formatMoney(monthly, language)}
              </span>{' '}
              <span className="text-muted">{p(monthly.minor === 0 ? 'forever' : 'perMonth')}</span>
            </p>
          </li>
        ))}
      </ul>
      <Link
        to="/pricing"
        className="mt-4 inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {p('all')}
      </Link>
    </section>
  )
}
