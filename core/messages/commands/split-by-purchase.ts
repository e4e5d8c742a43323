import { createHash } from 'node:crypto'
import type { Slot } from '#core/events/catalogue.ts'
import { emitParts } from '#core/events/emit.ts'
import type { Tx } from '#core/shared/db.ts'
import { listPurchasesIn } from '../queries/purchases-in-session.ts'

export type SessionChange = { eventId: string; at: Date; sessionId: string; before: Slot }

const batch = 500

/** Creates one event per purchase of a changed session, so that each message is sent and retried separately. */
export async function splitByPurchase(tx: Tx, change: SessionChange): Promise<void> {
  const purchases = await listPurchasesIn(tx, change.sessionId, change.at)
  const parts = purchases.map(({ groupId, bookingIds }) => ({
    id: partOf(change.eventId, groupId),
    payload: { groupId, bookingIds, before: change.before },
  }))
  for (let from = 0; from < parts.length; from += batch)
    await emitParts(tx, 'booking.session_changed', parts.slice(from, from + batch))
}

/** The same event always gets the same ids, so that a message is never written twice. */
function partOf(eventId: string, groupId: string): string {
  const hex = createHash('sha256').update(`${eventId} ${groupId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
