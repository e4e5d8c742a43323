import {
  addDays,
  addMinutes,
  endOfDay,
  instantOf,
  type LocalDate,
  type LocalTime,
  nearestInstantOf,
  startOfDay,
  wallClockOf,
} from '#core/shared/time.ts'
import { type ClassTime, type FacilityFields, occurrences } from '../classes/rules.ts'

/** Sessions exist this far ahead. */
export const weeksAhead = 53
/** Slots of a facility, which has many, only this many days before they open. */
export const daysBeforeOpening = 4 * 7

/** How many days ahead sessions are made: of a facility, those that can be booked soon. */
export function daysMade({ kind, daysAhead }: Pick<FacilityFields, 'kind' | 'daysAhead'>): number {
  const most = weeksAhead * 7
  return kind === 'class' || daysAhead === null
    ? most
    : Math.min(most, daysAhead + daysBeforeOpening)
}

/** A day of a weekly time, on the clock of its place, that its vendor reads about. */
export type NamedDay = {
  date: LocalDate
  time: LocalTime
  zone: string
  /**
   * why it has no session of its own; `slot`: it would overlap another slot of the court, `taken`: another session of the class
   * starts then, `moved`: its session is elsewhere. `again`: it has one, though one was cancelled
   */
  why: 'clock' | 'blocked' | 'slot' | 'past' | 'taken' | 'moved' | 'again'
}

/** The days that a change leaves out or offers again, in order; of those left out, not what a weekly time had at this hour before. */
export function newlyNamed(
  found: readonly (NamedDay & { classTimeId: string })[],
  before: ReadonlyMap<string, ClassTime>,
): NamedDay[] {
  const isKnown = ({ classTimeId, date, time, why }: NamedDay & { classTimeId: string }) => {
    if (why === 'again') return false
    const known = before.get(classTimeId)
    return known?.startTime === time && occurrences(known, date, date).length > 0
  }
  const at = ({ date, time }: NamedDay) => `${date} ${time}`
  return found
    .filter((one) => !isKnown(one))
    .map(({ date, time, zone, why }) => ({ date, time, zone, why }))
    .toSorted((one, other) => at(one).localeCompare(at(other)))
}

/**
 * The last day of a weekly time that ends before one of its days. If it has no day left then (`isWhole`), it ends before its
 * first, so that it makes nothing either if the class starts earlier one day.
 */
export function endBefore(
  pair: ClassTime,
  { occursOn, classStartDate }: { occursOn: LocalDate; classStartDate: LocalDate },
): { endsOn: LocalDate; isWhole: boolean } {
  const endsOn = addDays(occursOn, -1)
  const isWhole = occurrences(pair, classStartDate, endsOn).length === 0
  return { endsOn: isWhole ? addDays(pair.startsOn, -1) : endsOn, isWhole }
}

export type SessionClock = {
  date: LocalDate
  startTime: LocalTime
  endTime: LocalTime
  zone: string
  startsAt: Date
  endsAt: Date
}

/** A session's local time and instants, or null if a clock change skips its start. Its duration is in real minutes. */
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

export type Span = { startsAt: Date; endsAt: Date }

export const overlaps = (one: Span, other: Span) =>
  one.startsAt < other.endsAt && one.endsAt > other.startsAt

/** Of a vendor, with those that are over. */
export const mostBlockedTimes = 1000

/** A blocked time as the vendor's clock shows it; without times, whole days, the last one included. */
export type BlockedShown = {
  startsOn: LocalDate
  endsOn: LocalDate
  startTime: LocalTime | null
  endTime: LocalTime | null
}

/** The instants of a blocked time. Where a clock change makes its first or last hour ambiguous, all of that hour belongs to it. */
export function blockedSpan(
  { startsOn, endsOn, startTime, endTime }: BlockedShown,
  zone: string,
): Span {
  return {
    startsAt:
      startTime === null
        ? startOfDay(startsOn, zone)
        : nearestInstantOf({ date: startsOn, time: startTime, zone }, 'earlier'),
    endsAt:
      endTime === null
        ? endOfDay(endsOn, zone)
        : nearestInstantOf({ date: endsOn, time: endTime, zone }, 'later'),
  }
}
