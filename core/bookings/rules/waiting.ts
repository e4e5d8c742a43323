import { addMinutes } from '#core/shared/time.ts'
import { mornings, nightOf } from './night.ts'
import { type BookingStatus, isPending, type WaitsFor } from './status.ts'

/** The earliest expiry of the pending spots. Null if none is pending. */
export function firstExpiry(
  spots: readonly { status: BookingStatus; expiresAt: Date | null }[],
): Date | null {
  const ends = spots.flatMap(({ status, expiresAt }) =>
    isPending(status) && expiresAt ? [expiresAt.getTime()] : [],
  )
  return ends.length === 0 ? null : new Date(Math.min(...ends))
}

type Waiting = { status: BookingStatus; expiresAt: Date | null }

/** Whether a pending booking still has time: still_waits() in the database. */
export function stillWaits({ status, expiresAt }: Waiting, now: Date): boolean {
  return isPending(status) && expiresAt !== null && expiresAt > now
}

export type Pending = { status: BookingStatus; waitsFor: WaitsFor | null }

/** Whether the vendor has to answer, by the status as shown: asks_vendor() in the database. */
export function asksVendor({ status, waitsFor }: Pending): boolean {
  return isPending(status) && waitsFor === 'vendor'
}

/** Whether its payment is waited for, by the status as shown. */
export function paysFirst({ status, waitsFor }: Pending): boolean {
  return isPending(status) && waitsFor === 'payment'
}

/**
 * A request that nobody answered in time is shown as Expired, even if the worker has not ended it yet. What holds a seat by
 * this status is holds_still() in the database.
 */
export function shownStatus(booking: Waiting, now: Date): BookingStatus {
  return isPending(booking.status) && !stillWaits(booking, now) ? 'expired' : booking.status
}

/** When a request expires. Waits are paused at night on the vendor's clock; `endOfWait` limits them. */
export function confirmationExpiry(wait: {
  now: Date
  timeoutMinutes: number
  /** the vendor's */
  zone: string
  startsAt: Date
}): Date {
  const { now, timeoutMinutes, zone, startsAt } = wait
  return endOfWait(afterDaytime({ from: now, minutes: timeoutMinutes, zone }), { now, startsAt })
}

/** How long a confirmed request waits for its payment, in minutes outside the night, and how long before the start it ends. */
const paymentMinutes = 24 * 60
const paymentEndsBefore = 3 * 60
/** Later than this before the start, nothing is waited for: it is booked, and owed. */
const paymentFrom = 4 * 60

/** Until when a request that is confirmed now waits for its payment; null: it starts too soon, and is paid later. */
export function paymentExpiry(of: { now: Date; zone: string; startsAt: Date }): Date | null {
  const { now, zone, startsAt } = of
  if (now > addMinutes(startsAt, -paymentFrom)) return null
  const end = afterDaytime({ from: now, minutes: paymentMinutes, zone })
  const latest = addMinutes(startsAt, -paymentEndsBefore)
  return end < latest ? end : latest
}

/** A vendor is reminded of a request when half of its time has passed, or this much is left. */
const mostMinutesLeft = 120

/** When the vendor is reminded of a request that is still open: by day, unless all of the wait is in one night. */
export function reminderAt(wait: { askedAt: Date; expiresAt: Date; zone: string }): Date {
  const { askedAt, expiresAt, zone } = wait
  const minutes = daytimeBetween(wait)
  const passed = Math.max(minutes / 2, minutes - mostMinutesLeft)
  const byDay = afterDaytime({ from: askedAt, minutes: passed, zone })
  return byDay < expiresAt
    ? byDay
    : new Date(askedAt.getTime() + (expiresAt.getTime() - askedAt.getTime()) / 2)
}

/**
 * When a request made now for a session expires, if it waits until `end` at the most: an hour before the start, so that the
 * customer can still make other plans, or at the start if less than two hours are left.
 */
export function endOfWait(end: Date, { now, startsAt }: { now: Date; startsAt: Date }): Date {
  const latest = now <= addMinutes(startsAt, -120) ? addMinutes(startsAt, -60) : startsAt
  return end < latest ? end : latest
}

/** The instant at which this number of minutes outside the night has passed. */
function afterDaytime({ from, minutes, zone }: { from: Date; minutes: number; zone: string }) {
  let at = from
  let left = minutes
  for (;;) {
    const night = nightOf(at, zone, mornings.waits)
    const day = minutesBetween(at, night.startsAt)
    if (day > 0 && left <= day) return addMinutes(at, left)
    left -= day
    at = night.endsAt
  }
}

/** The minutes outside the night between two instants. */
function daytimeBetween({ askedAt, expiresAt, zone }: Parameters<typeof reminderAt>[0]): number {
  let at = askedAt
  let minutes = 0
  while (at < expiresAt) {
    const night = nightOf(at, zone, mornings.waits)
    minutes += minutesBetween(at, night.startsAt < expiresAt ? night.startsAt : expiresAt)
    at = night.endsAt
  }
  return minutes
}

const minutesBetween = (from: Date, to: Date) =>
  Math.max(0, (to.getTime() - from.getTime()) / 60_000)
