import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { listSubscriptions, type Subscriber } from '../define-subscriptions.ts'

/**
 * Says who subscribes to what here, for the relays of older workers. What no worker has said for a day belonged
 * to a version that is gone. Returns how many subscriptions it forgot.
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
