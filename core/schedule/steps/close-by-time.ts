import { sql } from 'kysely'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/**
 * Closes the booking of a vendor's upcoming sessions at times that it has blocked or is busy in, and opens those at other
 * times: session_is_closed_by_time(). A session that is made or moved is closed by a trigger.
 */
export async function closeByTime(tx: Tx, vendorId: VendorId): Promise<void> {
  const changed = sql<{ id: string }>`
    select s.id from class_sessions s
    where s.vendor_id = ${vendorId} and s.starts_at > now()
      and (s.busy_since is not null) <> session_is_closed_by_time(s)`
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
    where vendor_id = ${vendorId}
      and id = any(${rows.map(({ id }) => id).filter((id) => locked.has(id))}::uuid[])`.execute(tx)
}
