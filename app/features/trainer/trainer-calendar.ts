import type { SessionDay } from '#core/classes/queries/public-sessions.ts'
import { addDays, type LocalDate, weekdayOf } from '#core/shared/time.ts'

/** 'yyyy-mm' */
export type Month = string

export type CalendarDay = {
  date: LocalDate
  inMonth: boolean
  past: boolean
  sessions: number
  open: boolean
  /** null: nothing to choose on this day */
  to: string | null
}

export type TrainerCalendar = {
  month: Month
  weeks: CalendarDay[][]
  today: LocalDate
  selected: LocalDate | null
  previousTo: string | null
  nextTo: string | null
}

// Sessions exist a year ahead, and no further month has any.
const monthsAhead = 12
const weeksShown = 6

export function monthOf(date: LocalDate): Month {
  return date.slice(0, 7)
}

/** A date of this century as an address may carry it, or null. */
export function dateIn(text: string): LocalDate | null {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return null
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString()
  } catch {
    return null
  }
}

/** A month as an address may carry it, kept between this one and the last that has sessions; else null. */
export function monthIn(text: string, today: LocalDate): Month | null {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) return null
  const [first, last] = [monthOf(today), addMonths(monthOf(today), monthsAhead)]
  if (text < first) return first
  return text > last ? last : text
}

/** The first and the last day of the six weeks shown: of a month, or from this week on. */
export function daysShown(month: Month, today: LocalDate): { first: LocalDate; last: LocalDate } {
  const begins = month === monthOf(today) ? today : `${month}-01`
  const first = addDays(begins, 1 - weekdayOf(begins))
  return { first, last: addDays(first, weeksShown * 7 - 1) }
}

export function trainerCalendar(
  shown: { month: Month; today: LocalDate; selected: LocalDate | null },
  days: readonly SessionDay[],
  links: { day: (date: LocalDate) => string; month: (month: Month) => string },
): TrainerCalendar {
  const { month, today } = shown
  const { first } = daysShown(month, today)
  const known = new Map(days.map((day) => [day.date, day]))
  const dayAt = (date: LocalDate): CalendarDay => {
    const day = known.get(date)
    return {
      date,
      inMonth: monthOf(date) === month,
      past: date < today,
      sessions: day?.sessions ?? 0,
      open: day?.open ?? false,
      to: day ? links.day(date) : null,
    }
  }
  const thisMonth = monthOf(today)
  return {
    ...shown,
    weeks: Array.from({ length: weeksShown }, (_week, week) =>
      Array.from({ length: 7 }, (_day, day) => dayAt(addDays(first, week * 7 + day))),
    ),
    previousTo: month > thisMonth ? links.month(addMonths(month, -1)) : null,
    nextTo: month < addMonths(thisMonth, monthsAhead) ? links.month(addMonths(month, 1)) : null,
  }
}

function addMonths(month: Month, months: number): Month {
  return Temporal.PlainYearMonth.from(month).add({ months }).toString()
}
