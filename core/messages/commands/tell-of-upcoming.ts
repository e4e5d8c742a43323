import type { Tx } from '#core/shared/db.ts'
import type { Language } from '#core/shared/languages.ts'
import { listAddresses } from '../queries/upcoming.ts'
import { queueMessage } from './queue-message.ts'

export type LinksRequest = { eventId: string; contact: string; language: Language }

/**
 * Queues the links to a contact's upcoming bookings: one mail per email address in the purchases, with that address's
 * purchases only. Sends nothing if there are none.
 */
export async function tellOfUpcoming(
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
