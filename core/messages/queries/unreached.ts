import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import { heldBefore } from '#core/bookings/queries/former-holders.ts'
import { holderRotation } from '#core/bookings/queries/purchase-details.ts'
import type { Slot } from '#core/events/catalogue.ts'
import type { Db } from '#core/shared/db.ts'
import {
  type BundleLeft,
  bundleLeftSchema,
  noteFactsSchema,
  type PurchaseFacts,
  purchaseFactsSchema,
} from '../schema.ts'
import { hasUpcoming } from './upcoming.ts'
import { bundleKindOf, bundleKinds, bundleLetter, formerHolderOf } from '../rules.ts'
import { listNewsToTell, newsColumns } from './current-news.ts'
import { isCausedByVendor } from './sent.ts'

const maxRead = 5000
const maxNotes = 500
const maxNotesOfPurchase = 3

/**
 * Messages that reached no customer, or are held, and are not ticked off. What strangers can cause without end comes last.
 */
function unreached(db: Db, vendorId: VendorId) {
  return db
    .selectFrom('messages')
    .where('messages.vendorId', '=', vendorId)
    .where('audience', '=', 'customer')
    .where('handledAt', 'is', null)
    .where('messages.status', 'in', ['held', 'failed', 'no_channel'])
    .select(isFirst.as('isFirst'))
    .orderBy(isCausedByVendor, 'desc')
    .orderBy(isFirst, 'desc')
    .orderBy('messages.createdAt')
    .limit(maxRead)
}

/** News that only the vendor can pass on: its own, and to customers without an address. */
const isFirst = sql<boolean>`(${isCausedByVendor} or status = 'no_channel')`

const isSeenByCustomer = sql<boolean>`(
  status = 'no_channel' and kind in ('booking.confirmed', 'booking.requested') and coalesce(facts->>'by', '') <> 'vendor'
  or (status = 'no_channel' or kind = 'booking.cancelled')
    and coalesce(facts->>'by', '') = 'customer' and not coalesce((facts->>'issuedLink')::boolean, false))`

/**
 * Messages about purchases that reached nobody, with their upcoming sessions and the customer's current contact. Customers
 * saw their own actions on the screen, so those are left out, and so are messages that are no longer true.
 */
export async function listUnreached(db: Db, vendorId: VendorId) {
  const messages = await unreached(db, vendorId)
    .where(
      sql<boolean>`(session_id is null or exists (
        select from (
          select messages.session_id as id
          union all select (e->>'sessionId')::uuid from jsonb_array_elements(messages.facts->'entries') e
        ) told join class_sessions s on s.id = told.id where s.starts_at > now()))`,
    )
    .where((eb) => eb.not(isSeenByCustomer))
    .select([...newsColumns, 'id', 'language', 'createdAt'])
    .execute()
  // Only the last change of a session is current; earlier ones are left out.
  const news = await listNewsToTell(db, messages)
  const changes = listChanges(messages)
  return news.map((one) => ({ ...one, facts: withUpcoming(withLastKnown(one, changes)) }))
}

type Change = { recipient: string; bookingId: string; before: Slot; startsAt: string }

/** The changes of spots in messages that did not arrive, the newest first. */
function listChanges(
  messages: readonly { recipient: string; facts: unknown; createdAt: Date }[],
): Change[] {
  return messages
    .toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
    .flatMap(({ recipient, facts }) => {
      const { data } = purchaseFactsSchema.safeParse(facts)
      return (data?.entries ?? []).flatMap(({ before, bookingIds, startsAt }) =>
        before === null
          ? []
          : bookingIds.map((bookingId) => ({ recipient, bookingId, before, startsAt })),
      )
    })
}

/** Compares with what the customer knows: after several moves that did not reach them, with the time before the first. */
function withLastKnown(
  { recipient, facts }: { recipient: string; facts: PurchaseFacts },
  changes: readonly Change[],
): PurchaseFacts {
  const entries = facts.entries.map((entry) => {
    const own = changes.filter(
      (change) => change.recipient === recipient && change.bookingId === entry.bookingIds[0],
    )
    const before = own.reduce(
      (known, change) => (change.startsAt === known?.startsAt ? change.before : known),
      entry.before,
    )
    return { ...entry, before }
  })
  return { ...facts, entries }
}

