import { phoneOf } from '#core/shared/phones.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { Language } from '#core/shared/languages.ts'
import { type Contact, listComing, listCountries, listOpenBundles } from '../queries/coming.ts'
import { linksKind } from '../rules.ts'
import { queueMessage } from './queue-message.ts'

export type LinksRequest = { eventId: string; contact: string; language: Language }

/**
 * Queues the links to all that is coming for a contact: one mail per address that stands in the purchases
 * themselves, with those purchases alone. Where nothing is coming, nobody is told anything.
 */
export async function tellOfComing(tx: Tx, request: LinksRequest): Promise<void> {
  const contact = await contactOf(tx, request.contact)
  const coming = await listComing(tx, contact)
  const bundles = await listOpenBundles(tx, contact)
  for (const email of new Set([...coming, ...bundles].map((one) => one.email))) {
    await queueMessage(tx, {
      eventId: request.eventId,
      audience: 'customer',
      kind: linksKind,
      email,
      otherwise: '',
      language: request.language,
      facts: {
        coming: coming.filter((one) => one.email === email),
        bundles: bundles.filter((one) => one.email === email),
      },
    })
  }
}

async function contactOf(db: Db, contact: string): Promise<Contact> {
  if (contact.includes('@')) return { email: contact }
  const phones = (await listCountries(db)).flatMap((country) => {
    const phone = phoneOf(contact, country)
    return phone === null ? [] : [{ country, phone }]
  })
  return { phones }
}
