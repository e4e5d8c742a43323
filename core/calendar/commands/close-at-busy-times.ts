import { sql } from 'kysely'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** Closes the booking of sessions at times when their vendor is busy elsewhere, if it wants that, and opens those that no longer are. */
export async function closeAtBusyTimes(db: Db, vendorId: VendorId): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const changed = sql<{ id: string }>`
      select s.id from class_sessions s
      where s.vendor_id = ${vendorId} and s.starts_at > now()
        and (s.busy_since is not null) <> (session_collides(s) and exists (
          select from calendar_connections c where c.vendor_id = s.vendor_id and c.closes_booking))`
    const seen = await changed.execute(tx)
    if (seen.rows.length === 0) return
    await lockSessions(
      tx,
      seen.rows.map(({ id }) => id),
    )
    // Read again: a session may have moved while we waited.
    const { rows } = await changed.execute(tx)
    const locked = new Set(seen.rows.map(({ id }) => id))
    await sql`
      update class_sessions set busy_since = case when busy_since is null then now() end
      where id = any(${rows.map(({ id }) => id).filter((id) => locked.has(id))}::uuid[])`.execute(
      tx,
    )
  })
}
