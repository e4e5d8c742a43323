import { sql } from 'kysely'
import { type ReachOf, reaches } from '#core/classes/queries/reach.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { BundleEndLetter } from '../rules/kinds.ts'
import { type BundleEnds, noteFactsSchema, type PurchaseSaid } from '../schema.ts'
import { isOwn, listCustomerNews, type News, type Section } from './news.ts'
import { isCausedByVendor } from './sent.ts'
import { hasUpcoming } from './upcoming.ts'

const maxRead = 500
const maxNotesOfPurchase = 3

/** Something that did not reach a customer, with its text made of the present. */
export type UnreachedPart =
  | { id: string; what: 'news'; language: Language; section: Section }
  | { id: string; what: 'link'; language: Language; purchase: PurchaseSaid }
  | { id: string; what: 'note'; text: string }
  | { id: string; what: 'bundle'; language: Language; letter: BundleEndLetter; facts: BundleEnds }

type Language = 'en' | 'de' | 'ru'

export type UnreachedPerson = {
  contact: PurchaseSaid
  parts: UnreachedPart[]
  /** all that is ticked off with it */
  messageIds: string[]
  /** of what is not a message yet: the worker has not looked at the change */
  purchaseIds: string[]
  /** some of it may still arrive */
  isTried: boolean
}

/**
 * The people whom messages did not reach: first those whom only the vendor can tell, then by the newest message. What the
 * vendor wrote in its own words stands by itself: it is never mixed into other texts.
 */
export async function listUnreachedPeople(db: Db, vendorId: VendorId): Promise<UnreachedPerson[]> {
  const messages = await listMessages(db, vendorId)
  const purchaseIds = messages.flatMap(({ kind, purchaseId }) =>
    kind === 'news' ? purchaseId : [],
  )
  const news = await listCustomerNews(db, [...new Set(purchaseIds)])
  return peopleOf(partsOf(messages, news))
}

/**
 * Those of them with spots in what the vendor has just changed. Somebody without an address is listed before the worker has
 * looked at the change.
 */
export async function listUnreachedOf(
  db: Db,
  vendorId: VendorId,
  of: ReachOf,
): Promise<UnreachedPerson[]> {
  const purchases = await db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where('b.vendorId', '=', vendorId)
    .where('s.vendorId', '=', vendorId)
    .where(reaches(of))
    .select('b.purchaseId as id')
    .distinct()
    .limit(maxRead)
    .execute()
  const ids = new Set(purchases.map(({ id }) => id))
  const messages = (await listMessages(db, vendorId)).filter(({ purchaseId }) =>
    ids.has(purchaseId),
  )
  const news = await listCustomerNews(db, [...ids])
  const told = new Set(
    messages.flatMap(({ kind, purchaseId }) => (kind === 'news' ? purchaseId : [])),
  )
  const soon = [...news.values()].filter((one) => one.address === null && !told.has(one.purchaseId))
  return peopleOf([...soon.flatMap(partOfNews), ...partsOf(messages, news)])
}

/** Of a change that has no message yet. */
function partOfNews({ purchaseId, language, isErased, sections }: News): Part[] {
  const [first] = sections
  const parts = sections
    .filter((section) => !isOwn(section))
    .map((section, at): UnreachedPart => ({
      id: `${purchaseId} ${at}`,
      what: 'news',
      language,
      section,
    }))
  const contact = first.facts.purchase
  return isErased || parts.length === 0
    ? []
    : [{ contact, parts, isFirst: true, isTried: false, messageId: null }]
}

function partsOf(
  messages: Awaited<ReturnType<typeof listMessages>>,
  news: ReadonlyMap<string, News>,
): Part[] {
  return messages.flatMap((message): Part[] => {
    const {
      id,
      kind,
      facts,
      purchaseId,
      isFirst,
      isTried,
      language,
      recipient: _,
      bundle,
      ...row
    } = message
    const contact = { purchaseId, ...row }
    const of = { contact, isFirst, isTried, messageId: id }
    if (kind === 'booking.note') {
      const { data } = noteFactsSchema.safeParse(facts)
      return data ? [{ ...of, parts: [{ id, what: 'note', text: data.text }] }] : []
    }
    if (kind === 'bundle.ending' || kind === 'bundle.extended') {
      const letter = kind === 'bundle.ending' ? 'bundle' : 'extended'
      const said = bundle && { purchase: contact, ...bundle }
      return said ? [{ ...of, parts: [{ id, what: 'bundle', language, letter, facts: said }] }] : []
    }
    if (kind !== 'news')
      return [{ ...of, parts: [{ id, what: 'link', language, purchase: contact }] }]
    const sections = news.get(purchaseId)?.sections.filter((section) => !isOwn(section)) ?? []
    return sections.length === 0
      ? []
      : [
          {
            ...of,
            parts: sections.map((section, at) => ({
              id: `${id} ${at}`,
              what: 'news',
              language,
              section,
            })),
          },
        ]
  })
}

