import { sql } from 'kysely'
import { closeByTime } from '#core/schedule/steps/close-by-time.ts'
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
  await deps.db.transaction().execute((tx) => closeByTime(tx, vendorId))
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
