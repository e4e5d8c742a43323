import {
  findPurchaseDetails,
  type PurchaseDetails,
} from '#core/bookings/queries/purchase-details.ts'
import type { Holder, Slot } from '#core/events/catalogue.ts'
import type { Tx } from '#core/shared/db.ts'
import { entriesOf } from '../queries/entries.ts'
import { type PurchaseKind, vendorLetter } from '../rules.ts'
import type { PurchaseFacts } from '../schema.ts'
import { queueMessage } from './queue-message.ts'

export type NewsOfPurchase = {
  eventId: string
  kind: PurchaseKind
  groupId: string
  bookingIds: readonly string[]
  by: 'customer' | 'vendor' | null
  late: boolean
  before: Slot | null
  /** who held the spots that have ended: the purchase may be somebody else's by now */
  holder?: Holder | null | undefined
}

/** Queues the customer's message and, of what it did not do itself, the vendor's. */
export async function tellOfPurchase(tx: Tx, news: NewsOfPurchase): Promise<void> {
  const today = await findPurchaseDetails(tx, news.groupId)
  const details = today && { ...today, ...news.holder }
  const facts = details && factsOf(details, news)
  if (!details || !facts) return
  const sessionId = details.spots.find(({ id }) => news.bookingIds.includes(id))?.sessionId
  const about = {
    eventId: news.eventId,
    kind: news.kind,
    facts,
    vendorId: details.vendorId,
    groupId: details.id,
    ...(sessionId !== undefined && { sessionId }),
  }
  await queueMessage(tx, {
    ...about,
    audience: 'customer',
    email: details.customerEmail,
    otherwise: details.customerPhone ?? details.reference,
    language: details.language,
  })
  if (vendorLetter(news.kind, news) === null || details.ownerEmail === null) return
  await queueMessage(tx, {
    ...about,
    audience: 'vendor',
    email: details.ownerEmail,
    otherwise: '',
    language: details.vendorLanguage,
    ...(details.ownerId !== null && { userId: details.ownerId }),
  })
}

function factsOf(details: PurchaseDetails, news: NewsOfPurchase): PurchaseFacts | null {
  const entries = entriesOf(details.spots, news.bookingIds)
  if (!entries) return null
  const waiting = details.spots.find(
    ({ id, status }) => status === 'pending' && news.bookingIds.includes(id),
  )
  return {
    purchase: {
      groupId: details.id,
      reference: details.reference,
      tokenRotation: details.tokenRotation,
      customerName: details.customerName,
      customerEmail: details.customerEmail,
      customerPhone: details.customerPhone,
    },
    vendor: {
      name: details.vendorName,
      email: details.contactEmail,
      phone: details.contactPhone,
      telegram: details.contactTelegram,
    },
    entries,
    before: news.before,
    by: news.by,
    late: news.late,
    expiresAt: waiting?.expiresAt?.toISOString() ?? null,
  }
}
