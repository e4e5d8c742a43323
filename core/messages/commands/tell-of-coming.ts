import type { Tx } from '#core/shared/db.ts'
import type { Language } from '#core/shared/languages.ts'
import { listAddresses } from '../queries/coming.ts'
import { queueMessage } from './queue-message.ts'

export type LinksRequest = { eventId: string; contact: string; language: Language }

/**
 * Queues the links to all that is coming for a contact: one mail per address that stands in the purchases
 * themselves, with those purchases alone. Where nothing is coming, nobody is told anything.
 */
export async function tellOfComing(
  tx: Tx,
  { eventId, contact, language }: LinksRequest,
): Promise<void> {
  for (const email of await listAddresses(tx, contact))
    await queueMessage(tx, {
      eventId,
      audience: 'customer',
      kind: 'booking.links',
      email,
      otherwise: '',
      language,
      facts: { contact },
    })
}
