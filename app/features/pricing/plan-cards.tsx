import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Clock from 'lucide-react/icons/clock'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import {
  isPlanned,
  offerForNow,
  planCatalogue,
  type PlanLine,
  type PlanOffer,
  yearlyPrice,
} from '#core/plans/catalogue.ts'
import { formatMoney } from '#core/shared/money.ts'
import { Segments } from './segments.tsx'

/**
 * The three plans from the catalogue. On phones one is shown, chosen above it; next to each other their parts begin at the
 * same heights. Both prices are in the page; the billing switch shows one.
 */
export function PlanCards() {
  const t = useTranslations('pricing')
  return (
    <div className="plans grid gap-4">
      <Segments
        name="plan"
        legend={t('choose')}
        choices={planCatalogue.map((offer) => ({
          value: offer.id,
          label: t(`plans.${offer.id}.name`),
          chosen: offer.id === 'free',
          below: <Amount offer={offer} />,
        }))}
        className="min-[45rem]:hidden"
      />
      <ul className="grid gap-x-3 min-[45rem]:grid-cols-3 lg:gap-x-6">
        {planCatalogue.map((offer) => (
          <PlanCard key={offer.id} offer={offer} />
        ))}
      </ul>
    </div>
  )
}

/** A plan's price in one word, for the term that is chosen. */
function Amount({ offer }: { offer: PlanOffer }) {
  const language = useLocale()
  const yearly = yearlyPrice(offer)
  const monthly = formatMoney(offer.monthly, language)
  if (!yearly) return monthly
  return (
    <>
      <span data-billing="monthly">{monthly}</span>
      <span data-billing="yearly">{formatMoney(yearly.year, language)}</span>
    </>
  )
}

function PlanCard({ offer }: { offer: PlanOffer }) {
  const t = useTranslations('pricing')
  return (
    <li
      data-plan={offer.id}
      className={cx(
        'row-span-5 grid min-w-0 grid-rows-subgrid content-start rounded-card border bg-raised p-5 sm:p-6 min-[45rem]:max-lg:p-4 lg:p-8',
        offer.popular ? 'border-accent shadow-float' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="text-xl">{t(`plans.${offer.id}.name`)}</h2>
        {offer.popular && (
          <p className="rounded-full bg-accent px-3 py-1 text-sm font-medium text-accent-ink">
            {t('popular')}
          </p>
        )}
      </div>
      <p className="mt-1 text-muted">{t(`plans.${offer.id}.text`)}</p>
      <div className="mt-6">
        <Prices offer={offer} />
      </div>
      <LinkButton
        to={offer.entrance === 'contact' ? '/contact' : '/register'}
        variant={offer.popular ? 'primary' : 'secondary'}
        size="large"
        wide
        className="mt-6"
      >
        {t(offer.entrance === 'contact' ? 'contactSales' : 'getStarted')}
        {/* Three buttons of one name lead to different plans. */}
        <span className="sr-only">: {t(`plans.${offer.id}.name`)}</span>
      </LinkButton>
      <div>
        <PlanLines offer={offer} />
        {offer.entrance === 'contact' && (
          <Link
            to="/register"
            className="mt-4 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('orRegister')}
          </Link>
        )}
      </div>
    </li>
  )
}

function Prices({ offer }: { offer: PlanOffer }) {
  const t = useTranslations('pricing')
  const language = useLocale()
  const yearly = yearlyPrice(offer)
  const text = (money: PlanOffer['monthly']) => formatMoney(money, language)
  const forNow = offerForNow(offer)
  const saving = yearly && text(yearly.saving)
  if (!yearly || !saving) return <Price amount={text(offer.monthly)} per={t('forever')} />
  const yearForNow = forNow && yearlyPrice(forNow)?.year
  return (
    <>
      <div data-billing="monthly">
        <Price
          amount={text(offer.monthly)}
          per={t('perMonth')}
          note={
            forNow
              ? t('untilBuilt', { price: text(forNow.monthly) })
              : t('monthlyNote', { price: text(yearly.year), saving })
          }
        />
      </div>
      <div data-billing="yearly">
        <Price
          amount={text(yearly.year)}
          per={t('perYear')}
          note={
            yearForNow ? t('untilBuilt', { price: text(yearForNow) }) : t('yearlyNote', { saving })
          }
        />
      </div>
    </>
  )
}

function Price({ amount, per, note }: { amount: string; per: string; note?: string }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-4xl font-semibold">{amount}</span>{' '}
        <span className="text-muted">{per}</span>
      </p>
      {note && <p className="mt-1 text-sm text-muted">{note}</p>}
    </>
  )
}

/** What a plan holds: first what there is, then what is planned. */
export function PlanLines({ offer }: { offer: PlanOffer }) {
  const t = useTranslations('pricing')
  const { bookingsPerMonth, newClassesPerMonth, lines } = offer
  const textOf = (line: PlanLine) => {
    if (line === 'bookingsLimited') return t(`lines.${line}`, { n: bookingsPerMonth ?? 0 })
    if (line === 'classesLimited') return t(`lines.${line}`, { n: newClassesPerMonth ?? 0 })
    return t(`lines.${line}`)
  }
  const plan = t(`plans.${offer.id}.name`)
  const later = lines.filter(isPlanned)
  return (
    <div className="mt-6 border-t border-line pt-6">
      <ul className="grid gap-3" aria-label={t('includes', { plan })}>
        {lines
          .filter((line) => !isPlanned(line))
          .map((line) => (
            <li key={line} className="flex gap-3">
              <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
              <span className="min-w-0">{textOf(line)}</span>
            </li>
          ))}
      </ul>
      {later.length > 0 && (
        <details className="group mt-4">
          <summary className="inline-flex min-h-11 list-none items-center gap-1 text-muted underline-offset-4 hover:text-ink hover:underline [&::-webkit-details-marker]:hidden">
            {t('planned', { n: later.length })}
            <span className="sr-only">: {plan}</span>
            <ChevronDown
              aria-hidden="true"
              className="size-4 transition-transform group-open:rotate-180"
            />
          </summary>
          <ul className="mt-2 grid gap-3 text-muted" aria-label={t('plannedFor', { plan })}>
            {later.map((line) => (
              <li key={line} className="flex gap-3">
                <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
                <span className="min-w-0">{textOf(line)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
