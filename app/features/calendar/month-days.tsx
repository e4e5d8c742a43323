import type { MouseEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { dayHeading, weekdayText } from '#app/locale/clock.ts'
import { cx } from '#app/ui/cx.ts'
import { weekdayOf } from '#core/shared/time.ts'
import { type CalendarGridProps, noonOf } from './calendar-grid.tsx'
import { isFreeGround } from './calendar-events.ts'
import { colourOf } from './class-colours.ts'

const mostShown = 6

type MonthDaysProps = CalendarGridProps & { chosen: string; onChoose: (date: string) => void }

/** A month on a phone: seven columns with a spot for each session. Each day leads to its place in the list below. */
export function MonthDays({ range, today, sessions, classes, chosen, onChoose }: MonthDaysProps) {
  const t = useTranslations('calendar')
  const language = useLocale()

  function choose(event: MouseEvent<HTMLAnchorElement>, date: string) {
    event.preventDefault()
    onChoose(date)
  }

  return (
    <div className="grid grid-cols-7 border-b border-line pb-2 md:hidden">
      {range.days.slice(0, 7).map((date) => (
        <span key={date} aria-hidden="true" className="pb-1 text-center text-sm text-muted">
          {weekdayText(weekdayOf(date), language)}
        </span>
      ))}
      {range.days.map((date) => {
        if (date < range.first || date > range.last) return <span key={date} />
        const ofDay = sessions.filter((one) => one.date === date && !isFreeGround(one))
        return (
          <a
            key={date}
            href={`#day-${date}`}
            aria-current={date === chosen ? 'true' : undefined}
            onClick={(event) => choose(event, date)}
            className={cx(
              'grid min-h-13 min-w-0 content-start justify-items-center gap-1 rounded-control py-1.5',
              date === chosen && 'bg-chosen',
            )}
          >
            <span
              aria-hidden="true"
              className={cx(
                'text-sm leading-tight tabular-nums',
                date === today && 'font-bold text-accent',
                date < today && 'text-muted',
              )}
            >
              {Number(date.slice(8))}
            </span>
            <span className="sr-only" suppressHydrationWarning>
              {dayHeading(noonOf(date), 'UTC', language)}: {t('ofDay', { count: ofDay.length })}
            </span>
            <span aria-hidden="true" className="month-spots">
              {ofDay.slice(0, mostShown).map((session) => (
                <i
                  key={session.id}
                  className={cx(
                    'class-dot',
                    (session.past || session.status === 'cancelled') && 'opacity-40',
                  )}
                  data-colour={colourOf(session.classId, classes)}
                />
              ))}
            </span>
          </a>
        )
      })}
    </div>
  )
}
