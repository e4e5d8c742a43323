import {
  addDays,
  addMinutes,
  daysBetween,
  endOfDay,
  instantOf,
  type LocalDate,
  type LocalTime,
  wallClockOf,
  weekdayOf,
} from '#core/shared/time.ts'

/** Sessions exist this far ahead. */
export const weeksAhead = 53
export const confirmationTimeouts = [5, 10, 15, 30, 60, 180, 720, 1440] as const
export const categories = [
  'fitness',
  'yoga',
  'strength',
  'cardio',
  'pilates',
  'dance',
  'martial_arts',
  'other',
] as const
export const difficulties = ['general', 'beginner', 'intermediate', 'advanced'] as const
export const visibilities = ['public', 'link', 'closed'] as const

/** One (weekday, time) pair of a class, every n weeks from a day on; ends with its last day. */
export type ClassTime = {
  weekday: number
  startTime: LocalTime
  everyWeeks: number
  startsOn: LocalDate
  endsOn: LocalDate | null
}

/** The days of a pair from one day to another, both included. Counted in days of the calendar, never in hours. */
export function occurrences(pair: ClassTime, from: LocalDate, to: LocalDate): LocalDate[] {
  const first = addDays(pair.startsOn, (pair.weekday - weekdayOf(pair.startsOn) + 7) % 7)
  const step = 7 * pair.everyWeeks
  const last = pair.endsOn !== null && pair.endsOn < to ? pair.endsOn : to
  const skipped = from > first ? Math.ceil(daysBetween(first, from) / step) : 0
  const days: LocalDate[] = []
  for (let day = addDays(first, skipped * step); day <= last; day = addDays(day, step))
    days.push(day)
  return days
}

export type SessionClock = {
  date: LocalDate
  startTime: LocalTime
  endTime: LocalTime
  zone: string
  startsAt: Date
  endsAt: Date
}

/** A session's clock and instants, or null where the clock change skips its start. Its length is real minutes. */
export function sessionClock(at: {
  date: LocalDate
  time: LocalTime
  zone: string
  durationMinutes: number
}): SessionClock | null {
  const startsAt = instantOf(at)
  if (!startsAt) return null
  const endsAt = addMinutes(startsAt, at.durationMinutes)
  return {
    date: at.date,
    startTime: at.time,
    endTime: wallClockOf(endsAt, at.zone).time,
    zone: at.zone,
    startsAt,
    endsAt,
  }
}

export type ClosingRule = { closesMinutesBefore: number; registrationClosedDate: LocalDate | null }

/** When booking ends: some minutes before the start, or when the last open day is over, whichever is earlier. */
export function bookingClosesAt(startsAt: Date, zone: string, rule: ClosingRule): Date {
  const before = addMinutes(startsAt, -rule.closesMinutesBefore)
  if (rule.registrationClosedDate === null) return before
  const dayOver = endOfDay(rule.registrationClosedDate, zone)
  return dayOver < before ? dayOver : before
}

/** The named day is still open. */
export function isRegistrationClosed(
  registrationClosedDate: LocalDate | null,
  today: LocalDate,
): boolean {
  return registrationClosedDate !== null && registrationClosedDate < today
}

export type Place = { location: string | null; onlineUrl: string | null }

export function samePlace(one: Place, other: Place): boolean {
  return one.location === other.location && one.onlineUrl === other.onlineUrl
}

/** A session full, for the eye: the server's conditional update decides. */
export function isFull(session: { currentStudents: number; maxStudents: number }): boolean {
  return session.currentStudents >= session.maxStudents
}

/** The column's check allows no other word; a class from later data is for everybody. */
export function difficultyOf(word: string): (typeof difficulties)[number] {
  return difficulties.find((known) => known === word) ?? 'general'
}