function withUpcoming(facts: PurchaseFacts): PurchaseFacts {
  const upcoming = facts.entries.filter(({ startsAt }) => Date.parse(startsAt) > Date.now())
  return upcoming.length > 0 ? { ...facts, entries: upcoming } : facts
}

/** Unsent messages about credits; listed while the credits can be used, or until ticked off. */
async function listUnreachedOfBundles(db: Db, vendorId: VendorId) {
  const messages = await unreached(db, vendorId)
    .innerJoin('bookingGroups as g', 'g.id', 'messages.groupId')
    .where('kind', 'in', bundleKinds)
    .where(
      sql<boolean>`(kind = 'bundle.refunded' or (facts->'bundle'->>'expiresAt')::timestamptz > now())`,
    )
    .select(['messages.id', 'messages.kind', 'messages.facts', 'messages.language'])
    .select(['messages.createdAt', 'g.id as groupId', 'g.reference', 'g.tokenRotation'])
    .select(['g.customerName', 'g.customerEmail', 'g.customerPhone', 'messages.recipient'])
    .select(heldBefore.as('heldBefore'))
    .execute()
  return messages.flatMap(
    ({ id, kind, facts, language, createdAt, isFirst, recipient, ...row }) => {
      const { data } = bundleLeftSchema.safeParse(facts)
      const known = bundleKindOf(kind)
      if (!data || !known) return []
      const { heldBefore: before, ...contact } = row
      const { purchase } = data
      const former = formerHolderOf(purchase, { heldBefore: before })
      // The sessions that are left are the next holder's, or this person's again.
      if (former ? known === 'bundle.moved' : known === 'bundle.handed_over') return []
      const meantFor = former && { ...purchase, ...former }
      const told: BundleLeft = { ...data, purchase: contact }
      return {
        id,
        letter: bundleLetter(known),
        language,
        createdAt,
        isFirst,
        contact,
        meantFor,
        facts: told,
      }
    },
  )
}

/** The links to purchases that did not arrive, for the person who still has the contact they went to. */
async function listUnreachedLinks(db: Db, vendorId: VendorId) {
  const messages = await unreached(db, vendorId)
    .innerJoin('bookingGroups as g', 'g.id', 'messages.groupId')
    .where('kind', 'in', ['booking.links', 'booking.new_link'])
    // The phone may have been corrected since, or that of an earlier holder too. Older messages say no rotation.
    .where(
      sql<boolean>`case when messages.facts ? 'tokenRotation' and recipient is distinct from g.customer_email
        then messages.status = 'no_channel' and (messages.facts->>'tokenRotation')::integer >= ${holderRotation}
        else recipient in (g.customer_email, g.customer_phone, g.reference) end`,
    )
    .where(hasUpcoming)
    .select(['messages.id', 'messages.language', 'messages.createdAt'])
    .select(['g.id as groupId', 'g.reference', 'g.tokenRotation'])
    .select(['g.customerName', 'g.customerEmail', 'g.customerPhone'])
    .execute()
  return messages.map(({ id, language, createdAt, isFirst, ...contact }) => ({
    id,
    language,
    createdAt,
    isFirst,
    contact,
  }))
}

/**
 * What the vendor wrote itself in the last two weeks, for the person whom it was written to: the newest of each purchase,
 * because one vendor can write thousands.
 */
async function listUnreachedNotes(db: Db, vendorId: VendorId) {
  const messages = await unreached(db, vendorId)
    .clearOrderBy()
    .orderBy('messages.createdAt', 'desc')
    .clearLimit()
    .limit(maxNotes)
    .innerJoin('bookingGroups as g', 'g.id', 'messages.groupId')
    .where('kind', '=', 'booking.note')
    .where('messages.createdAt', '>', sql<Date>`now() - interval '14 days'`)
    .where(sql<boolean>`(messages.facts->>'tokenRotation')::integer >= ${holderRotation}`)
    .where('messages.id', 'in', newestNotes(vendorId))
    .select(['messages.id', 'messages.facts', 'messages.createdAt'])
    .select(['g.id as groupId', 'g.reference', 'g.tokenRotation'])
    .select(['g.customerName', 'g.customerEmail', 'g.customerPhone'])
    .execute()
  return messages.flatMap(({ id, facts, createdAt, isFirst, ...contact }) => {
    const { data } = noteFactsSchema.safeParse(facts)
    return data ? { id, text: data.text, createdAt, isFirst, contact } : []
  })
}

