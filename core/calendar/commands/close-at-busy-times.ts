import { sql } from 'kysely'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import { planAllows } from '#core/plans/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { forgetBusyTimes } from '../steps/forget-busy-times.ts'

type With = Pick<Deps, 'db' | 'settings'>

/**
 * Closes the booking of sessions of classes at times when their vendor is busy elsewhere, if it wants that, and opens those that
 * no longer are. Without a plan that reads other calendars, what was read of them is deleted: a broken connection reads nothing.
 */
export async function closeAtBusyTimes(deps: With, vendorId: VendorId): Promise<void> {
  const mayClose = await planAllows(deps, vendorId, 'calendar_follow')
  if (!mayClose) await deps.db.transaction().execute((tx) => forgetBusyTimes(tx, vendorId))
  await deps.db.transaction().execute(async (tx) => {
    const changed = sql<{ id: string }>`
      select s.id from class_sessions s
      where s.vendor_id = ${vendorId} and s.starts_at > now()
        and (s.busy_since is not null) <> (session_collides(s)
          and exists (select from calendar_connections c where c.vendor_id = s.vendor_id and c.closes_booking
            and c.google_calendar_connected_at is not null))`
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

/**
 * The same for all vendors with busy times or closed sessions, whatever Google answers: a disconnection, a plan that has ended
 * and a session that was moved are seen here. Returns how many vendors were looked at.
 */
export async function closeAllAtBusyTimes(deps: Deps): Promise<number> {
  const { rows } = await sql<{ vendorId: VendorId }>`
    select vendor_id from busy_times
    union select vendor_id from class_sessions where busy_since is not null and starts_at > now()`.execute(
    deps.db,
  )
  await eachVendor(deps, rows)
  return rows.length
}

/** One vendor whose sessions are locked for long must not keep the others waiting for ever. */
async function eachVendor(deps: Deps, rows: readonly { vendorId: VendorId }[]): Promise<void> {
  for (const { vendorId } of rows)
    try {
      await closeAtBusyTimes(deps, vendorId)
    } catch (error) {
      deps.log.warn({ vendorId, err: error }, 'busy times could not be compared')
    }
}
