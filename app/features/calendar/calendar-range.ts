import { addDays, daysBetween, type LocalDate, weekdayOf } from '#core/shared/time.ts'

export const calendarViews = ['week', 'month'] as const
export type CalendarView = (typeof calendarViews)[number]

export const calendarViewIn = (name: string | null): CalendarView =>
  name === 'month' ? 'month' : 'week'

/** `court`: the only one that is shown; null: all of them. */
export function calendarPath(view: CalendarView, from?: string, court: string | null = null) {
  const day = from === undefined ? '' : `&from=${from}`
  return `/dashboard/calendar?view=${view}${day}${court === null ? '' : `&court=${court}`}`
}

export type CalendarRange = {
  view: CalendarView
  /** the week or month itself */
  first: LocalDate
  last: LocalDate
  /** what the grid shows: whole weeks */
  days: LocalDate[]
  previous: LocalDate
  next: LocalDate
}

/** The week or month around a day; weeks begin on `firstWeekday` (1 = Monday … 7 = Sunday). */
export function calendarRange(
  view: CalendarView,
  day: LocalDate,
  firstWeekday: number,
): CalendarRange {
  const startOfWeek = (date: LocalDate) =>
    addDays(date, -((weekdayOf(date) - firstWeekday + 7) % 7))
  if (view === 'week') {
    const first = startOfWeek(day)
    return {
      view,
      first,
      last: addDays(first, 6),
      days: daysFrom(first, 7),
      previous: addDays(first, -7),
      next: addDays(first, 7),
    }
  }
  const first = `${day.slice(0, 7)}-01`
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const last = addDays(next, -1)
  const shown = startOfWeek(first)
  const weeks = Math.ceil((daysBetween(shown, last) + 1) / 7)
  return {
    view,
    first,
    last,
    days: daysFrom(shown, weeks * 7),
    previous: `${addDays(first, -1).slice(0, 7)}-01`,
    next,
  }
}

type Opened = { from: LocalDate; today: LocalDate; firstWeekday: number }

/** What the calendar shows. At the end of a week, it opens with today and what comes, not with days that are over. */
export function rangeToOpen(
  view: CalendarView,
  { from, today, firstWeekday }: Opened,
): CalendarRange {
  const range = calendarRange(view, from, firstWeekday)
  if (view !== 'week' || from !== today || daysBetween(range.first, today) < 5) return range
  return {
    ...range,
    first: today,
    last: addDays(today, 6),
    days: daysFrom(today, 7),
    previous: range.first,
  }
}

/** A week that begins on a day, today for example. */
export function nextDays(first: LocalDate): Pick<CalendarRange, 'view' | 'first' | 'last'> {
  return { view: 'week', first, last: addDays(first, 6) }
}

function daysFrom(first: LocalDate, count: number): LocalDate[] {
  return Array.from({ length: count }, (_day, nth) => addDays(first, nth))
}

/** The first day of the week where the vendor is; Monday where that is unknown. */
export function firstWeekdayIn(country: string): number {
  if (!/^[A-Z]{2}$/.test(country)) return 1
  return new Intl.Locale('und', { region: country }).getWeekInfo().firstDay
}

type OpenedMonth = { range: CalendarRange; today: LocalDate; dates: readonly LocalDate[] }

/** The day that a month opens at on a phone: today, else the first one with a session. */
export function dayToOpen({ range: { first, last }, today, dates }: OpenedMonth): LocalDate {
  const isIn = (date: LocalDate) => first <= date && date <= last
  if (isIn(today)) return today
  return dates.filter(isIn).toSorted()[0] ?? first
}
