import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import { disconnectCalendar } from './disconnect-calendar.ts'

const maxPerRun = 100

/**
 * Withdraws our access to the calendars of accounts that were closed a day ago. By then what was cancelled is gone from them; who
 * comes back connects again. Returns how many.
 */
export async function disconnectClosed(deps: Deps): Promise<number> {
  const rows = await deps.db
    .selectFrom('calendarConnections as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendorId')
    .where('c.googleCalendarConnectedAt', 'is not', null)
    .where('v.closedAt', '<', sql<Date>`now() - interval '1 day'`)
    .select('v.id')
    .limit(maxPerRun)
    .execute()
  for (const { id } of rows) await disconnectCalendar(deps, id)
  return rows.length
}
