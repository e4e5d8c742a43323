import type { Tx } from '#core/shared/db.ts'
import { StartOver } from '#core/shared/settle.ts'

/** Locks sessions in the order every writer keeps, before any of their bookings (docs/locking.md). */
export async function lockSessions(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return
  await tx
    .selectFrom('classSessions')
    .where('id', 'in', [...new Set(sessionIds)])
    .orderBy('id')
    .select('id')
    // FOR UPDATE would stop the worker, which holds a purchase while it queues a message about the session.
    .forNoKeyUpdate()
    .execute()
}

/**
 * Locks the sessions these bookings are in, with others that are about to receive them. A booking that was moved
 * while we waited is in a session that is not locked: then all starts over.
 */
export async function lockSessionsOf(
  tx: Tx,
  bookingIds: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  const locked = new Set([...(await listSessionIds(tx, bookingIds)), ...others])
  await lockSessions(tx, [...locked])
  const now = await listSessionIds(tx, bookingIds)
  if (now.some((id) => !locked.has(id))) throw new StartOver()
}

async function listSessionIds(tx: Tx, bookingIds: readonly string[]): Promise<string[]> {
  if (bookingIds.length === 0) return []
  const rows = await tx
    .selectFrom('bookings')
    .where('id', 'in', [...bookingIds])
    .select('sessionId')
    .execute()
  return rows.map(({ sessionId }) => sessionId)
}
