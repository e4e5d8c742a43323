import { sql } from 'kysely'
import { ownsBookings } from '#core/bookings/queries/own-bookings.ts'
import { settlePayment } from '#core/bookings/steps/end-bookings.ts'
import { emit } from '#core/events/emit.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'

export type Waived = { ok: true } | { ok: false; reason: 'not_found' | 'not_late' | 'busy' }

/**
 * The vendor does not hold a late cancellation against the customer, who gets what a cancellation in time returns: the
 * session of a bundle, or a refund that is then due. Waiving again changes nothing.
 */
export async function waiveLateCancel(
  db: Db,
  member: { vendorId: VendorId; userId: string },
  { bookingId }: { bookingId: string },
): Promise<Waived> {
  return settle<Waived>(db, async (tx) => {
    const isOwn = await ownsBookings(tx, { vendorId: member.vendorId, bookingIds: [bookingId] })
    if (!isOwn) return { ok: false, reason: 'not_found' }
    await lockSessionsOf(tx, [bookingId])
    const waived = await tx
      .updateTable('bookings')
      .set({ attendance: null, lateWaivedAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` })
      .where('id', '=', bookingId)
      .where('status', '=', 'cancelled')
      .where('attendance', '=', 'late_cancel')
      .where('deletedAt', 'is', null)
      .returning(['id', 'sessionId', 'vendorId', 'purchaseId', 'passId'])
      .execute()
    const [spotWaived] = waived
    if (!spotWaived) {
      const spot = await tx
        .selectFrom('bookings')
        .where('id', '=', bookingId)
        .select('lateWaivedAt')
        .executeTakeFirst()
      return spot?.lateWaivedAt ? { ok: true } : { ok: false, reason: 'not_late' }
    }
    const { purchaseId } = spotWaived
    await settlePayment(tx, waived, { by: 'customer' })
    await emit(tx, 'booking.waived', {
      purchaseId,
      bookingIds: [bookingId],
    })
    await writeAudit(tx, {
      ...member,
      action: 'booking.late_waived',
      subject: ['booking', bookingId],
      details: {},
    })
    return { ok: true }
  })
}
