import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { dayHeading, dayText } from '#app/locale/clock.ts'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { bookingPhase, isFull } from '#core/classes/rules.ts'
import type { SessionCard } from '#core/classes/queries/public-sessions.ts'
import { byDay } from './by-day.ts'
import { useLiveSpots } from './live-spots.ts'
import { SessionTime } from './session-time.tsx'
import { SpotsOf } from './spots-of.tsx'

export type OpenSession = Pick<
  SessionCard,
  | 'id'
  | 'version'
  | 'date'
  | 'startsAt'
  | 'endsAt'
  | 'timeZone'
  | 'maxStudents'
  | 'currentStudents'
  | 'bookingOpensAt'
  | 'bookingClosesAt'
> & {
  /** since the page was made */
  cancelled?: boolean
}

export function isOpen(session: OpenSession, now: Date): boolean {
  return !isFull(session) && bookingPhase(session, now) === 'open' && session.cancelled !== true
}

type SessionRadiosProps = {
  /** of the field; sessionId unless told otherwise */
  name?: string
  sessions: readonly OpenSession[]
  now: Date
  preselected: string | null
  /** slots of a facility: each is free or not */
  areSlots?: boolean
  onSelect?: (sessionId: string) => void
}

type SessionChoiceProps = Omit<SessionRadiosProps, 'onSelect'> & {
  legend: string
  /** under the last date: the way to further ones */
  children?: ReactNode
}

/** The upcoming sessions as one choice, by day. The first few stand open, the others one tap away. */
export function SessionChoice({
  legend,
  children,
  sessions: given,
  preselected,
  ...rest
}: SessionChoiceProps) {
  const t = useTranslations('booking')
  const sessions = useLiveSpots(given)
  const chosen = sessions.find(({ id }) => id === preselected)
  const lead = chosen ? [chosen] : sessions.slice(0, 3)
  const others = sessions.filter((session) => !lead.includes(session))
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 font-medium">{legend}</legend>
      <SessionRadios {...rest} sessions={lead} preselected={preselected} />
      {others.length > 0 && (
        <details className="group">
          <summary className="inline-flex min-h-11 items-center gap-2 rounded-control px-1 underline underline-offset-4">
            {t(chosen ? 'form.other' : 'form.more')}
          </summary>
          <div className="mt-2 grid gap-4">
            <SessionRadios {...rest} sessions={others} preselected={preselected} />
            {children}
          </div>
        </details>
      )}
      {others.length === 0 && children}
    </fieldset>
  )
}

/** Sessions as radio buttons, under their days. */
export function SessionRadios({
  name = 'sessionId',
  sessions,
  now,
  preselected,
  areSlots = false,
  onSelect,
}: SessionRadiosProps) {
  const t = useTranslations('booking')
  const language = useLocale()
  return byDay(sessions).map((day) => (
    <RadioCards
      key={day.date}
      name={name}
      legend={dayHeading(day.at, day.sessions[0]?.timeZone ?? 'UTC', language)}
      defaultValue={preselected ?? undefined}
      required
      columns={day.sessions.length > 2 ? 2 : 1}
      onSelect={onSelect}
      options={day.sessions.map((session) => ({
        value: session.id,
        disabled: !isOpen(session, now),
        title: (
          <SessionTime
            startsAt={session.startsAt}
            endsAt={session.endsAt}
            zone={session.timeZone}
          />
        ),
        text: noteOf(session),
        aside: areSlots ? undefined : <SpotsOf session={session} />,
      }))}
    />
  ))

  function noteOf(session: OpenSession) {
    if (session.cancelled) return t('status.cancelled')
    if (isFull(session)) return t('form.full')
    const phase = bookingPhase(session, now)
    if (phase === 'closed') return t('form.closed')
    const { bookingOpensAt: at, timeZone } = session
    return phase === 'not_yet' && at !== null
      ? t('form.opens', { date: dayText(at, timeZone, language) })
      : undefined
  }
}
