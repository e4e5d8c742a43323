import type { ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { dayHeading } from '#app/locale/clock.ts'
import { cx } from '#app/ui/cx.ts'
import { byDay } from './by-day.ts'
import { ZoneNote } from './session-time.tsx'

type Dated = { id: string; date: string; startsAt: Date; timeZone: string }

type SessionDaysProps<Session extends Dated> = {
  sessions: readonly Session[]
  zone: string
  now: Date
  /** of the headings */
  level: 2 | 3
  className: string
  /** an item of a list */
  row: (session: Session) => ReactNode
}

/** Sessions under their days, and the zone of their times where it is not the reader's. */
export function SessionDays<Session extends Dated>(props: SessionDaysProps<Session>) {
  const { sessions, zone, now, level, className, row } = props
  const language = useLocale()
  const Heading = `h${level}` as const
  return (
    <div className={cx('grid', className)}>
      {byDay(sessions).map((day) => (
        <section key={day.date} aria-labelledby={`day-${day.date}`}>
          <Heading
            id={`day-${day.date}`}
            className="pb-1 text-sm font-semibold"
            suppressHydrationWarning
          >
            {dayHeading(day.at, day.sessions[0]?.timeZone ?? zone, language)}
          </Heading>
          <ul className="divide-y divide-line border-y border-line">{day.sessions.map(row)}</ul>
        </section>
      ))}
      <ZoneNote zone={zone} at={now} />
    </div>
  )
}
