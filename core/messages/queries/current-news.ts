import { type Selectable, sql } from 'kysely'
import type { Messages } from '#core/shared/database.ts'
import { heldBefore } from '#core/bookings/queries/former-holders.ts'
import { holderRotation } from '#core/bookings/queries/purchase-details.ts'
import { firstExpiry } from '../../bookings/rules.ts'
import type { Db } from '#core/shared/db.ts'
import {
  formerReaderOf,
  listSpotsStillSo,
  type News,
  type PurchaseKind,
  type PurchaseNow,
  purchaseKindOf,
  stillHolds,
  stillSays,
} from '../rules.ts'
import { type PurchaseFacts, purchaseFactsSchema } from '../schema.ts'
import { type Befores, entriesOf, holds } from './entries.ts'

/** The parts of a message that are needed to check whether it is still true. */
export const newsColumns = [
  'kind',
  'audience',
  'recipient',
  'facts',
  'groupId',
] as const satisfies readonly (keyof Messages)[]

type Stored = Omit<Pick<Selectable<Messages>, (typeof newsColumns)[number]>, 'facts'> & {
  facts: unknown
}

/** The message is still true, but has no address to send it to. */
export class NoAddressAnyMore extends Error {
  constructor() {
    super('The customer no longer has an email address.')
  }
}

type ReadNews = { news: News; facts: PurchaseFacts }

/** The current content of a message about a purchase. Null if it is no longer true. */
export async function findNewsToSend(
  db: Db,
  message: Stored,
): Promise<(PurchaseFacts & { isFormer?: boolean }) | null> {
  const read = readNews(message)
  if (!read) throw new Error(`${message.kind} is no news of a purchase that can be read`)
  const purchase = (await listPurchases(db, [message])).get(message.groupId ?? '')
  if (!purchase) return read.facts
  const { now, contact } = purchase
  const former = formerReaderOf(read.news, now)
  // Without an address it cannot be sent, so the vendor sees it as not reached.
  const { customerEmail } = former ?? contact
  if (message.audience === 'customer' && customerEmail === null && stillSays(read.news, now))
    throw new NoAddressAnyMore()
  if (!stillHolds(read.news, now)) return null
  if (former) return { ...read.facts, isFormer: true }
  const facts = withSpotsStillSo(read, purchase)
  // The customer may have had the link replaced since.
  const { tokenRotation } = contact
  return {
    ...facts,
    purchase: { ...facts.purchase, tokenRotation },
    spotsHeld: purchase.spots.filter(holds).length,
  }
}

type NewsToTell<Message> = Omit<Message, 'kind' | 'facts'> & {
  kind: PurchaseKind
  facts: PurchaseFacts
  /** the former holder of ended spots, if the purchase has another owner now */
  meantFor: PurchaseFacts['purchase'] | null
}

/**
 * Messages that are still true, with the current contact: a corrected address does not mean that the customer was
 * notified.
 */
export async function listNewsToTell<Message extends Stored>(
  db: Db,
  messages: readonly Message[],
): Promise<NewsToTell<Message>[]> {
  const purchases = await listPurchases(db, messages)
  return messages.flatMap((message) => {
    const read = readNews(message)
    if (!read) return []
    const purchase = purchases.get(message.groupId ?? '')
    const { kind } = read.news
    if (!purchase) return [{ ...message, kind, facts: read.facts, meantFor: null }]
    if (!stillSays(read.news, purchase.now)) return []
    const facts = { ...withSpotsStillSo(read, purchase), purchase: purchase.contact }
    const former = formerReaderOf(read.news, purchase.now)
    return [{ ...message, kind, facts, meantFor: former && { ...read.facts.purchase, ...former } }]
  })
}

