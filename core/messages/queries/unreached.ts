import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { noteFactsSchema, type PurchaseSaid } from '../schema.ts'
import { isOwn, listCustomerNews, type Section } from './news.ts'
import { isCausedByVendor } from './sent.ts'
import { hasUpcoming } from './upcoming.ts'

const maxRead = 500
const maxNotesOfPurchase = 3

/** Something that did not reach a customer, with its text made of the present. */
export type UnreachedPart =
  | { id: string; what: 'news'; language: Language; section: Section }
  | { id: string; what: 'link'; language: Language; purchase: PurchaseSaid }
  | { id: string; what: 'note'; text: string }

type Language = 'en' | 'de' | 'ru'

export type UnreachedPerson = {
  contact: PurchaseSaid
  parts: UnreachedPart[]
  /** all that is ticked off with it */
  messageIds: string[]
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
  const parts = messages.flatMap((message): Part[] => {
    const { id, kind, facts, purchaseId, isFirst, language, recipient: _, ...row } = message
    const contact = { purchaseId, ...row }
    const of = { contact, isFirst, messageId: id }
    if (kind === 'booking.note') {
      const { data } = noteFactsSchema.safeParse(facts)
      return data ? [{ ...of, parts: [{ id, what: 'note', text: data.text }] }] : []
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
  const people = [...Map.groupBy(parts, personOf).values()]
  const isUrgent = (of: typeof parts) => of.some(({ isFirst }) => isFirst)
  return [...people.filter(isUrgent), ...people.filter((of) => !isUrgent(of))].flatMap((of) => {
    const [latest] = of
    return latest
      ? {
          contact: latest.contact,
          parts: of.flatMap((one) => one.parts),
          messageIds: of.map(({ messageId }) => messageId),
        }
      : []
  })
}

/** Messages that reached no customer, or are held, and are not ticked off: the newest first. */
async function listMessages(db: Db, vendorId: VendorId) {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('purchases as g', 'g.id', 'messages.purchaseId')
    .where('messages.vendorId', '=', vendorId)
    .where('audience', '=', 'customer')
    .where('handledAt', 'is', null)
    .where('messages.status', 'in', ['held', 'failed', 'no_channel'])
    .where(
      sql<boolean>`case kind when 'news' then true
        when 'booking.note' then messages.created_at > now() - interval '14 days'
        when 'booking.links' then ${hasUpcoming} when 'booking.new_link' then ${hasUpcoming} else false end`,
    )
    // What strangers can cause without end comes last.
    .orderBy(isCausedByVendor, 'desc')
    .orderBy('messages.createdAt', 'desc')
    .limit(maxRead)
    .select(['messages.id', 'messages.kind', 'messages.facts', 'messages.language'])
    .select(['messages.recipient', 'g.id as purchaseId', 'g.reference', 'g.tokenRotation'])
    .select(['g.customerName', 'g.customerEmail', 'g.customerPhone', 'g.customerTelegramName'])
    // News that only the vendor can pass on: its own, and to customers without an address.
    .select(sql<boolean>`(${isCausedByVendor} or status = 'no_channel')`.as('isFirst'))
    .execute()
  const perPurchase = new Map<string, number>()
  // One vendor can write thousands of notes, and a link is asked for more than once.
  return rows.filter(({ kind, purchaseId }) => {
    if (kind === 'news') return true
    const key = `${kind === 'booking.note' ? kind : 'link'} ${purchaseId}`
    const nth = (perPurchase.get(key) ?? 0) + 1
    perPurchase.set(key, nth)
    return nth <= (kind === 'booking.note' ? maxNotesOfPurchase : 1)
  })
}

type Part = {
  contact: PurchaseSaid
  parts: UnreachedPart[]
  isFirst: boolean
  messageId: string
}

// Anybody can book with somebody else's email address and their own phone, or the other way round, and the text has the links
// of all purchases in the row.
function personOf({ contact, parts }: Part): string {
  const { customerPhone, customerEmail, customerTelegramName, purchaseId } = contact
  const address =
    [customerPhone, customerEmail, customerTelegramName].filter(Boolean).join(' ') || purchaseId
  return [address, parts[0]?.what === 'note'].join(' ')
}
