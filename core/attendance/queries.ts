import { sql } from 'kysely'
import { ownBookings } from '#core/bookings/queries/own-bookings.ts'
import { listSessionsOfDay } from '#core/schedule/queries/own-sessions.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/**
 * Whether the customer of spot `b` in session `s` comes to this vendor for the first time: no earlier session in which the
 * contact had a spot. One that they missed does not count. Nothing is known about somebody without a contact.
 */
const isFirstTime = sql<boolean>`(g.contact_id is not null and not exists (
  select from purchases og join bookings ob on ob.purchase_id = og.id join class_sessions os on os.id = ob.session_id
  where og.contact_id = g.contact_id and ob.deleted_at is null and ob.status in ('confirmed', 'completed') and ob.attendance is distinct from 'no_show'
    and os.starts_at < s.starts_at))`

/** The vendor's sessions of one local day, each with the spots that are held or were cancelled late. */
export async function listAttendance(db: Db, of: { vendorId: VendorId; date: string }) {
  const sessions = await listSessionsOfDay(db, of)
  const ids = sessions.map(({ id }) => id)
  const spots = ids.length === 0 ? [] : await listSpots(db, of.vendorId, ids)
  return sessions.map((session) => ({
    ...session,
    spots: spots.filter(({ sessionId }) => sessionId === session.id),
  }))
}

async function listSpots(db: Db, vendorId: VendorId, sessionIds: readonly string[]) {
  const rows = await ownBookings(db, vendorId)
    .where('b.sessionId', 'in', [...sessionIds])
    .where(
      sql<boolean>`(holds_seat(b) or b.attendance = 'late_cancel' or b.late_waived_at is not null)`,
    )
    .orderBy('g.customerName')
    .orderBy('b.purchaseId')
    .orderBy('b.bookedAt')
    .orderBy('b.id')
    .select(['b.attendanceMarkedAt', isFirstTime.as('isFirstTime')])
    .execute()
  // An overdue request is over, even if the worker has not processed it yet.
  const shown = rows.filter(({ status }) => status !== 'expired')
  return shown.map((spot) => {
    const together = shown.filter(
      ({ purchaseId, sessionId }) => purchaseId === spot.purchaseId && sessionId === spot.sessionId,
    )
    return {
      ...spot,
      /** among those of the same purchase in the session */
      spotInSession: { place: together.indexOf(spot) + 1, spots: together.length },
    }
  })
}
