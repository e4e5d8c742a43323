import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** The vendor has reminded the customers of these spots in its own way. False if none belongs to this vendor. */
export async function noteReminded(
  db: Db,
  { vendorId, bookingIds }: { vendorId: VendorId; bookingIds: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql`
    insert into reminders (vendor_id, booking_id, which, starts_at)
    select b.vendor_id, b.id, 'day', s.starts_at
    from bookings b join class_sessions s on s.vendor_id = b.vendor_id and s.id = b.session_id
    where b.vendor_id = ${vendorId} and b.id = any(${[...bookingIds]}::uuid[])
    on conflict (vendor_id, booking_id, which, starts_at) do update set made_at = reminders.made_at
    returning booking_id`.execute(db)
  return rows.length > 0
}