function peopleOf(parts: readonly Part[]): UnreachedPerson[] {
  const people = [...Map.groupBy(parts, personOf).values()]
  const isUrgent = (of: readonly Part[]) => of.some(({ isFirst }) => isFirst)
  return [...people.filter(isUrgent), ...people.filter((of) => !isUrgent(of))].flatMap((of) => {
    const [latest] = of
    return latest
      ? {
          contact: latest.contact,
          parts: of.flatMap((one) => one.parts),
          messageIds: of.flatMap(({ messageId }) => messageId ?? []),
          purchaseIds: of.flatMap((one) => (one.messageId === null ? one.contact.purchaseId : [])),
          isTried: of.some(({ isTried }) => isTried),
        }
      : []
  })
}

const triedForMinutes = 10
const hoursBefore = 3

/**
 * Whether a message has reached nobody: none was sent, it is delayed, or it still does not leave ten minutes after it was tried
 * first, or three hours before a session. What then arrives is listed no longer.
 */
export const isUnreached = sql<boolean>`(messages.audience = 'customer' and messages.handled_at is null and messages.status <> 'sent'
  and (messages.status <> 'queued' or messages.last_error is not null and (
    messages.first_tried_at < now() - make_interval(mins => ${triedForMinutes})
    or exists (select from bookings b join class_sessions s on s.id = b.session_id
      where b.purchase_id = messages.purchase_id and s.ends_at > now()
        and s.starts_at < now() + make_interval(hours => ${hoursBefore})))))`

/** The bundle of which a message says until when it is valid; null: it can't be used any more. */
const openBundle = sql<Omit<BundleEnds, 'purchase'> | null>`(
  select jsonb_build_object('bundle', p.name, 'count', p.remaining_sessions, 'expiresAt', p.expires_at,
    'zone', v.time_zone, 'business', vendor_name(v))
  from passes p join vendors v on v.id = p.vendor_id
  where p.vendor_id = messages.vendor_id and p.purchase_id = messages.purchase_id and p.id::text = messages.facts->>'passId'
    and p.status = 'active' and p.remaining_sessions > 0 and p.expires_at > now())`

/** Messages that reached no customer, and are not ticked off: the newest first. */
async function listMessages(db: Db, vendorId: VendorId) {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('purchases as g', 'g.id', 'messages.purchaseId')
    .where('messages.vendorId', '=', vendorId)
    .where(isUnreached)
    .where(
      sql<boolean>`case kind when 'news' then true
        when 'booking.note' then messages.created_at > now() - interval '14 days'
        when 'bundle.ending' then ${openBundle} is not null when 'bundle.extended' then ${openBundle} is not null
        when 'booking.links' then ${hasUpcoming} when 'booking.new_link' then ${hasUpcoming} else false end`,
    )
    // What strangers can cause without end comes last.
    .orderBy(isCausedByVendor, 'desc')
    .orderBy('messages.createdAt', 'desc')
    .limit(maxRead)
    .select(['messages.id', 'messages.kind', 'messages.facts', 'messages.language'])
    .select(['messages.recipient', 'g.id as purchaseId', 'g.reference', 'g.tokenRotation'])
    .select(['g.customerName', 'g.customerEmail', 'g.customerPhone', 'g.customerTelegramName'])
    .select(openBundle.as('bundle'))
    // News that only the vendor can pass on: its own, and to customers without an address.
    .select(sql<boolean>`(${isCausedByVendor} or status = 'no_channel')`.as('isFirst'))
    .select(sql<boolean>`messages.status = 'queued'`.as('isTried'))
    .execute()
  const perPurchase = new Map<string, number>()
  // One vendor can write thousands of notes, a link is asked for more than once, and a bundle's end is said as it is now.
  return rows.filter(({ kind, purchaseId }) => {
    if (kind === 'news') return true
    const of = kind === 'booking.note' ? kind : kind.startsWith('bundle.') ? 'bundle' : 'link'
    const key = `${of} ${purchaseId}`
    const nth = (perPurchase.get(key) ?? 0) + 1
    perPurchase.set(key, nth)
    return nth <= (kind === 'booking.note' ? maxNotesOfPurchase : 1)
  })
}

type Part = {
  contact: PurchaseSaid
  parts: UnreachedPart[]
  isFirst: boolean
  isTried: boolean
  messageId: string | null
}

// Anybody can book with somebody else's email address and their own phone, or the other way round, and the text has the links
// of all purchases in the row.
function personOf({ contact, parts }: Part): string {
  const { customerPhone, customerEmail, customerTelegramName, purchaseId } = contact
  const address =
    [customerPhone, customerEmail, customerTelegramName].filter(Boolean).join(' ') || purchaseId
  return [address, parts[0]?.what === 'note'].join(' ')
}
