import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { giveBackSeats } from '#core/seats/steps/move-seats.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { settle } from '#core/shared/settle.ts'
import type { Version } from '#core/shared/version.ts'
import { writeAudit } from '#core/shared/audit.ts'
import { holdsSeat, isPending, mayEnd } from '../rules/status.ts'
import { nextCalendarSequence } from '../steps/calendar-sequence.ts'
import { emitEnded, settlePayment } from '../steps/end-bookings.ts'
import { lockPurchasesOf } from '../steps/lock-purchase.ts'
import { findEditable } from '../queries/editable-booking.ts'
import { spotVersion } from '../rules/spot-version.ts'

export type Deleted =
  | { ok: true }
  /** `paid_by_card`: what it took would stay at Stripe, and no page could give it back */
  | { ok: false; reason: 'not_found' | 'changed' | 'paid_by_card' | 'busy' }

/** What is deleted goes with what was paid for it, so the question names that. */
async function versionToDelete(tx: Tx, vendorId: VendorId, bookingId: string): Promise<Version> {
  const booking = await findEditable(tx, { vendorId, bookingId })
  if (!booking) return null
  const { sessionId, status, paidMinor, owedMinor } = booking
  return spotVersion({ sessionId, isHeld: holdsSeat(status), money: { paidMinor, owedMinor } })
}

/** Hides a booking from every list and returns its seat. The customer of an upcoming spot gets a cancellation message. */
export async function deleteBooking(
  db: Db,
  member: { vendorId: VendorId; userId: string },
  bookingId: string,
  version: Version = null,
): Promise<Deleted> {
  return settle<Deleted>(db, async (tx) => {
    const own = tx
      .selectFrom('bookings')
      .where('id', '=', bookingId)
      .where('vendorId', '=', member.vendorId)
      .where('deletedAt', 'is', null)
    if (!(await own.select('id').executeTakeFirst())) return { ok: false, reason: 'not_found' }
    await lockSessionsOf(tx, [bookingId])
    await lockPurchasesOf(tx, [bookingId])
    if (version !== null && (await versionToDelete(tx, member.vendorId, bookingId)) !== version)
      return { ok: false, reason: 'changed' }
    const booking = await own
      .select(['id', 'sessionId', 'vendorId', 'purchaseId', 'status', 'passId'])
      .select(sql<boolean>`card_kept(vendor_id, id, null) > 0`.as('keepsCard'))
      .select((eb) =>
        eb
          .selectFrom('classSessions as s')
          .whereRef('s.id', '=', 'bookings.sessionId')
          .select(sql<boolean>`s.starts_at > now()`.as('upcoming'))
          .as('upcoming'),
      )
      .forUpdate()
      .executeTakeFirst()
    if (!booking) return { ok: false, reason: 'not_found' }
    // A confirmed date that has begun took place: its session does not go back to the bundle.
    const settles = isPending(booking.status) || (mayEnd(booking.status) && booking.upcoming)
    if (!settles && booking.keepsCard) return { ok: false, reason: 'paid_by_card' }
    await tx
      .updateTable('bookings')
      .set((eb) => ({ deletedAt: eb.fn<Date>('now'), calendarSequence: nextCalendarSequence }))
      .where('id', '=', bookingId)
      .execute()
    if (holdsSeat(booking.status)) await giveBackSeats(tx, [booking], 'deleted')
    if (settles) await settlePayment(tx, [booking], { by: 'vendor' })
    await emitEnded(tx, [booking])
    await writeAudit(tx, {
      ...member,
      action: 'booking.deleted',
      subject: ['booking', bookingId],
      details: { status: booking.status },
    })
    return { ok: true }
  })
}
