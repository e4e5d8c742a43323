import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { listSubscriptions, type Subscriber } from '../define-subscriptions.ts'

/**
 * Stores this worker's subscriptions for the relays of older workers. Deletes subscriptions that no worker has stored for
 * a day, because their version no longer runs. Returns how many it deleted.
 */
export async function keepSubscriptions(
  db: Db,
  subscribers: readonly Subscriber[],
): Promise<number> {
  const own = listSubscriptions(subscribers)
  if (own.length > 0)
    await db
      .insertInto('eventSubscriptions')
      .values(own)
      .onConflict((conflict) =>
        conflict
          .columns(['subscriber', 'event'])
          .doUpdateSet((eb) => ({ seenAt: eb.fn<Date>('now') })),
      )
      .execute()
  const { numDeletedRows } = await db
    .deleteFrom('eventSubscriptions')
    .where('seenAt', '<', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
