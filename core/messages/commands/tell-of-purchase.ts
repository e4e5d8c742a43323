import {
  findPurchaseDetails,
  type PurchaseDetails,
} from '#core/bookings/queries/purchase-details.ts'
import { firstExpiry } from '#core/bookings/rules.ts'
import { lockPurchase } from '#core/bookings/steps/lock-purchase.ts'
import type { Holder, LeftSpot, Slot } from '#core/events/catalogue.ts'
import { findPackOfGroup, type Pack } from '#core/entitlements/queries.ts'
import type { Tx } from '#core/shared/db.ts'
import { bundleFacts } from '../queries/bundle-facts.ts'
import { type Befores, entriesOf, holds } from '../queries/entries.ts'
import { countWithinHour } from '../queries/sent.ts'
import {
  isEnding,
  formerHolderOf,
  newsIn,
  type PurchaseKind,
  secondsToWait,
  vendorLetter,
} from '../rules.ts'
import type { BundleFacts, PurchaseFacts } from '../schema.ts'
import { mergeWaiting } from '../steps/merge-waiting.ts'
import { type NewMessage, queueMessage } from './queue-message.ts'

export type NewsOfPurchase = {
  eventId: string
  kind: PurchaseKind
  groupId: string
  bookingIds: readonly string[]
  by: 'customer' | 'vendor' | null
  late: boolean
  issuedLink?: boolean | undefined
  before: Slot | null
  /** the holder at event time, because the purchase may have been transferred */
  holder?: Holder | null | undefined
  /** where a spot was that the former holder lost */
  left?: LeftSpot | undefined
}

/** Queues the customer's message, and the vendor's unless the vendor caused the change or does not want such news. */
export async function tellOfPurchase(tx: Tx, news: NewsOfPurchase): Promise<void> {
  // Two events of a purchase may be handled at once, and each has to find the other's messages.
  await lockPurchase(tx, news.groupId)
  const today = await findPurchaseDetails(tx, news.groupId)
  if (!today) return
  const last = news.holder ? formerHolderOf(news.holder, today) : null
  const former = last && news.holder ? { ...news.holder, ...last } : null
  // The credits of a bundle concern its current owner.
  const [pack = null] = former ? [] : await findPackOfGroup(tx, news.groupId)
  // A former holder has no spots left, whatever the new owner does.
  const spots = former ? today.spots.map((spot) => asEnded(spot, news.left)) : today.spots
  const details = { ...today, ...former, spots, pack }
  // A change of a spot that is somebody else's now: the former holder hears of its end, the new one never had it.
  if ((!former || isEnding(news.kind)) && !(await isUnknownRequest(tx, news, today)))
    await queueNews(tx, details, news, {
      audience: 'customer',
      email: details.customerEmail,
      otherwise: details.customerPhone ?? details.reference,
      language: details.language,
    })
  const letter = vendorLetter(news.kind, news)
  if (letter === null || details.ownerEmail === null) return
  if (details.mutedNews.includes(newsIn(letter))) return
  await queueNews(tx, details, news, {
    audience: 'vendor',
    email: details.ownerEmail,
    otherwise: '',
    language: details.vendorLanguage,
    ...(details.ownerId !== null && { userId: details.ownerId }),
  })
}

/** The end of a request that the vendor made by hand and of which its customer was never told. */
async function isUnknownRequest(
  tx: Tx,
  { kind, groupId }: NewsOfPurchase,
  { source }: PurchaseDetails,
): Promise<boolean> {
  if (source !== 'vendor' || (kind !== 'booking.rejected' && kind !== 'booking.expired'))
    return false
  const told = await tx
    .selectFrom('messages')
    .where('groupId', '=', groupId)
    .where('audience', '=', 'customer')
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return told === undefined
}

function asEnded(spot: Spot, left: LeftSpot | undefined): Spot {
  const wasElsewhere = left?.bookingId === spot.id && {
    sessionId: left.sessionId,
    calendarId: left.calendarId,
    startsAt: new Date(left.startsAt),
    endsAt: new Date(left.endsAt),
    timeZone: left.zone,
    location: left.location,
  }
  return {
    ...spot,
    ...wasElsewhere,
    status: 'cancelled',
    onlineUrl: null,
    refundMinor: spot.formerRefundMinor,
  }
}

type Spot = PurchaseDetails['spots'][number]

type Addressee = Pick<NewMessage, 'email' | 'otherwise' | 'language' | 'userId'> & {
  audience: 'customer' | 'vendor'
}

type Details = PurchaseDetails & { pack: Pack | null }

async function queueNews(
  tx: Tx,
  details: Details,
  news: NewsOfPurchase,
  to: Addressee,
): Promise<void> {
  // A repeated delivery of the event must not withdraw newer messages.
  if (await isQueued(tx, news.eventId, to)) return
  const merged = await mergeWaiting(tx, {
    ...news,
    audience: to.audience,
    recipient: to.email ?? to.otherwise,
    tokenRotation: details.tokenRotation,
    holderRotation: details.holderRotation,
  })
  const facts = factsOf(details, { ...news, ...merged })
  if (!facts) return
  const sessionId = facts.entries[0]?.sessionId
  const withinHour = await countWithinHour(tx, {
    groupId: details.id,
    audience: to.audience,
    recipient: to.email ?? to.otherwise,
  })
  await queueMessage(tx, {
    ...to,
    eventId: news.eventId,
    kind: news.kind,
    facts,
    vendorId: details.vendorId,
    groupId: details.id,
    waitSeconds: secondsToWait(news.kind, { withinHour, secondsLeft: secondsLeft(facts) }),
    ...(sessionId && { sessionId }),
  })
}

/** Until the request runs out or the first session begins. */
function secondsLeft({ entries, expiresAt }: PurchaseFacts): number {
  const ends = [...entries.map(({ startsAt }) => startsAt), ...(expiresAt ? [expiresAt] : [])]
  return (Math.min(...ends.map((end) => Date.parse(end))) - Date.now()) / 1000
}

async function isQueued(tx: Tx, eventId: string, to: Addressee): Promise<boolean> {
  const row = await tx
    .selectFrom('messages')
    .where('eventId', '=', eventId)
    .where('audience', '=', to.audience)
    .where('recipient', '=', to.email ?? to.otherwise)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

function factsOf(
  details: Details,
  news: Omit<NewsOfPurchase, 'before'> & { befores: Befores },
): PurchaseFacts | null {
  const entries = entriesOf(details.spots, news.bookingIds, news.befores)
  if (!entries) return null
  const told = details.spots.filter(({ id }) => news.bookingIds.includes(id))
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
    spotsHeld: details.spots.filter(holds).length,
    refundMinor: told.reduce((sum, { refundMinor }) => sum + refundMinor, 0),
    bundle: bundleOf(details, news.bookingIds),
    before: null,
    by: news.by,
    late: news.late,
    issuedLink: news.issuedLink ?? false,
    expiresAt: firstExpiry(told)?.toISOString() ?? null,
  }
}

function bundleOf({ pack, spots }: Details, bookingIds: readonly string[]): BundleFacts | null {
  if (!pack) return null
  const isBack = (spot: Spot) =>
    bookingIds.includes(spot.id) && !holds(spot) && spot.attendance !== 'late_cancel'
  return { ...bundleFacts(pack), returned: spots.filter(isBack).length }
}
