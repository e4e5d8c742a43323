import { type ReactNode, useMemo, useState } from 'react'
import { type FetcherWithComponents, Form, useNavigation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { BookingAnswer } from '#app/features/booking/booking-answer.ts'
import type { BookingOffer } from '#app/features/booking/booking-offer.ts'
import {
  Condition,
  ContactFields,
  customerFields,
  useCustomerLabels,
} from '#app/features/booking/contact-fields.tsx'
import {
  firstPay,
  PayButtonText,
  PayChoice,
  payWayShown,
  paysNow,
} from '#app/features/booking/pay-fields.tsx'
import { Terms } from '#app/features/booking/terms.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { fieldId, useForm } from '#app/features/forms/use-form.ts'
import {
  ChosenSpots,
  LostNotice,
  useChosenSession,
  useLostText,
} from '#app/features/sessions/chosen-session.tsx'
import { DayStrip } from '#app/features/sessions/day-strip.tsx'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { Seen } from '#app/features/sessions/seen.tsx'
import { isOpen, type OpenSession, SessionRadios } from '#app/features/sessions/session-choice.tsx'
import { SessionTime, ZoneNote } from '#app/features/sessions/session-time.tsx'
import { dayHeading, momentText } from '#app/locale/clock.ts'
import { Price, usePriceText } from '#app/locale/price.tsx'
import { Announced } from '#app/ui/announced.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { FieldError } from '#app/ui/field-error.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import { isFull } from '#core/classes/rules.ts'

/** The form in a sheet over another page: it sends by a fetcher, and another day opens inside the sheet. */
export type Sheet = {
  Form: FetcherWithComponents<unknown>['Form']
  pending: boolean
  open: (address: string) => void
}

export const bookButtonId = 'book-now'

type BookingFormProps = { offer: BookingOffer; answer: BookingAnswer; sheet?: Sheet }

/** Books one session: who comes, then which time. */
export function BookingForm({ offer, answer, sheet }: BookingFormProps) {
  const t = useTranslations('booking')
  const navigation = useNavigation()
  const FormOf = sheet?.Form ?? Form
  const labels = {
    ...useCustomerLabels(),
    sessionId: t('form.session'),
    spots: t('form.spots'),
  }
  const form = useForm(answer, { labels })
  const typed = answer ? form.fields : null
  const { sessions: ofDay, others } = offer
  const sessions = useLiveSpots(useMemo(() => [...ofDay, ...others], [ofDay, others]))
  // What was sent is about the day it was sent from.
  const sent = typed?.['date'] === offer.date ? typed : null
  const chosen = useChosenSession(sessions, preselect(offer, sent?.['sessionId']), offer.now)
  const { session, preselected } = chosen
  // Does not repeat what the response already says.
  const isSaid = answer?.more?.isLost === true
  const lost = isSaid && chosen.lost?.id === sent?.['sessionId'] ? null : chosen.lost
  const [spots, setSpots] = useState(Number(typed?.['spots']) || 1)
  const most = session
    ? Math.min(offer.mostSpots, session.maxStudents - session.currentStudents)
    : offer.mostSpots
  const wanted = Math.min(spots, most)
  const tooMany = answer?.problem?.field === 'spots' ? answer.problem.text : undefined
  const way = payWayShown(offer, offer.priceMinor)
  const [pay, setPay] = useState(typed?.['pay'] || firstPay)
  const lostText = useLostText({ lost, left: !tooMany && spots > most ? most : null })

  const live = useLive()
  const asked = answer ? null : sessions.find(({ id }) => id === offer.preselected)
  const goneText = offer.gone && !answer ? t(`failed.${offer.gone}`) : null
  const fullText = asked && isFull(asked) ? t('failed.session_full', { left: 0 }) : null
  const notFree = lost ? lostText : (goneText ?? fullText)
  const needsOther = !session || others.some(({ id }) => id === session.id)
  const problems = (sent && form.of('sessionId')) ?? (notFree ? [notFree] : undefined)

  return (
    <FormOf
      method="post"
      noValidate
      action={`/book/class/${offer.classId}?date=${offer.date}#book`}
      className="grid gap-5"
    >
      <FormSummary form={form} marked={customerFields} />
      {offer.confirmedBy !== null && (
        <p className="wrap-anywhere">{t('form.manual', { name: offer.confirmedBy })}</p>
      )}
      <Seen of={{ priceMinor: offer.priceMinor, sessions }} />
      <input type="hidden" name="date" value={offer.date} autoComplete="off" />
      <ContactFields
        offer={offer}
        form={form}
        sessionId={session?.id ?? null}
        brief={sheet !== undefined}
      />
      {/* Below is as far as the bar with the button stays in view: it would cover the fields above. */}
      <div className="grid min-w-0 gap-5">
        <Choice sheet={sheet} session={session} isOpen={needsOther || problems !== undefined}>
          <fieldset
            id={fieldId('sessionId')}
            className="grid min-w-0 gap-4"
            aria-describedby={problems ? 'session-error' : undefined}
          >
            <legend className="mb-2 font-medium">{t('form.session')}</legend>
            <DayStrip {...offer} label={t('form.dates')} chosen={offer.date} onPick={sheet?.open} />
            <FieldError id="session-error" errors={problems} />
            <SessionRadios
              key={`${offer.date} ${preselected} ${chosen.round}`}
              // If the chosen one fills up, the next free ones appear: without a script, a link would lose what was typed.
              sessions={needsOther ? sessions : sessions.slice(0, ofDay.length)}
              now={offer.now}
              preselected={preselected}
              onSelect={chosen.choose}
            />
          </fieldset>
          <ZoneNote zone={offer.timeZone} at={offer.now} />
        </Choice>
        <DaySaid date={offer.date} sessions={ofDay.length} />
        {/* Here the bar does not cover it. */}
        {way === 'choice' && <PayChoice business={offer.business} chosen={pay} onSelect={setPay} />}
        {offer.mostSpots > 1 && (
          <SelectField
            // Keeps what was picked before the script loaded, unless the session has fewer free spots.
            key={most}
            {...form.field('spots')}
            label={t('form.spots')}
            defaultValue={String(wanted)}
            errors={tooMany ? [tooMany] : form.of('spots')}
            onChange={(event) => setSpots(Number(event.target.value))}
            options={Array.from({ length: most }, (_, more) => ({
              value: String(more + 1),
              label: t('spots', { n: more + 1 }),
            }))}
          />
        )}
        <Condition offer={offer} form={form} />
        <Terms offer={offer} way={way} session={session} />
        <div
          className={cx(
            'booking-total sticky z-10 grid gap-2 border-t border-line bg-raised pt-3',
            sheet
              ? '-bottom-3 -mx-4 -mb-3 px-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6'
              : 'bottom-0 -mx-4 px-4 pb-[max(1rem,env(safe-area-inset-bottom))] last:-mb-4 last:rounded-b-card sm:-mx-6 sm:px-6 sm:pb-6 sm:last:-mb-6',
          )}
        >
          <LostNotice text={lostText} />
          <ChosenSpots session={session} />
          <p className="flex min-h-6 justify-between gap-4">
            <Chosen session={session} isOnly={ofDay.length === 1 && !needsOther} />
            <Total minor={offer.priceMinor} currency={offer.currency} spots={wanted} />
          </p>
          <Button
            id={bookButtonId}
            name="again"
            value={typed?.['again'] || '0'}
            wide
            size="large"
            // Without a script the page cannot know what is chosen; the browser asks for a choice itself.
            disabled={live && session === null}
            pending={
              sheet?.pending ?? (navigation.state !== 'idle' && navigation.formData !== undefined)
            }
            pendingLabel={t(offer.confirmedBy === null ? 'form.pending' : 'form.request.pending')}
          >
            {paysNow(way, pay) ? (
              <PayButtonText minor={offer.priceMinor * wanted} currency={offer.currency} />
            ) : (
              t(offer.confirmedBy === null ? 'form.button' : 'form.request.button')
            )}
          </Button>
        </div>
        {answer?.more?.earlier && <Again earlier={answer.more.earlier} />}
      </div>
    </FormOf>
  )
}

/** A day is chosen in the strip; its times change below it. */
function DaySaid({ date, sessions }: { date: string; sessions: number }) {
  const t = useTranslations('trainer.calendar')
  const day = dayHeading(new Date(`${date}T12:00:00Z`), 'UTC', useLocale())
  return <Announced text={t('day', { day, n: sessions })} />
}

type ChoiceProps = {
  sheet: Sheet | undefined
  session: OpenSession | null
  isOpen: boolean
  children: ReactNode
}

/** The times to choose from; in a sheet the chosen one stands for them until another is wanted. */
function Choice({ sheet, session, isOpen: isNeeded, children }: ChoiceProps) {
  const t = useTranslations('booking.form')
  if (!sheet) return children
  return (
    <details open={isNeeded || undefined} className="rounded-control border border-line px-4 py-2">
      <summary className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        {session && (
          <span className="font-medium">
            <SessionTime
              startsAt={session.startsAt}
              endsAt={session.endsAt}
              zone={session.timeZone}
              day
            />
          </span>
        )}
        <span className="underline underline-offset-4">{t('other')}</span>
      </summary>
      <div className="grid gap-4 py-2">{children}</div>
    </details>
  )
}

/** The time that will be booked; without a script the page cannot follow a choice and stays silent where there is one. */
function Chosen({ session, isOnly }: { session: OpenSession | null; isOnly: boolean }) {
  const language = useLocale()
  const live = useLive()
  if (!session || (!live && !isOnly)) return <span />
  return (
    <span suppressHydrationWarning>{momentText(session.startsAt, session.timeZone, language)}</span>
  )
}

/** Without a script the page cannot follow the number of spots: then it says what one costs. */
function Total({ minor, currency, spots }: { minor: number; currency: string; spots: number }) {
  const t = useTranslations('booking.form')
  const priceText = usePriceText()
  const live = useLive()
  if (!live)
    return (
      <strong suppressHydrationWarning>
        {minor === 0
          ? priceText(minor, currency)
          : t('perSpot', { price: priceText(minor, currency) })}
      </strong>
    )
  return (
    <span>
      {t('total')}{' '}
      <strong>
        <Price minor={minor * spots} currency={currency} />
      </strong>
    </span>
  )
}

function Again({ earlier }: { earlier: { to: string; next: number } }) {
  const t = useTranslations('booking')
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">{t('again.text')}</p>
      <Button name="again" value={earlier.next} variant="secondary" wide>
        {t('again.button')}
      </Button>
      <LinkButton to={earlier.to} variant="quiet" wide>
        {t('again.see')}
      </LinkButton>
    </div>
  )
}

/** After a refusal, keeps the wanted session or leaves the choice open; never chooses another one. */
function preselect(offer: BookingOffer, typed: string | undefined): string | null {
  const wanted = typed ?? offer.preselected
  const isFree = (session: OpenSession) => isOpen(session, offer.now)
  if (wanted !== null)
    return (
      [...offer.sessions, ...offer.others].find((one) => one.id === wanted && isFree(one))?.id ??
      null
    )
  return offer.sessions.find(isFree)?.id ?? null
}
