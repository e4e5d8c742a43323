import { useLocale, useTranslations } from 'use-intl'
import { isFull } from '#core/classes/rules.ts'
import { byDay } from '../booking/by-day.ts'
import { dayHeading, momentText } from '../booking/clock.ts'
import { SessionTime, ZoneNote } from '../booking/session-time.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { SpotMeter } from '../ui/spot-meter.tsx'

export type ListedSession = {
  id: string
  classId: string
  classTitle: string
  date: string
  startsAt: Date
  endsAt: Date
  timeZone: string
  maxStudents: number
  currentStudents: number
  bookingClosesAt: Date
}

type SessionListProps = { sessions: readonly ListedSession[]; zone: string; now: Date }

/** Coming sessions under their days, each with its places and its button. */
export function SessionList({ sessions, zone, now }: SessionListProps) {
  const language = useLocale()
  return (
    <div className="grid gap-6">
      {byDay(sessions).map((day) => (
        <section key={day.date} aria-labelledby={`day-${day.date}`}>
          <h3
            id={`day-${day.date}`}
            className="border-b border-line pb-2 text-muted"
            suppressHydrationWarning
          >
            {dayHeading(day.at, day.sessions[0]?.timeZone ?? zone, language)}
          </h3>
          <ul className="divide-y divide-line">
            {day.sessions.map((session) => (
              <Row key={session.id} session={session} now={now} />
            ))}
          </ul>
        </section>
      ))}
      <ZoneNote zone={zone} at={now} />
    </div>
  )
}

function Row({ session, now }: { session: ListedSession; now: Date }) {
  const b = useTranslations('booking')
  const { currentStudents: taken, maxStudents: capacity } = session
  return (
    <li className="flex items-center justify-between gap-4 py-4 sm:gap-6">
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="text-lg font-medium">
          <SessionTime
            startsAt={session.startsAt}
            endsAt={session.endsAt}
            zone={session.timeZone}
          />
        </p>
        <p className="min-w-0">{session.classTitle}</p>
        <SpotMeter taken={taken} capacity={capacity} label={b('taken', { taken, capacity })} />
      </div>
      <div className="grid w-32 shrink-0 gap-1 sm:w-44">
        <BookButton session={session} now={now} />
      </div>
    </li>
  )
}

function BookButton({ session, now }: { session: ListedSession; now: Date }) {
  const t = useTranslations('pages.trainer')
  const language = useLocale()
  if (isFull(session)) {
    return (
      <>
        <Button
          type="button"
          variant="secondary"
          wide
          disabled
          aria-describedby={`full-${session.id}`}
        >
          {t('full')}
        </Button>
        <span id={`full-${session.id}`} className="text-center text-sm text-muted">
          {t('fullNote')}
        </span>
      </>
    )
  }
  if (session.bookingClosesAt <= now) {
    return (
      <Button type="button" variant="secondary" wide disabled>
        {t('closed')}
      </Button>
    )
  }
  const when = momentText(session.startsAt, session.timeZone, language)
  return (
    <LinkButton
      to={`/book/class/${session.classId}?session=${session.id}#book`}
      wide
      className="px-2!"
      aria-label={t('bookAt', { title: session.classTitle, when })}
      suppressHydrationWarning
    >
      {t('book')}
    </LinkButton>
  )
}
