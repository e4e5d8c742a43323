import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { SessionDays } from '#app/features/sessions/session-days.tsx'
import { SessionTime } from '#app/features/sessions/session-time.tsx'
import { SpotsOf } from '#app/features/sessions/spots-of.tsx'
import { dayText, momentText } from '#app/locale/clock.ts'
import { Price } from '#app/locale/price.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { bookingPhase, isFull } from '#core/classes/rules.ts'
import type { SessionCard } from '#core/classes/queries/public-sessions.ts'
import { BookLink } from './book-link.tsx'

export type ListedSession = SessionCard & {
  /** since the page was made */
  cancelled?: boolean
}

type SessionListProps = {
  sessions: readonly ListedSession[]
  zone: string
  now: Date
  /** Later days are folded once this many sessions are shown. */
  most?: number
  /** the words on the button; the catalogue has its own */
  words: 'schedule' | 'catalogue'
  /** the reader works here: each session leads to its bookings */
  editable: boolean
}

/** Upcoming sessions under their days, each with its places and its button. */
export function SessionList({ sessions, zone, now, most, ...row }: SessionListProps) {
  const live = useLiveSpots(sessions)
  const next = live.find((one) => isBookable(one, now))
  return (
    <SessionDays
      sessions={live}
      {...{ zone, now }}
      {...(most !== undefined && { most })}
      level={3}
      className="gap-6"
      row={(session) => (
        <Row
          key={session.id}
          session={session}
          instead={isFull(session) ? nextOpenAfter(session, live, now) : null}
          now={now}
          isNext={session === next}
          {...row}
        />
      )}
    />
  )
}

/** The next one of the same class with an open spot, of those on the page. */
function nextOpenAfter(full: ListedSession, all: readonly ListedSession[], now: Date) {
  const others = all.slice(all.indexOf(full) + 1)
  return others.find((one) => one.classId === full.classId && isBookable(one, now)) ?? null
}

/** There is a spot, and booking it is still possible. */
export function isBookable(session: ListedSession, now: Date): boolean {
  return !isFull(session) && !session.cancelled && bookingPhase(session, now) === 'open'
}

type RowProps = {
  session: ListedSession
  /** where to go if this one is full */
  instead: ListedSession | null
  now: Date
  /** the first one to book; on phones a bar leads to it from further down */
  isNext: boolean
} & Pick<SessionListProps, 'words' | 'editable'>

function Row({ session, instead, now, words, isNext, editable }: RowProps) {
  return (
    <li className="@container">
      <div className={cx('session-row', words === 'schedule' && 'session-row-wide')}>
        {/* The reader's own time comes with the script and must find room. */}
        <p className="text-lg font-semibold">
          <SessionTime
            startsAt={session.startsAt}
            endsAt={session.endsAt}
            zone={session.timeZone}
          />
        </p>
        <div className="grid min-w-0 gap-0.5">
          {words === 'schedule' && (
            <p className="min-w-0 font-medium wrap-anywhere">
              <bdi>{session.classTitle}</bdi>
            </p>
          )}
          <SpotsOf session={session} />
          {instead && <Instead session={instead} words={words} />}
          {editable && <EditLink session={session} />}
        </div>
        <p className="font-medium">
          <Price minor={session.priceMinor} currency={session.currency} />
        </p>
        <div className="grid">
          <BookButton session={session} now={now} words={words} isNext={isNext} />
        </div>
      </div>
    </li>
  )
}

function Instead({ session, words }: Pick<RowProps, 'session' | 'words'>) {
  const t = useTranslations('trainer')
  const language = useLocale()
  const when = momentText(session.startsAt, session.timeZone, language)
  return (
    <BookLink
      session={session}
      words={words}
      variant="quiet"
      size="small"
      className="justify-self-start px-0! font-normal! underline underline-offset-4"
    >
      {t('nextOpen', { when })}
    </BookLink>
  )
}

function BookButton({ session, now, words, isNext }: Omit<RowProps, 'editable' | 'instead'>) {
  const t = useTranslations('trainer')
  const language = useLocale()
  const s = useTranslations('booking.status')
  if (session.cancelled) {
    return (
      <Button type="button" variant="secondary" size="small" wide disabled>
        {s('cancelled')}
      </Button>
    )
  }
  if (isFull(session)) {
    return (
      <>
        <Button
          type="button"
          variant="secondary"
          size="small"
          wide
          disabled
          aria-describedby={`full-${session.id}`}
        >
          {t('full')}
        </Button>
        {/* Beside filled spots and a dead button, seeing eyes need no third time. */}
        <span id={`full-${session.id}`} className="sr-only">
          {t('fullNote')}
        </span>
      </>
    )
  }
  const phase = bookingPhase(session, now)
  if (phase === 'not_yet' && session.bookingOpensAt !== null)
    return (
      <p className="text-sm text-muted">
        {t('opens', { date: dayText(session.bookingOpensAt, session.timeZone, language) })}
      </p>
    )
  if (phase === 'closed') {
    return (
      <Button type="button" variant="secondary" size="small" wide disabled>
        {t('closed')}
      </Button>
    )
  }
  return (
    <BookLink
      session={session}
      words={words}
      wide
      variant={isNext ? 'primary' : 'secondary'}
      size="small"
      className="px-2!"
      {...(isNext && { 'data-next': session.id })}
    />
  )
}

function EditLink({ session }: { session: ListedSession }) {
  const t = useTranslations('trainer')
  const language = useLocale()
  const { classId, classTitle, date } = session
  const when = momentText(session.startsAt, session.timeZone, language)
  return (
    <Link
      to={`/dashboard/bookings?class=${classId}&from=${date}&to=${date}`}
      className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4"
      aria-label={t('editAt', { title: classTitle, when })}
      suppressHydrationWarning
    >
      {t('edit')}
    </Link>
  )
}
