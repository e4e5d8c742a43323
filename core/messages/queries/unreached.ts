import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { listNewsToTell, newsColumns } from './current-news.ts'

const maxShown = 200

/**
 * Messages that reached no customer, or are held, and that nobody has ticked off, for sessions still to come, with the customer's
 * contact of today. What customers did themselves they saw on the screen: without an address there is nothing to tell
 * them about it. News that no longer holds is left out.
 */
export async function listUnreached(db: Db, vendorId: VendorId) {
  const unreached = await db
    .selectFrom('messages')
    .where('vendorId', '=', vendorId)
    .where('audience', '=', 'customer')
    .where('handledAt', 'is', null)
    .where('status', 'in', ['held', 'failed', 'no_channel'])
    .where(
      sql<boolean>`(session_id is null or exists (
        select from class_sessions s where s.id = messages.session_id and s.starts_at > now()))`,
    )
    .where(
      sql<boolean>`not (status = 'no_channel' and (kind in ('booking.confirmed', 'booking.requested') or coalesce(facts->>'by', '') = 'customer' and not coalesce((facts->>'issuedLink')::boolean, false)))`,
    )
    .orderBy('createdAt')
    // Of many changes of one session only the last ones are current: those before are read and left out.
    .limit(5000)
    .select([...newsColumns, 'id', 'language'])
    .execute()
  return (await listNewsToTell(db, unreached)).slice(0, maxShown)
}

type Unreached = Awaited<ReturnType<typeof listUnreached>>[number]
type Contact = Unreached['facts']['purchase']

export type UnreachedPerson = {
  contact: Contact
  /** who held what has ended, where the purchase was given to somebody else or its contact corrected since */
  meantFor: Contact | null
  /** the latest of each spot, the newest first */
  news: Unreached[]
  /** all that did not reach this person */
  messageIds: string[]
}

/** The people whom messages did not reach, the one with the newest message first. */
export async function listUnreachedPeople(db: Db, vendorId: VendorId): Promise<UnreachedPerson[]> {
  const newestFirst = (await listUnreached(db, vendorId)).toReversed()
  return [...Map.groupBy(newestFirst, personOf).values()].flatMap((messages) => {
    const [latest] = messages
    if (!latest) return []
    return {
      contact: latest.facts.purchase,
      meantFor: latest.meantFor,
      news: latestOfEachSpot(messages),
      messageIds: messages.map(({ id }) => id),
    }
  })
}

const contactOf = ({ customerPhone, customerEmail, customerName }: Contact) =>
  customerPhone ?? customerEmail ?? customerName

function personOf({ facts, meantFor }: Unreached): string {
  return [facts.purchase, ...(meantFor ? [meantFor] : [])].map(contactOf).join(' ')
}

function latestOfEachSpot(newestFirst: readonly Unreached[]): Unreached[] {
  const told = new Set<string>()
  return newestFirst.filter(({ facts }) => {
    const spots = facts.entries.flatMap(({ bookingIds }) => bookingIds)
    const isOlder = spots.length > 0 && spots.every((id) => told.has(id))
    for (const id of spots) told.add(id)
    return !isOlder
  })
}
