import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import { type NewMessage, queueMessage } from './queue-message.ts'

/** What somebody is to read; empty where nobody is there to read it. */
export type Letters = (tx: Tx) => Promise<readonly NewMessage[]>

/** Queues letters. Once for each event and reader. */
export async function tell(tx: Tx, eventId: string, letters: Letters): Promise<void> {
  for (const message of await letters(tx)) await queueMessage(tx, { ...message, eventId })
}

/** None while the same still waits, unless its sending has begun: that one may have been written before. */
export const unlessWaiting =
  (letters: Letters): Letters =>
  async (tx) => {
    const missing: NewMessage[] = []
    for (const message of await letters(tx)) {
      const waiting = await tx
        .selectFrom('messages')
        .where(sql<boolean>`vendor_id = ${message.vendorId}`)
        .where('kind', '=', message.kind)
        .where('status', '=', 'queued')
        .where('attempts', '=', 0)
        .where('recipient', '=', message.address ?? '')
        .where(sql<boolean>`facts = ${JSON.stringify(message.facts)}::jsonb`)
        .select('id')
        .executeTakeFirst()
      if (!waiting) missing.push(message)
    }
    return missing
  }
