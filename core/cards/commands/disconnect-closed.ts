import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import { disconnectCards } from './disconnect-cards.ts'

const maxPerRun = 100

/**
 * Removes the keys of accounts that were closed a day ago. By then what was cancelled is given back; where a refund has not
 * gone out, the next run tries again. Returns how many.
 */
export async function disconnectClosed(deps: Deps): Promise<number> {
  const rows = await deps.db
    .selectFrom('cardAccounts as a')
    .innerJoin('vendors as v', 'v.id', 'a.vendorId')
    .where('a.apiKey', 'is not', null)
    .where('v.closedAt', '<', sql<Date>`now() - interval '1 day'`)
    .select('v.id')
    .orderBy('v.closedAt')
    .limit(maxPerRun)
    .execute()
  let done = 0
  for (const { id } of rows)
    if ((await disconnectCards(deps, { vendorId: id, userId: null })).ok) done += 1
  return done
}
