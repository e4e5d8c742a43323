import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { lastDayText } from '#app/locale/clock.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Seen } from '#app/features/sessions/seen.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { formatMoney } from '#core/shared/money.ts'
import type { Pass } from '#core/passes/queries.ts'
import { type ManagedPurchase, spotsOf } from './managed.ts'
import { seenSpots, SpotPicks } from './spot-picks.tsx'

type CancelFormProps = {
  purchase: ManagedPurchase
  /** the bundle its spots were taken from */
  pass: Pass | null
  now: Date
  backTo: string
  /** null: no spot can be moved */
  moveTo: string | null
  answer: AnyFormAnswer
}

/** Says what cancelling costs before it is done. */
export function CancelForm({ purchase, pass, now, backTo, moveTo, answer }: CancelFormProps) {
  const t = useTranslations('booking.cancel')
  const m = useTranslations('booking.manage')
  const form = useForm(answer)
  return (
    <Form method="post" noValidate className="grid gap-5">
      <FormSummary form={form} />
      <Seen of={{ spots: seenSpots(purchase) }} />
      {pass ? (
        <CreditCost purchase={purchase} pass={pass} now={now} />
      ) : (
        <Cost purchase={purchase} />
      )}
      <SpotPicks
        legend={t(purchase.sessions.length > 1 ? 'whichSessions' : 'which')}
        picked={answer?.typed['spot']}
        purchase={purchase}
        may={({ cancelling }) => cancelling !== 'no'}
      />
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <Button
          name="intent"
          value="cancel"
          variant="danger"
          pending={form.busy}
          pendingLabel={t('pending')}
        >
          {t('button')}
        </Button>
        <LinkButton to={backTo} variant="secondary">
          {m('keep')}
        </LinkButton>
        {moveTo && (
          <LinkButton to={moveTo} variant="quiet">
            {m('move')}
          </LinkButton>
        )}
      </div>
    </Form>
  )
}

function Cost({ purchase }: { purchase: ManagedPurchase }) {
  const t = useTranslations('booking.cancel')
  const language = useLocale()
  const late = purchase.sessions.filter(({ spots }) =>
    spots.some(({ cancelling }) => cancelling === 'late'),
  )
  const [first] = late
  if (!first) {
    const free = purchase.sessions.filter(({ spots }) =>
      spots.some(({ cancelling }) => cancelling === 'free'),
    )
    const [one] = free
    if (!one) return null
    const onCards = free.flatMap(({ spots }) =>
      spots.flatMap(({ cancelling, cardMinor }) => (cancelling === 'free' ? cardMinor : [])),
    )
    const most = Math.max(...onCards)
    if (most > 0) {
      // Which of several spots are cancelled is ticked below.
      const isEach = onCards.every((minor) => minor === most)
      const price = formatMoney({ minor: most, currency: one.currency }, language)
      const said = onCards.length === 1 ? 'freeCard' : isEach ? 'freeCardEach' : 'freeCardSome'
      return <Banner tone="good" title={t('free')} text={t(said, { price })} />
    }
    const isPaid = free.some(({ paid, priceMinor }) => paid && priceMinor > 0)
    return (
      <Banner
        tone="good"
        title={t('free')}
        {...(isPaid && { text: t('freePaid', { name: purchase.business }) })}
      />
    )
  }
  const minor = late.reduce((sum, { priceMinor }) => sum + priceMinor, 0)
  const text = t('late', {
    hours: Math.ceil(purchase.noticeMinutes / 60),
    name: purchase.business,
    paid: minor > 0 && late.some(({ paid }) => paid) ? 'yes' : 'no',
    price: minor === 0 ? 'none' : formatMoney({ minor, currency: first.currency }, language),
  })
  return <Banner tone="warn" title={text} />
}

/** What happens to a bundle's credits: returned, refunded with a class that was closed, or lost inside the notice period. */
function CreditCost({ purchase, pass, now }: { purchase: ManagedPurchase; pass: Pass; now: Date }) {
  const t = useTranslations('bundles.pass')
  const language = useLocale()
  const spots = spotsOf(purchase)
  const some = (how: 'free' | 'late') => spots.some(({ cancelling }) => cancelling === how)
  const hours = Math.ceil(purchase.noticeMinutes / 60)
  const date = lastDayText(pass.expiresAt, pass.timeZone, language)
  if (some('late') && some('free'))
    return <Banner tone="warn" title={t('cancelMixed', { hours })} text={t('cancelLateText')} />
  if (some('late'))
    return <Banner tone="warn" title={t('cancelLate', { hours })} text={t('cancelLateText')} />
  if (!some('free')) return null
  if (!pass.isOffered)
    return <Banner tone="good" title={t('cancelPaidBack')} text={t('cancelPaidBackText')} />
  if (pass.expiresAt <= now)
    return <Banner tone="good" title={t('cancelFree')} text={t('cancelEndedText')} />
  return <Banner tone="good" title={t('cancelFree')} text={t('cancelFreeText', { date })} />
}
