import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Clock from 'lucide-react/icons/clock'
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

/**
 * The plans from the catalogue: cards for those that a trainer starts alone, a line for the one that is talked about first.
 * Next to each other the parts of the cards begin at the same heights. Both prices are in the page; the billing switch
 * shows one. Where nobody can sign up, the cards lead to the sign-in, as the landing page does.
 */
export function PlanCards({ open, own }: Own & { open: boolean }) {
  const isCard = ({ entrance }: PlanOffer) => entrance !== 'contact'
  return (
    <ul className="mx-auto grid max-w-[60rem] gap-x-6 gap-y-4 min-[45rem]:grid-cols-2">
      {planCatalogue.map((offer) =>
        isCard(offer) ? (
          <PlanCard key={offer.id} offer={offer} open={open} own={own} />
        ) : (
          <PlanRow key={offer.id} offer={offer} own={own} />
        ),
      )}
    </ul>
  )
}

/** The plan that the reader pays for; null: none. */
type Own = { own: PlanOffer['id'] | null }
type PlanProps = Own & { offer: PlanOffer }

function PlanRow({ offer, own }: PlanProps) {
  const t = useTranslations('pricing')
  const textOf = useLineText(offer)
  const name = t(`plans.${offer.id}.name`)
  const built = offer.lines.filter((line) => !isPlanned(line))
  return (
    <li className="flex flex-wrap items-start gap-x-8 gap-y-3 border-b border-line py-4 min-[45rem]:col-span-2 min-[45rem]:py-6">
      <div className="grow">
        <h2 className="text-lg">
          {name}
          {own === offer.id && <Mark text={t('own.mark')} />}
        </h2>
        <p className="text-muted">
          {[t(`plans.${offer.id}.text`), ...built.map((line) => `${textOf(line)}.`)].join(' ')}
        </p>
        <Planned offer={offer} />
      </div>
      <div>
        <Prices offer={offer} size="text-xl" />
      </div>
      {own === offer.id ? (
        <LinkButton to="/subscription">{t('own.see')}</LinkButton>
      ) : (
        <LinkButton to="/contact" variant="secondary">
          {t('contactSales')}
        </LinkButton>
      )}
    </li>
  )
}

function Mark({ text }: { text: string }) {
  return (
    <span className="ms-2 inline-block rounded-full bg-accent px-3 py-1 text-sm font-medium text-accent-ink">
      {text}
    </span>
  )
}

function PlanCard({ offer, open, own }: PlanProps & { open: boolean }) {
  const t = useTranslations('pricing')
  const isOwn = own === offer.id
  // A reader who pays for a plan looks for that one.
  const stands = own === null ? offer.popular : isOwn
  return (
    <li
      className={cx(
        'row-span-5 grid min-w-0 grid-rows-subgrid content-start gap-y-0 rounded-card border bg-raised p-5 sm:p-6 lg:p-8',
        stands ? 'border-accent shadow-float' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="text-xl">{t(`plans.${offer.id}.name`)}</h2>
        {stands && <Mark text={t(isOwn ? 'own.mark' : 'popular')} />}
      </div>
      <p className="mt-1 text-muted">{t(`plans.${offer.id}.text`)}</p>
      <div className="mt-6">
        <Prices offer={offer} size="text-4xl" />
      </div>
      <LinkButton
        to={own !== null ? '/subscription' : open ? '/register' : '/login'}
        variant={stands ? 'primary' : 'secondary'}
        size="large"
        wide
        className="mt-6"
      >
        {t(own !== null ? (isOwn ? 'own.see' : 'own.change') : open ? 'getStarted' : 'signIn')}
        {/* Buttons of one name lead to different plans. */}
        <span className="sr-only">: {t(`plans.${offer.id}.name`)}</span>
      </LinkButton>
      <PlanLines offer={offer} className="mt-6 border-t border-line pt-6" />
    </li>
  )
}

type PricesProps = {
  offer: PlanOffer
  /** of the amount */
  size: string
}

function Prices({ offer, size }: PricesProps) {
  const t = useTranslations('pricing')
  const language = useLocale()
  const yearly = yearlyPrice(offer)
  const text = (money: PlanOffer['monthly']) => formatMoney(money, language)
  const forNow = offerForNow(offer)
  const saving = yearly && text(yearly.saving)
  if (!yearly || !saving)
    return <Price size={size} amount={text(offer.monthly)} per={t('forever')} />
  const yearForNow = forNow && yearlyPrice(forNow)?.year
  return (
    <>
      <div data-billing="monthly">
        <Price
          size={size}
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
          size={size}
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

type PriceProps = { size: string; amount: string; per: string; note?: string }

function Price({ size, amount, per, note }: PriceProps) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={cx(size, 'font-semibold')}>{amount}</span>{' '}
        <span className="text-muted">{per}</span>
      </p>
      {note && <p className="mt-1 text-sm text-muted">{note}</p>}
    </>
  )
}

function useLineText({ bookingsPerMonth, newClassesPerMonth }: PlanOffer) {
  const t = useTranslations('pricing.lines')
  return (line: PlanLine) => {
    if (line === 'bookingsLimited') return t(line, { n: bookingsPerMonth ?? 0 })
    if (line === 'classesLimited') return t(line, { n: newClassesPerMonth ?? 0 })
    return t(line)
  }
}

/** What a plan holds: first what there is, then what is planned. */
export function PlanLines({ offer, className }: { offer: PlanOffer; className?: string }) {
  const t = useTranslations('pricing')
  const textOf = useLineText(offer)
  const plan = t(`plans.${offer.id}.name`)
  return (
    <div className={className}>
      <ul className="grid gap-3" aria-label={t('includes', { plan })}>
        {offer.lines
          .filter((line) => !isPlanned(line))
          .map((line) => (
            <li key={line} className="flex gap-3">
              <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
              <span className="min-w-0">{textOf(line)}</span>
            </li>
          ))}
      </ul>
      <Planned offer={offer} className="mt-4" />
    </div>
  )
}

function Planned({ offer, className }: { offer: PlanOffer; className?: string }) {
  const t = useTranslations('pricing')
  const textOf = useLineText(offer)
  const plan = t(`plans.${offer.id}.name`)
  const later = offer.lines.filter(isPlanned)
  if (later.length === 0) return null
  return (
    <details className={cx('group', className)}>
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
  )
}
