import { addMinutes } from '#core/shared/time.ts'
import { type BookingStatus, isPending, mayEnd, type WaitsFor } from './status.ts'

/** Right after booking, or once a request is confirmed, cancelling is free for this long. */
export const freeMinutesAfterBooking = 15

export type CancelFacts = {
  status: BookingStatus
  waitsFor: WaitsFor | null
  startsAt: Date
  bookedAt: Date
  confirmedAt: Date | null
  noticeMinutes: number
  /** its time and place are still those the customer chose */
  isAsAgreed: boolean
}

/** Whether cancelling now is free or late; 'no' if the session has started or there is nothing to cancel. */
export function cancellation(booking: CancelFacts, now: Date): 'free' | 'late' | 'no' {
  if (!mayEnd(booking.status)) return 'no'
  if (booking.startsAt <= now) return 'no'
  // Nobody knows of a spot that is held for its payment, and who does not pay lets it go: letGo() asks Stripe first.
  const isHold = booking.waitsFor === 'payment' && booking.confirmedAt === null
  if (isPending(booking.status)) return isHold ? 'no' : 'free'
  const { inTime, fresh } = freeTimes(booking)
  return now <= inTime || now < fresh ? 'free' : 'late'
}

type FreeFacts = Omit<CancelFacts, 'status' | 'waitsFor'>

/**
 * Until when a confirmed booking can be cancelled free of charge: until the notice period begins, and in any case for some
 * minutes after booking. If the vendor has changed the session, until it starts.
 */
export function freeUntil(booking: FreeFacts): Date {
  const { inTime, fresh } = freeTimes(booking)
  return new Date(Math.min(booking.startsAt.getTime(), Math.max(inTime.getTime(), fresh.getTime())))
}

/**
 * The same before booking, for a session as it stands; 'briefly': only right after booking, because its notice period has
 * begun or is about to.
 */
export function freeTerm(
  session: Pick<CancelFacts, 'startsAt' | 'noticeMinutes'>,
  now: Date,
): Date | 'briefly' {
  const until = freeUntil({ ...session, bookedAt: now, confirmedAt: null, isAsAgreed: true })
  return until <= addMinutes(now, freeMinutesAfterBooking) ? 'briefly' : until
}

function freeTimes({ startsAt, bookedAt, confirmedAt, noticeMinutes, isAsAgreed }: FreeFacts) {
  return {
    inTime: addMinutes(startsAt, isAsAgreed ? -noticeMinutes : 0),
    fresh: addMinutes(confirmedAt ?? bookedAt, freeMinutesAfterBooking),
  }
}

/** A customer may move as long as cancelling is free: moving must not be the way around a late cancellation. */
export function mayMove(booking: CancelFacts, now: Date): boolean {
  return cancellation(booking, now) === 'free'
}
