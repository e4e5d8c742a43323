import { type BookingStatus, isPending } from '../bookings/rules/status.ts'

/** What a member of the vendor can say about a customer's spot. A late cancellation follows from the cancellation. */
export const marks = ['came', 'no_show'] as const
export type Mark = (typeof marks)[number]

/** People arrive early, and some trainers tick them off at the door. */
export const opensMinutesBefore = 60

export type MarkRefusal = 'not_held' | 'not_confirmed' | 'too_early'

/** Whether a session's list can be filled in. */
export function isOpenForMarks({ startsAt }: { startsAt: Date }, now: Date): boolean {
  return now.getTime() >= startsAt.getTime() - opensMinutesBefore * 60_000
}

/** Why this spot cannot be marked, or null. A mark can be removed at any time: the session may have moved to a later day. */
export function markRefusal(
  spot: { status: BookingStatus; startsAt: Date },
  mark: Mark | null,
  now: Date,
): MarkRefusal | null {
  if (isPending(spot.status)) return 'not_confirmed'
  if (spot.status !== 'confirmed' && spot.status !== 'completed') return 'not_held'
  return mark === null || isOpenForMarks(spot, now) ? null : 'too_early'
}

export type Owed = { minor: number; isForBundle: boolean }

/** What is still to be paid for a spot, or for the bundle that pays for it; null: nothing is. */
export function owedFor(spot: {
  status: BookingStatus
  owedMinor: number
  bundle: { owedMinor: number } | null
}): Owed | null {
  // A request may still be rejected.
  if (isPending(spot.status)) return null
  if (spot.bundle !== null) {
    const { owedMinor: minor } = spot.bundle
    return minor > 0 && spot.status !== 'cancelled' ? { minor, isForBundle: true } : null
  }
  return spot.owedMinor > 0 ? { minor: spot.owedMinor, isForBundle: false } : null
}

/** No device keeps a mark for longer. A clock that was set in between may say so. */
const keptAtMost = 366 * 24 * 60 * 60_000

/**
 * The moment of a mark on the server's clock. A device says when the mark was made and when it is sent, so a clock that is
 * wrong does not matter. A moment in the future is cut to now, one long ago to a year, and a form without moments was sent
 * just now.
 */
export function momentOf(
  { madeAt, sentAt }: { madeAt?: number | undefined; sentAt?: number | undefined },
  now: Date,
): Date {
  if (madeAt === undefined || sentAt === undefined) return now
  return new Date(now.getTime() - Math.min(Math.max(0, sentAt - madeAt), keptAtMost))
}
