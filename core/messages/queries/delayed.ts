import type { Db } from '#core/shared/db.ts'
import type { Budget } from '../rules/budgets.ts'

/** The number of delayed messages, by budget. */
export async function countHeld(db: Db): Promise<ReadonlyMap<Budget, number>> {
  const rows = await db
    .selectFrom('messages')
    .where('status', '=', 'delayed')
    .groupBy('delayedBy')
    .select(['delayedBy', (eb) => eb.fn.countAll<number>().as('delayed')])
    .execute()
  return new Map(
    rows.flatMap(({ delayedBy, delayed }) => (delayedBy === null ? [] : [[delayedBy, delayed]])),
  )
}
