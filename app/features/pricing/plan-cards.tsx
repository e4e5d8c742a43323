import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import {
  isPlanned,
  planCatalogue,
  type PlanLine,
  type PlanOffer,
  yearlyPrice,
} from '#core/plans/catalogue.ts'
import { formatMoney } from '#core/shared/money.ts'

type PlanCardsProps = {
  level: 2 | 3
  /** Only the first so many lines of each plan. */
  most?: number
}

/** The three plans from the catalogue. Both prices are in the page; the billing switch above shows one. */
export function PlanCards({ level, most }: PlanCardsProps) {
  return (
    <ul className="grid items-stretch gap-4 lg:grid-cols-3 lg:gap-6">
      {planCatalogue.map((offer) => (
        <PlanCard key={offer.id} offer={offer} level={level} most={most} />
      ))}
    </ul>
  )
}

type PlanCardProps = { offer: PlanOffer; level: 2 | 3; most: number | undefined }

function PlanCard({ offer, level, most }: PlanCardProps) {
  const t = useTranslations('pricing')
  const Heading = `h${level}` as const
  return (
    <li
      className={cx(
        'relative flex min-w-0 flex-col rounded-card border bg-raised p-6 sm:p-8',
        offer.popular ? 'border-accent shadow-float' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Heading className="text-xl">{t(`plans.${offer.id}.name`)}</Heading>
        {offer.popular && (
          <p className="rounded-full bg-accent px-3 py-1 text-sm font-medium text-accent-ink">
            {t('popular')}
          </p>
        )}
      </div>
      <p className="mt-1 text-muted">{t(`plans.${offer.id}.text`)}</p>
      <Prices offer={offer} />
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
      {offer.entrance === 'contact' && (
        <Link
          to="/register"
          className="mt-1 inline-flex min-h-11 items-center justify-center text-center underline underline-offset-4"
        >
          {t('orRegister')}
        </Link>
      )}
      <PlanLines offer={offer} lines={offer.lines.slice(0, most)} />
    </li>
  )
}

function Prices({ offer }: { offer: PlanOffer }) {
  const t = useTranslations('pricing')
  const language = useLocale()
  const yearly = yearlyPrice(offer)
  const text = (money: PlanOffer['monthly']) => formatMoney(money, language)
  if (!yearly) return <Price amount={text(offer.monthly)} per={t('forever')} note={null} />
  return (
    <>
      <div data-billing="monthly">
        <Price
          amount={text(offer.monthly)}
          per={t('perMonth')}
          note={t('monthlyNote', { price: text(yearly.year) })}
        />
      </div>
      <div data-billing="yearly">
        <Price
          amount={text(yearly.perMonth)}
          per={t('perMonth')}
          note={t('yearlyNote', { price: text(yearly.year), saving: text(yearly.saving) })}
        />
      </div>
    </>
  )
}

function Price({ amount, per, note }: { amount: string; per: string; note: string | null }) {
  return (
    <div className="mt-6 lg:min-h-22">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-4xl font-semibold">{amount}</span>{' '}
        <span className="text-muted">{per}</span>
      </p>
      {note && <p className="mt-1 text-sm text-muted">{note}</p>}
    </div>
  )
}

export function PlanLines({ offer, lines }: { offer: PlanOffer; lines: readonly PlanLine[] }) {
  const t = useTranslations('pricing')
  const { bookingsPerMonth, newClassesPerMonth } = offer
  const textOf = (line: PlanLine) => {
    if (line === 'bookingsLimited') return t(`lines.${line}`, { n: bookingsPerMonth ?? 0 })
    if (line === 'classesLimited') return t(`lines.${line}`, { n: newClassesPerMonth ?? 0 })
    return t(`lines.${line}`)
  }
  return (
    <ul
      className="mt-6 grid gap-3 border-t border-line pt-6"
      aria-label={t('includes', { plan: t(`plans.${offer.id}.name`) })}
    >
      {lines.map((line) => (
        <li key={line} className={cx('flex gap-3', isPlanned(line) && 'text-muted')}>
          {isPlanned(line) ? (
            <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          ) : (
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
          )}
          <span>
            {textOf(line)}
            {isPlanned(line) && (
              <>
                {' '}
                <span className="inline-block rounded-full border border-control px-2 text-sm whitespace-nowrap">
                  {t('planned')}
                </span>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
