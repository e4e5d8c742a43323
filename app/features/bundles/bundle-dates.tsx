import { type ReactNode, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { BookingOffer } from '#app/features/booking/booking-offer.ts'
import { Condition, ContactFields } from '#app/features/booking/contact-fields.tsx'
import {
  firstPay,
  PayButtonText,
  PayChoice,
  paysNow,
  payWayShown,
} from '#app/features/booking/pay-fields.tsx'
import { Terms } from '#app/features/booking/terms.tsx'
import type { FormShown } from '#app/features/forms/use-form.ts'
import { LostNotice } from '#app/features/sessions/chosen-session.tsx'
import { Seen } from '#app/features/sessions/seen.tsx'
import { ZoneNote } from '#app/features/sessions/session-time.tsx'
import { lastDayText } from '#app/locale/clock.ts'
import { Price } from '#app/locale/price.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { cx } from '#app/ui/cx.ts'
import { bundleTermsText } from '#core/passes/rules.ts'
import { BundleConflict } from './bundle-conflict.tsx'
import { bundleTo, type DatePlan, type DatesStep, inDialog } from './bundle-step.ts'
import { DatePicks } from './date-picks.tsx'
import { type Ticks, useTicks } from './ticks.ts'
import { type LivePlanned, useLivePlanned } from './live-planned.ts'
import { PlannedDates } from './planned-dates.tsx'

type BundleDatesProps = {
  offer: BookingOffer
  step: DatesStep
  form: FormShown
  /** what the same person has bought already */
  earlier: { to: string; next: number } | null
  dialog: boolean
}

/** Every date, the credits left for later, and the end, above the button that books everything. */
export function BundleDates(props: BundleDatesProps) {
  const { offer, step, form, earlier, dialog } = props
  const t = useTranslations('bundles')
  const { classId, confirmedBy, now } = offer
  const { bundle, firstId, plan } = step
  const items = useLivePlanned(step.kind === 'choose' ? plan.choices : plan.items)
  const ticks = useTicks(
    step.kind === 'choose' ? step.picked : plan.items.map(({ sessionId }) => sessionId),
  )
  const typed = form.answer ? form.fields : null
  const paid = { ...offer, cards: bundle.cards }
  const way = payWayShown(paid, bundle.bundlePriceMinor)
  const [pay, setPay] = useState(typed?.['pay'] || firstPay)
  const choosing = step.kind === 'choose'
  const isShort = plan.usable < bundle.sessionCount
  const blocked = isShort || (!choosing && (plan.hasConflict || plan.items.length === 0))
  // The button still asks the server, which offers the ways out.
  const lostText = useLostDateText(items.filter(({ sessionId }) => ticks.has(sessionId)))
  const how = step.kind === 'series' ? {} : { how: step.kind }
  return (
    <Form
      method="post"
      noValidate
      action={bundleTo(classId, { bundle: bundle.id, first: firstId, ...how })}
      state={dialog ? inDialog : null}
      className="grid gap-5"
    >
      <input type="hidden" name="bundleId" value={bundle.id} />
      <input type="hidden" name="first" value={firstId} />
      <input type="hidden" name="how" value={step.kind} />
      <Seen
        of={{
          priceMinor: bundle.bundlePriceMinor,
          terms: bundleTermsText(bundle),
          sessions: items.map(({ sessionId: id, version }) => ({ id, version })),
        }}
      />
      {confirmedBy !== null && (
        <p className="wrap-anywhere">{t('plan.manual', { name: confirmedBy })}</p>
      )}
      {isShort ? (
        <Banner
          tone="warn"
          title={t('plan.tooFew')}
          text={t('plan.tooFewText', { n: plan.usable, total: bundle.sessionCount })}
        />
      ) : (
        blocked && (
          <BundleConflict classId={classId} step={step} typed={typed !== null} dialog={dialog} />
        )
      )}
      {step.kind === 'choose' && !isShort ? (
        <Choice
          step={step}
          choices={items}
          ticks={ticks}
          leaveRest={typed?.['leaveRest'] === 'on'}
        />
      ) : (
        <Series plan={plan} items={items} auto={step.kind === 'auto'} blocked={blocked} />
      )}
      <ZoneNote zone={plan.timeZone} at={now} />
      <p className="flex flex-wrap gap-x-6">
        {!choosing && !blocked && (
          <StepLink
            to={bundleTo(classId, { bundle: bundle.id, first: firstId, how: 'choose' })}
            dialog={dialog}
          >
            {t('plan.choose')}
          </StepLink>
        )}
        <StepLink to={bundleTo(classId, { bundle: bundle.id })} dialog={dialog}>
          {t('first.other')}
        </StepLink>
      </p>
      {(!blocked || typed) && (
        <>
          <ContactFields offer={offer} form={form} />
          <Condition offer={offer} form={form} />
        </>
      )}
      {!blocked && (
        <>
          {way === 'choice' && (
            <PayChoice business={offer.business} chosen={pay} onSelect={setPay} />
          )}
          <Terms offer={paid} way={way} />
          <Confirm
            step={step}
            again={typed?.['again'] || '0'}
            lostText={lostText}
            dialog={dialog}
            isRequest={confirmedBy !== null}
            isPaidNow={paysNow(way, pay)}
          />
        </>
      )}
      {earlier && <Again earlier={earlier} />}
    </Form>
  )
}

function StepLink({ to, dialog, children }: { to: string; dialog: boolean; children: ReactNode }) {
  return (
    <Link
      to={to}
      state={dialog ? inDialog : null}
      preventScrollReset
      className="inline-flex min-h-11 items-center px-1 underline underline-offset-4"
    >
      {children}
    </Link>
  )
}

/** Why a chosen date can no longer be booked; null if all can. */
function useLostDateText(dates: readonly LivePlanned[]): string | null {
  const t = useTranslations('bundles.failed')
  const lost = dates.find(({ state }) => state === 'full')
  if (!lost) return null
  return t(lost.cancelled ? 'session_cancelled' : 'session_full')
}

type SeriesProps = {
  plan: DatePlan
  /** its dates, with the room of this moment */
  items: readonly LivePlanned[]
  auto: boolean
  blocked: boolean
}

function Series({ plan, items, auto, blocked }: SeriesProps) {
  const t = useTranslations('bundles.plan')
  const language = useLocale()
  const date = lastDayText(plan.expiresAt, plan.timeZone, language)
  const few = items.some(({ state }) => state === 'few')
  return (
    <>
      {auto && !blocked && <p className="text-muted">{t('autoDone')}</p>}
      <PlannedDates items={items} timeZone={plan.timeZone} />
      {!blocked && (
        <>
          {plan.items.map(({ sessionId }) => (
            <input key={sessionId} type="hidden" name="sessionId" value={sessionId} />
          ))}
          {few && <Banner tone="warn" title={t('fewTitle')} text={t('fewText')} />}
        </>
      )}
      {plan.endsBeforeSeries && (
        <Banner tone="warn" title={t('short')} text={t('shortText', { date })} />
      )}
      {!blocked && plan.left > 0 && (
        <>
          <input type="hidden" name="leaveRest" value="on" />
          <Banner
            title={t('rest', { n: plan.left })}
            text={t('restText', { n: plan.left, date })}
          />
        </>
      )}
      <p suppressHydrationWarning>{t('until', { date })}</p>
    </>
  )
}

type ChoiceProps = {
  step: Extract<DatesStep, { kind: 'choose' }>
  choices: readonly LivePlanned[]
  ticks: Ticks
  leaveRest: boolean
}

function Choice({ step, choices, ticks, leaveRest }: ChoiceProps) {
  const t = useTranslations('bundles')
  const language = useLocale()
  const { bundle, plan, picked } = step
  const date = lastDayText(plan.expiresAt, plan.timeZone, language)
  return (
    <>
      <DatePicks
        key={picked.join()}
        choices={choices}
        ticks={ticks}
        zone={plan.timeZone}
        picked={picked}
        most={bundle.sessionCount}
      />
      {choices.length < plan.dates && (
        <p className="text-muted">{t('plan.firstOf', { n: choices.length, total: plan.dates })}</p>
      )}
      <CheckboxField
        id="leaveRest"
        name="leaveRest"
        label={t('plan.keepRest')}
        description={t('plan.keepRestText')}
        defaultChecked={leaveRest}
      />
      <p suppressHydrationWarning>
        {bundle.expiryStarts === 'purchase'
          ? t('plan.until', { date })
          : t('valid.first_session', { n: bundle.expiryDays })}
      </p>
    </>
  )
}

type ConfirmProps = {
  step: DatesStep
  again: string
  lostText: string | null
  dialog: boolean
  isRequest: boolean
  /** the button leads to the payment */
  isPaidNow: boolean
}

function Confirm({ step, again, lostText, dialog, isRequest, isPaidNow }: ConfirmProps) {
  const t = useTranslations('bundles')
  const b = useTranslations('booking.form')
  const pending = useNavigation().state !== 'idle'
  const { bundle, plan } = step
  return (
    <div
      className={cx(
        'booking-total sticky z-10 -mx-4 grid gap-2 border-t border-line bg-raised px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]',
        'sm:static sm:m-0! sm:rounded-none! sm:px-0 sm:pb-0',
        // Down to the edge, across the padding of what it stands in.
        dialog ? '-bottom-3 -mb-3' : 'bottom-0 last:-mb-4 last:rounded-b-card',
      )}
    >
      <LostNotice text={lostText} />
      <p className="flex min-h-6 justify-between gap-4">
        <span>{b('total')}</span>
        <strong>
          <Price minor={bundle.bundlePriceMinor} currency={bundle.currency} />
        </strong>
      </p>
      <Button
        name="again"
        value={again}
        wide
        size="large"
        pending={pending}
        pendingLabel={t(isRequest ? 'plan.sending' : 'plan.pending')}
      >
        {isPaidNow ? (
          <PayButtonText minor={bundle.bundlePriceMinor} currency={bundle.currency} />
        ) : step.kind === 'choose' ? (
          t(isRequest ? 'plan.requestChosen' : 'plan.confirmChosen')
        ) : (
          t(isRequest ? 'plan.request' : 'plan.confirm', { n: plan.items.length })
        )}
      </Button>
    </div>
  )
}

function Again({ earlier }: { earlier: { to: string; next: number } }) {
  const t = useTranslations('bundles.again')
  return (
    <div className="grid gap-2">
      <Button name="again" value={earlier.next} variant="secondary" wide>
        {t('button')}
      </Button>
      <LinkButton to={earlier.to} variant="quiet" wide>
        {t('see')}
      </LinkButton>
    </div>
  )
}
