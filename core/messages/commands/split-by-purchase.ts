import { createHash } from 'node:crypto'
import type { Tx } from '#core/shared/db.ts'
import { listPurchasesIn } from '../queries.ts'
import type { Slot } from '../schema.ts'

export type SessionChange = { eventId: string; at: Date; sessionId: string; before: Slot }

const batch = 500

/** Makes one event per purchase of a changed session, so that each is told, and retried, on its own. */
export async function splitByPurchase(tx: Tx, change: SessionChange): Promise<void> {
  const purchases = await listPurchasesIn(tx, change.sessionId, change.at)
  const rows = purchases.map(({ groupId, bookingIds }) => ({
    event_id: partOf(change.eventId, groupId),
    kind: 'booking.session_changed',
    payload: JSON.stringify({ groupId, bookingIds, before: change.before }),
  }))
  for (let from = 0; from < rows.length; from += batch)
    await tx
      .insertInto('outbox')
      .values(rows.slice(from, from + batch))
      .execute()
}

/** The same id whenever the same event is split again: a message is never written twice. */
function partOf(eventId: string, groupId: string): string {
  const hex = createHash('sha256').update(`${eventId} ${groupId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
