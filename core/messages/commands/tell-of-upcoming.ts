import { openFeeds } from '#core/feeds/steps/open-feeds.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Language } from '#core/shared/languages.ts'
import { listUpcoming, listUpcomingByPhone } from '../queries/upcoming.ts'
import { queueMessage } from './queue-message.ts'

export type LinksRequest = { eventId: string; contact: string; language: Language }

/**
 * Queues the links to the upcoming bookings of an address. We cannot write to a phone: each vendor sees that its customer
 * looks for the link, and can send it. Nothing happens if there are none.
 */
export async function tellOfUpcoming(
  tx: Tx,
  { eventId, contact, language }: LinksRequest,
): Promise<void> {
  if (contact.includes('@') || contact.includes(':')) {
    if (await listUpcoming(tx, contact)) {
      if (contact.includes('@')) await openFeeds(tx, contact)
      await queueMessage(tx, {
        eventId,
        audience: 'customer',
        kind: 'booking.links',
        address: contact,
        otherwise: '',
        language,
        facts: {},
      })
    }
    return
  }
  for (const { purchaseId, vendorId, phone } of await listUpcomingByPhone(tx, contact)) {
    if (await isAsked(tx, purchaseId)) continue
    await queueMessage(tx, {
      audience: 'customer',
      kind: 'booking.links',
      address: null,
      otherwise: phone,
      language,
      vendorId,
      purchaseId,
      facts: {},
    })
  }
}

async function isAsked(tx: Tx, purchaseId: string): Promise<boolean> {
  const asked = await tx
    .selectFrom('messages')
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', 'booking.links')
    .where('status', '=', 'no_channel')
    .where('handledAt', 'is', null)
    .select('id')
    .executeTakeFirst()
  return asked !== undefined
}
