import { addDays } from '#core/shared/time.ts'
import { type Place, samePlace } from '#core/classes/rules.ts'
import { sessionClock } from '../rules.ts'
import type { SessionChange, SessionRow } from './apply-session-changes.ts'
import type { SkippedStart } from './skipped-start.ts'

/** What sessions have in common unless they were changed on their own. */
export type Common = Place & { durationMinutes: number; maxStudents: number }

export type Following = {
  before: Common
  after: Common
  /** Where its weekly time puts it from now on; null: it stays where it is. */
  moved: { days: number; startTime: string } | null
  closesAt: (startsAt: Date) => Date
}

/**
 * How one session follows a change of what it has in common with others: the change, its new start where that does not
 * exist, null when nothing of it changes. It keeps the values that were set for it alone.
 */
export function followChange(
  session: SessionRow,
  { before, after, moved, closesAt }: Following,
): SessionChange | { skipped: SkippedStart } | null {
  const date = addDays(session.sessionDate, moved?.days ?? 0)
  const time = moved?.startTime ?? session.startTime
  const length = lengthOf(session)
  const durationMinutes = length === before.durationMinutes ? after.durationMinutes : length
  const clock = sessionClock({ date, time, zone: session.timeZone, durationMinutes })
  if (!clock) return { skipped: { date, time, zone: session.timeZone } }

  const { location, onlineUrl } = samePlace(session, before) ? after : session
  const place = { location, onlineUrl }
  const maxStudents =
    session.maxStudents === before.maxStudents ? after.maxStudents : session.maxStudents
  const bookingClosesAt = closesAt(clock.startsAt)
  const same =
    clock.startsAt.getTime() === session.startsAt.getTime() &&
    clock.endsAt.getTime() === session.endsAt.getTime() &&
    samePlace(place, session) &&
    maxStudents === session.maxStudents &&
    bookingClosesAt.getTime() === session.bookingClosesAt.getTime()
  if (same) return null
  const { classTimeId, occursOn } = session
  return { session, clock, place, maxStudents, bookingClosesAt, classTimeId, occursOn }
}

/** Whether it is where its weekly time puts it. */
export function isOnTime(
  { sessionDate, occursOn, startTime }: SessionRow,
  time: { startTime: string },
): boolean {
  return sessionDate === occursOn && startTime === time.startTime
}

export function lengthOf({ startsAt, endsAt }: SessionRow): number {
  return Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)
}
