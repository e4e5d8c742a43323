import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'

/** Notes that the customers of these purchases know how they stand: no message follows. */
export async function markTold(tx: Tx, purchaseIds: readonly string[]): Promise<void> {
  if (purchaseIds.length === 0) return
  await sql`select mark_told(id, 'customer') from unnest(${[...purchaseIds]}::uuid[]) as id`.execute(
    tx,
  )
}