const newestNotes = (vendorId: VendorId) =>
  sql<string>`(select id from (
    select id, row_number() over (partition by group_id order by created_at desc, id) as nth from messages
    where vendor_id = ${vendorId} and audience = 'customer' and kind = 'booking.note' and handled_at is null
      and status in ('held', 'failed', 'no_channel') and created_at > now() - interval '14 days'
  ) notes where nth <= ${maxNotesOfPurchase})`

type UnreachedNote = Awaited<ReturnType<typeof listUnreachedNotes>>[number]

export type UnreachedLink = Awaited<ReturnType<typeof listUnreachedLinks>>[number]

export type UnreachedOfBundle = Awaited<ReturnType<typeof listUnreachedOfBundles>>[number]

type Unreached = Awaited<ReturnType<typeof listUnreached>>[number]
type Contact = Unreached['facts']['purchase']

export type UnreachedPerson = {
  contact: Contact
  /** the former holder of ended spots, if the purchase was transferred since */
  meantFor: Contact | null
  /** the latest of each spot, the newest first */
  news: Unreached[]
  /** of bundles, the newest first */
  bundles: UnreachedOfBundle[]
  /** to purchases, each once */
  links: UnreachedLink[]
  /** in the vendor's own words, the newest first */
  notes: UnreachedNote[]
  /** all that did not reach this person */
  messageIds: string[]
}

/**
 * The people whom messages did not reach: first those whom only the vendor can tell, then by the newest message.
 */
export async function listUnreachedPeople(db: Db, vendorId: VendorId): Promise<UnreachedPerson[]> {
  const news = await listUnreached(db, vendorId)
  const bundles = await listUnreachedOfBundles(db, vendorId)
  const links = await listUnreachedLinks(db, vendorId)
  const notes = await listUnreachedNotes(db, vendorId)
  const nothing = { news: [], bundles: [], links: [], notes: [] }
  const newestFirst = [
    ...news.map((one) => ({
      ...about(one),
      ...nothing,
      contact: one.facts.purchase,
      news: [one],
    })),
    ...bundles.map((one) => ({ ...about(one), ...nothing, contact: one.contact, bundles: [one] })),
    ...links.map((one) => ({ ...about(one), ...nothing, contact: one.contact, links: [one] })),
    ...notes.map((one) => ({ ...about(one), ...nothing, contact: one.contact, notes: [one] })),
  ].toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  const people = [...Map.groupBy(newestFirst, personOf).values()]
  const isUrgent = (messages: typeof newestFirst) => messages.some((one) => one.isFirst)
  return [...people.filter(isUrgent), ...people.filter((one) => !isUrgent(one))].flatMap(
    (messages) => {
      const [latest] = messages
      if (!latest) return []
      return {
        contact: latest.contact,
        meantFor: latest.meantFor,
        news: latestOfEachSpot(messages.flatMap((message) => message.news)),
        bundles: messages.flatMap((message) => message.bundles),
        links: latestOfEachPurchase(messages.flatMap((message) => message.links)),
        notes: messages.flatMap((message) => message.notes),
        messageIds: messages.map(({ id }) => id),
      }
    },
  )
}

type Message = { id: string; createdAt: Date; isFirst: boolean; meantFor?: Contact | null }

const about = ({ id, createdAt, isFirst, meantFor = null }: Message) => ({
  id,
  createdAt,
  isFirst,
  meantFor,
})

// Anybody can book with somebody else's email address and their own phone, and the text to a phone has the links of all
// purchases in the row.
const contactOf = ({ customerPhone, customerEmail, customerName }: Contact) =>
  customerPhone ?? customerEmail ?? customerName

function personOf({ contact, meantFor }: Pick<UnreachedPerson, 'contact' | 'meantFor'>): string {
  // Two former holders may have one phone.
  return [
    contactOf(contact),
    ...(meantFor ? [contactOf(meantFor), meantFor.customerName] : []),
  ].join(' ')
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

function latestOfEachPurchase(newestFirst: readonly UnreachedLink[]): UnreachedLink[] {
  return newestFirst.filter(
    ({ contact }, at) =>
      newestFirst.findIndex((one) => one.contact.groupId === contact.groupId) === at,
  )
}
