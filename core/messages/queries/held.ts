import type { Db } from '#core/shared/db.ts'
import type { Budget } from '../rules/budgets.ts'

/** The number of held messages, by budget. */
export async function countHeld(db: Db): Promise<ReadonlyMap<Budget, number>> {
  const rows = await db
    .selectFrom('messages')
    .where('status', '=', 'held')
    .groupBy('heldBy')
    .select(['heldBy', (eb) => eb.fn.countAll<number>().as('held')])
    .execute()
  return new Map(rows.flatMap(({ heldBy, held }) => (heldBy === null ? [] : [[heldBy, held]])))
}
