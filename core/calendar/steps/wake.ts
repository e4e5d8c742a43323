import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** So that several changes at once are written together. */
const gatherSeconds = 2

/** Brings the work for the calendars of these vendors forward. Does nothing for vendors without one. */
export async function wake(db: Db, vendorIds: RawBuilder<unknown>): Promise<void> {
  await sql`
    update calendar_connections set due_at = now() + make_interval(secs => ${gatherSeconds})
    where google_calendar_connected_at is not null and broken_at is null
      and due_at > now() + make_interval(secs => ${gatherSeconds}) and vendor_id in (${vendorIds})`.execute(
    db,
  )
}
