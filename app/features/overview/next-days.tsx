import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { dayText } from '#app/features/workspace/day-text.ts'
import { useSpotsText } from '#app/features/workspace/session-meter.tsx'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { weekdayText } from '#app/locale/clock.ts'
import { cx } from '#app/ui/cx.ts'
import { addDays, weekdayOf } from '#core/shared/time.ts'

type SessionAhead = {
  id: string
  classTitle: string
  date: string
  startTime: string
  maxStudents: number
  currentStudents: number
  requested: number
  isSlot: boolean
  over: boolean
}

type NextDaysProps = {
  /** today */
  first: string
  /** with the slots of courts that somebody has */
  sessions: readonly SessionAhead[]
}

const mostShown = 6

/** Seven columns, or two with very large text; each session is a spot that fills with its bookings. */
export function NextDays({ first, sessions }: NextDaysProps) {
  const t = useTranslations('overview.days')
  const language = useLocale()
  return (
    <div className="@container">
      <ol className="grid grid-cols-2 border-y border-line @3xs:grid-cols-7">
        {[0, 1, 2, 3, 4, 5, 6].map((nth) => {
          const date = addDays(first, nth)
          const ofDay = sessions.filter((session) => session.date === date)
          const more = ofDay.length - mostShown
          const isToday = date === first
          return (
            <li
              key={date}
              aria-current={isToday ? 'date' : undefined}
              className={cx(
                'grid min-w-0 content-start justify-items-center py-3',
                isToday && 'bg-chosen',
              )}
            >
              <p className={cx('text-center text-sm', isToday ? 'font-semibold' : 'text-muted')}>
                <span aria-hidden="true">
                  {weekdayText(weekdayOf(date), language)}
                  <span className="block tabular-nums">{Number(date.slice(8))}</span>
                </span>
                <span className="sr-only">
                  {dayText(date, language)}
                  {isToday && `, ${t('today')}`}
                  {ofDay.length === 0 && `: ${t('none')}`}
                </span>
              </p>
              {ofDay.slice(0, mostShown).map((session) => (
                <Spot key={session.id} session={session} />
              ))}
              {more > 0 && (
                <Link
                  to="/dashboard/bookings"
                  aria-label={t('moreLabel', { n: more, day: dayText(date, language) })}
                  className="grid min-h-11 min-w-11 place-items-center text-sm text-muted"
                >
                  {t('more', { n: more })}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function Spot({ session }: { session: SessionAhead }) {
  const t = useTranslations('overview.days')
  const { id, classTitle: title, isSlot, over } = session
  const time = useClock()(session.startTime)
  const { currentStudents: taken, maxStudents: capacity, requested } = session
  const w = useTranslations('workspace.slot')
  const spotsText = useSpotsText()
  const spots = isSlot
    ? w(requested > 0 ? 'requested' : 'booked')
    : spotsText({ taken, capacity, requested })
  const words = t('spot', { title, time, spots })
  const share: Record<`--${string}`, string> = {
    '--share': `${capacity > 0 ? Math.round((100 * Math.min(taken - requested, capacity)) / capacity) : 0}%`,
  }
  return (
    <Link
      to={`/dashboard/sessions/${id}`}
      title={words}
      className="grid w-full min-w-11 justify-items-center gap-1 rounded-control py-1.5 text-sm hover:bg-sunken"
    >
      <span className="sr-only">{words}</span>
      <i aria-hidden="true" className={cx('week-spot', over && 'opacity-70')} style={share} />
      <span aria-hidden="true" className="text-center leading-tight tabular-nums">
        {/* "PM" moves to the next line in the narrow columns of a phone, which the text's own space forbids. */}
        {time.replace(/\s/, ' ')}
        {/* A party has the whole slot. */}
        {!isSlot && (
          <span className="block text-muted">
            {taken - requested}/{capacity}
          </span>
        )}
      </span>
    </Link>
  )
}
