import type { Db } from './db.ts'

/**
 * Says that something happened, in the transaction that made it happen. Only a row: a job or a
 * notice from here would take a lock of the whole cluster at commit.
 */
export async function writeOutbox(
  db: Db,
  kind: string,
  payload: Record<string, unknown>,
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ kind, payload: JSON.stringify(payload) })
    .execute()
}
