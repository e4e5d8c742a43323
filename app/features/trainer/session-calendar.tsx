import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { dayText, monthDayText, monthYearText, weekdayText } from '#app/locale/clock.ts'
import { iconButtonClasses } from '#app/ui/button-classes.ts'
import { cx } from '#app/ui/cx.ts'
import { useChosenInView } from '#app/ui/use-chosen-in-view.ts'
import type { CalendarDay, TrainerCalendar } from './trainer-calendar.ts'

/**
 * Six weeks of a month; days with sessions are links. Phones show the upcoming days in a row and the whole
 * month when it is asked for: one table, drawn in two ways, so that nothing is in the page twice.
 */
export function SessionCalendar({ calendar }: { calendar: TrainerCalendar }) {
  const t = useTranslations('trainer.calendar')
  const language = useLocale()
  const { month, weeks, previousTo, nextTo } = calendar
  const strip = useRef<HTMLTableElement>(null)
  useChosenInView(strip, calendar.selected)
  const days = weeks.flat()
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  // From this week on, most of the days may be of the next month.
  const title =
    first > `${month}-01`
      ? `${monthDayText(noonOf(first), language)} – ${monthDayText(noonOf(last), language)}`
      : monthYearText(noonOf(`${month}-01`), language)
  const none = days.every(({ to }) => to === null)
  return (
    <section aria-labelledby="calendar" className="calendar min-w-0">
      <div className="flex flex-wrap items-center gap-1">
        <h2
          id="calendar"
          className="min-w-0 flex-1 basis-24 text-lg first-letter:uppercase"
          suppressHydrationWarning
        >
          <span className="sr-only">{t('title')}: </span>
          {title}
        </h2>
        <details className="group lg:hidden">
          <summary className="inline-flex min-h-11 list-none items-center rounded-control px-2 text-sm underline underline-offset-4 [&::-webkit-details-marker]:hidden">
            <span className="group-open:hidden">{t('wholeMonth')}</span>
            <span className="hidden group-open:inline">{t('less')}</span>
          </summary>
        </details>
        <div className="flex gap-1">
          <Turn to={previousTo} label={t('previous')}>
            <ChevronLeft aria-hidden="true" />
          </Turn>
          <Turn to={nextTo} label={t('next')}>
            <ChevronRight aria-hidden="true" />
          </Turn>
        </div>
      </div>
      <table
        ref={strip}
        aria-labelledby="calendar"
        // On phones it scrolls sideways, by the days one can go to; without any the sentence below says all.
        className={cx(
          'mt-1 table-fixed border-collapse text-center tabular',
          none && 'max-lg:hidden',
        )}
      >
        <thead>
          <tr>
            {weeks[0]?.map((day, weekday) => (
              <th
                key={day.date}
                scope="col"
                className="pb-1 text-sm font-normal text-muted"
                suppressHydrationWarning
              >
                {weekdayText(weekday + 1, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week, nth) => (
            <tr key={week[0]?.date ?? nth}>
              {week.map((day, weekday) => (
                <td
                  key={day.date}
                  data-past={(day.past && day.date !== calendar.selected) || undefined}
                  className="p-0.5"
                >
                  <Day day={day} calendar={calendar} weekday={weekday + 1} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {none && <p className="py-2 text-sm text-muted">{t('none')}</p>}
    </section>
  )
}

function Turn({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  if (to === null)
    return (
      <span aria-hidden="true" className={cx(iconButtonClasses, 'pointer-events-none opacity-30')}>
        {children}
      </span>
    )
  return (
    <Link to={to} preventScrollReset aria-label={label} title={label} className={iconButtonClasses}>
      {children}
    </Link>
  )
}

type DayProps = { day: CalendarDay; calendar: TrainerCalendar; weekday: number }

function Day({ day, calendar, weekday }: DayProps) {
  const t = useTranslations('trainer.calendar')
  const language = useLocale()
  const chosen = day.date === calendar.selected
  const isToday = day.date === calendar.today
  const number = Number(day.date.slice(8))
  const look = cx(
    'calendar-day relative grid w-full place-content-center rounded-control pb-2 leading-tight',
    isToday && 'font-semibold',
  )
  const inside = (
    <>
      <span
        aria-hidden="true"
        className="calendar-weekday text-sm"
        data-weekday={weekdayText(weekday, language)}
        suppressHydrationWarning
      />
      {/* The weeks go on into the next month. */}
      {number === 1 ? (
        <span aria-hidden="true" className="text-sm" suppressHydrationWarning>
          {monthDayText(noonOf(day.date), language)}
        </span>
      ) : (
        <span className={cx(isToday && 'underline underline-offset-4')}>{number}</span>
      )}
    </>
  )
  if (day.to === null) return <span className={cx(look, 'text-muted')}>{inside}</span>
  const name = dayText(noonOf(day.date), 'UTC', language)
  const words = [
    t(day.open ? 'day' : 'dayFull', { day: name, n: day.sessions }),
    isToday && t('today'),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <Link
      to={`${day.to}#sessions`}
      preventScrollReset
      aria-current={chosen ? 'date' : undefined}
      // 'Dec 1' is not in 'Tuesday, December 1': there the words are in the link.
      aria-label={number === 1 ? undefined : words}
      suppressHydrationWarning
      className={cx(
        look,
        'border transition-colors',
        chosen
          ? 'border-transparent bg-accent text-accent-ink'
          : 'border-line bg-raised text-ink hover:border-ink',
      )}
    >
      {inside}
      {number === 1 && (
        <span className="sr-only" suppressHydrationWarning>
          {words}
        </span>
      )}
      {/* The product's symbol: a ring is free, filled is taken. */}
      <span
        aria-hidden="true"
        className={cx(
          'absolute inset-x-0 bottom-1.5 mx-auto size-1.75 rounded-full border-[1.5px]',
          chosen ? 'border-accent-ink' : day.open ? 'border-accent' : 'border-muted',
          !day.open && (chosen ? 'bg-accent-ink' : 'bg-muted'),
        )}
      />
    </Link>
  )
}

function noonOf(date: string): Date {
  return new Date(`${date}T12:00:00Z`)
}
