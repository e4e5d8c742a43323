import { phoneOf } from '#core/shared/phones.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { Language } from '#core/shared/languages.ts'
import { type Coming, listComing, listCountries } from '../queries/coming.ts'
import { linksKind } from '../rules.ts'
import type { LinksFacts } from '../schema.ts'
import { queueMessage } from './queue-message.ts'

export type LinksRequest = { eventId: string; contact: string; language: Language }

/**
 * Queues the links to all that is coming for a contact: one mail per address that stands in the purchases
 * themselves, with those purchases alone. Where nothing is coming, nobody is told anything.
 */
export async function tellOfComing(tx: Tx, request: LinksRequest): Promise<void> {
  const coming = await comingFor(tx, request.contact)
  for (const [email, purchases] of Map.groupBy(coming, (one) => one.email)) {
    await queueMessage(tx, {
      eventId: request.eventId,
      audience: 'customer',
      kind: linksKind,
      email,
      otherwise: '',
      language: request.language,
      facts: factsOf(purchases),
    })
  }
}

async function comingFor(db: Db, contact: string): Promise<Coming[]> {
  if (contact.includes('@')) return listComing(db, { email: contact })
  const phones = (await listCountries(db)).flatMap((country) => {
    const phone = phoneOf(contact, country)
    return phone === null ? [] : [{ country, phone }]
  })
  return listComing(db, { phones })
}

function factsOf(purchases: readonly Coming[]): LinksFacts {
  return {
    coming: purchases.map(({ email: _, startsAt, endsAt, ...entry }) => ({
      ...entry,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    })),
  }
}