function readNews(message: Stored): ReadNews | null {
  const { audience, recipient } = message
  const kind = purchaseKindOf(message.kind)
  const { data: facts } = purchaseFactsSchema.safeParse(message.facts)
  if (!kind || !facts || (audience !== 'customer' && audience !== 'vendor')) return null
  const spots = facts.entries.flatMap(({ bookingIds, ...entry }) =>
    bookingIds.map((id) => ({ id, ...entry, before: entry.before ?? facts.before })),
  )
  const { tokenRotation } = facts.purchase
  return { facts, news: { kind, audience, recipient, tokenRotation, spots } }
}

/** A message about many spots must not list those that have changed since. */
function withSpotsStillSo({ facts, news }: ReadNews, { now, spots }: Purchase): PurchaseFacts {
  const stillSo = listSpotsStillSo(news, now)
  if (stillSo.length === news.spots.length) return facts
  const ids = stillSo.map(({ id }) => id)
  return {
    ...facts,
    entries: entriesOf(spots, ids, beforesIn(facts)) ?? facts.entries,
    expiresAt: firstExpiry(spots.filter(({ id }) => ids.includes(id)))?.toISOString() ?? null,
  }
}

export function beforesIn({ before: ofAll, entries }: PurchaseFacts): Befores {
  return new Map(
    entries.flatMap((entry) => {
      const before = entry.before ?? ofAll
      return before === null ? [] : entry.bookingIds.map((id) => [id, before] as const)
    }),
  )
}

type Purchase = {
  now: PurchaseNow
  contact: PurchaseFacts['purchase']
  spots: Awaited<ReturnType<typeof listSpots>>
}

async function listPurchases(db: Db, messages: readonly Stored[]): Promise<Map<string, Purchase>> {
  const groupIds = new Set(messages.flatMap(({ groupId }) => groupId ?? []))
  if (groupIds.size === 0) return new Map()
  const purchases = new Map<string, Purchase>()
  const rows = await listSpots(db, [...groupIds])
  for (const [groupId, spots] of Map.groupBy(rows, (row) => row.groupId)) {
    const [first] = spots
    if (!first) continue
    const { reference, tokenRotation, customerName, customerEmail, customerPhone } = first
    purchases.set(groupId, {
      contact: { groupId, reference, tokenRotation, customerName, customerEmail, customerPhone },
      now: {
        contacts: [customerEmail, customerPhone, reference].filter((one) => one !== null),
        holderRotation: first.holderRotation,
        heldBefore: first.heldBefore,
        spots: spots.map((spot) => ({
          id: spot.id,
          status: spot.deletedAt === null ? spot.status : 'cancelled',
          sessionId: spot.sessionId,
          startsAt: spot.startsAt.toISOString(),
          endsAt: spot.endsAt.toISOString(),
          location: spot.location,
          onlineUrl: spot.onlineUrl,
        })),
      },
      spots,
    })
  }
  return purchases
}

function listSpots(db: Db, groupIds: readonly string[]) {
  return db
    .selectFrom('bookingGroups as g')
    .innerJoin('bookings as b', 'b.groupId', 'g.id')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .innerJoin('classes as c', 'c.id', 'b.classId')
    .where('g.id', 'in', [...groupIds])
    .orderBy('s.startsAt')
    .orderBy('b.bookedAt')
    .orderBy('b.id')
    .select([
      'g.id as groupId',
      'g.reference',
      'g.customerName',
      'g.customerEmail',
      'g.customerPhone',
      'g.tokenRotation',
      'b.id',
      'b.status',
      'b.deletedAt',
      'b.expiresAt',
      'b.calendarId',
      'b.priceMinor',
      'b.currency',
      's.id as sessionId',
      's.startsAt',
      's.endsAt',
      's.timeZone',
      's.location',
      's.onlineUrl',
      'c.title as classTitle',
    ])
    .select(sql<number>`b.calendar_sequence + s.calendar_sequence`.as('calendarSequence'))
    .select([holderRotation.as('holderRotation'), heldBefore.as('heldBefore')])
    .execute()
}
