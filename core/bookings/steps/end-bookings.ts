import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { giveBackSeats } from '#core/seats/steps/move-seats.ts'
import type { Tx } from '#core/shared/db.ts'
import { emitAll } from '#core/events/emit.ts'
import { refundCards, takeBackAssumed } from '#core/money/steps/record.ts'
import { returnCredits, withdrawUnconfirmed } from '#core/passes/steps/credits.ts'
import { extendBundles } from '#core/passes/steps/extend.ts'
import { refundWithoutClass } from '#core/passes/steps/leave-class.ts'
import type { BookingStatus } from '../rules/status.ts'
import { nextCalendarSequence } from './calendar-sequence.ts'
import type { Actor } from './issued-link.ts'
import { withoutMark } from './without-mark.ts'

type Ended = Extract<BookingStatus, 'cancelled' | 'rejected' | 'expired'>

export type EndBookings = {
  bookingIds: readonly string[]
  from: readonly BookingStatus[]
  to: Ended
  by: Actor | 'system'
  /** those of the ids that are cancelled inside the notice period */
  late?: readonly string[]
}

export type EndedSpot = {
  id: string
  sessionId: string
  vendorId: VendorId
  purchaseId: string
}

/**
 * Ends bookings and gives their seats back, once. Compare-and-swap: a booking that is no longer in one of the
 * states named is left alone; returns those that ended here.
 */
export async function endBookings(tx: Tx, end: EndBookings): Promise<EndedSpot[]> {
  if (end.bookingIds.length === 0) return []
  await lockSessionsOf(tx, end.bookingIds)
  const ended = await tx
    .updateTable('bookings')
    .set((eb) => ({
      status: end.to,
      endedBy: end.by,
      endedAt: eb.fn<Date>('now'),
      updatedAt: eb.fn<Date>('now'),
      // A mark says whether the customer came, so a spot that has ended keeps none.
      attendance: sql<
        'late_cancel' | null
      >`case when id = any(${[...(end.late ?? [])]}::uuid[]) then 'late_cancel' end`,
      ...withoutMark,
      calendarSequence: nextCalendarSequence,
    }))
    .where('id', 'in', [...end.bookingIds])
    .where('status', 'in', [...end.from])
    .where('deletedAt', 'is', null)
    .returning(['id', 'sessionId', 'vendorId', 'purchaseId', 'passId', 'waitsFor', 'confirmedAt'])
    .execute()
  await giveBackSeats(tx, ended, end.to)
  await settlePayment(tx, ended, end)
  // Nobody was told of a spot that was only held for its payment.
  const known = ended.filter((spot) => spot.waitsFor !== 'payment' || spot.confirmedAt !== null)
  await emitEnded(tx, known)
  return ended
}

/** One event per purchase. */
export async function emitEnded(
  tx: Tx,
  ended: readonly { id: string; purchaseId: string }[],
): Promise<void> {
  const purchases = Map.groupBy(ended, ({ purchaseId }) => purchaseId)
  await emitAll(
    tx,
    'booking.ended',
    [...purchases].map(([purchaseId, spots]) => ({
      purchaseId,
      bookingIds: spots.map(({ id }) => id),
    })),
  )
}

/**
 * Settles the money of ended or deleted spots. Their credits are returned and the bundle is extended unless the customer is
 * to blame, or they are refunded if the class is archived or closed. A bundle is withdrawn if no date was ever confirmed and none is
 * pending, unless the customer cancelled and may request other dates. Automatic payments of single spots are reversed, and what
 * was paid by card goes back to it by itself.
 */
export async function settlePayment(
  tx: Tx,
  ended: readonly { id: string; vendorId: VendorId; passId: string | null }[],
  { by, late = [] }: Pick<EndBookings, 'by' | 'late'>,
): Promise<void> {
  // A late cancellation returns neither its credit nor its payment.
  const inTime = ended.filter(({ id }) => !late.includes(id))
  const ids = inTime.flatMap(({ id, passId }) => (passId === null ? [] : [id]))
  const isTakenAway = by === 'vendor' || by === 'system'
  await returnCredits(tx, ids)
  if (isTakenAway) await withdrawUnconfirmed(tx, ids)
  await refundWithoutClass(tx, ids)
  await takeBackAssumed(tx, inTime)
  await extendBundles(tx, ids)
  for (const [vendorId, spots] of Map.groupBy(ended, (spot) => spot.vendorId))
    await refundCards(tx, vendorId, {
      bookingIds: spots.map(({ id }) => id),
      passIds: spots.flatMap(({ passId }) => passId ?? []),
    })
}
