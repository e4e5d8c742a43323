import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { dayHeading } from '#app/locale/clock.ts'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { cx } from '#app/ui/cx.ts'
import { byDay, type Day } from './by-day.ts'
import { ZoneNote } from './session-time.tsx'

type Dated = { id: string; date: string; startsAt: Date; timeZone: string }

type SessionDaysProps<Session extends Dated> = {
  sessions: readonly Session[]
  zone: string
  now: Date
  /** of the headings */
  level: 2 | 3
  className: string
  /** Later days are folded once this many sessions are shown. */
  most?: number
  /** an item of a list */
  row: (session: Session) => ReactNode
}

/** Sessions under their days, and the zone of their times where it is not the reader's. */
export function SessionDays<Session extends Dated>(props: SessionDaysProps<Session>) {
  const { sessions, zone, now, className, most = sessions.length } = props
  const t = useTranslations('booking')
  const days = byDay(sessions)
  const open = daysOf(days, most)
  const folded = sessions.length - open.reduce((sum, day) => sum + day.sessions.length, 0)
  return (
    <div className={cx('grid', className)}>
      <Days {...props} days={open} />
      {folded > 0 && (
        <details className="group more-days">
          <summary
            className={buttonClasses({
              variant: 'secondary',
              wide: true,
              className: 'list-none [&::-webkit-details-marker]:hidden',
            })}
          >
            <span className="group-open:hidden">{t('moreSessions', { n: folded })}</span>
            <span className="hidden group-open:inline">{t('fewerSessions')}</span>
          </summary>
          <div className={cx('mt-6 grid', className)}>
            <Days {...props} days={days.slice(open.length)} />
          </div>
        </details>
      )}
      <ZoneNote zone={zone} at={now} />
    </div>
  )
}

/** The first days with at least so many sessions; a single one more is not worth folding. */
function daysOf<Session extends Dated>(days: readonly Day<Session>[], most: number) {
  let shown = 0
  const end = days.findIndex((day) => (shown += day.sessions.length) >= most)
  return end === -1 || end + 2 >= days.length ? days : days.slice(0, end + 1)
}

type DaysProps<Session extends Dated> = Pick<
  SessionDaysProps<Session>,
  'zone' | 'level' | 'row'
> & { days: readonly Day<Session>[] }

function Days<Session extends Dated>({ days, zone, level, row }: DaysProps<Session>) {
  const language = useLocale()
  const Heading = `h${level}` as const
  return days.map((day) => (
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
  ))
}
