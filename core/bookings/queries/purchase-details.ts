import { moneyOfBooking } from '#core/money/queries.ts'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { OpenedLink } from './links.ts'
import { partyOfSpot } from './party.ts'
import { isAsAgreed, noticeInForce } from './purchases.ts'

/** What a reader is told of a spot, as spot_told() says it. */
type SpotTold = {
  status: 'requested' | 'unpaid' | 'confirmed' | 'cancelled' | 'rejected' | 'expired'
  sessionId: string
  startsAt: string
  endsAt: string
  zone: string
  location: string | null
  onlineUrl: string | null
  waived: boolean
  backMinor: number
  forgivenMinor: number
  party: { people: number; extras: string[] } | null
}

/** All details for the booking page and for messages about a purchase. The online link requires a confirmed spot. */
export async function findPurchaseDetails(
  db: Db,
  purchaseId: string,
): Promise<PurchaseDetails | null> {
  const [details] = await listPurchaseDetails(db, [purchaseId])
  return details ?? null
}

/** Whether an address is still one of the customer, also if its chat takes nothing now: then the message goes elsewhere. */
export const isAddressOf = (
  { customerTelegram, customerEmail }: Pick<PurchaseDetails, 'customerTelegram' | 'customerEmail'>,
  address: string,
) => address === customerTelegram || address === customerEmail

/** The same for several purchases, in no order. */
export async function listPurchaseDetails(db: Db, purchaseIds: readonly string[]) {
  if (purchaseIds.length === 0) return []
  const purchases = await db
    .selectFrom('purchases as g')
    .innerJoin('vendors as v', 'v.id', 'g.vendorId')
    .leftJoin('vendorMembers as m', (join) =>
      join.onRef('m.vendorId', '=', 'v.id').on('m.role', '=', 'owner'),
    )
    .leftJoin('users as u', 'u.id', 'm.userId')
    .leftJoin('profiles as p', 'p.userId', 'm.userId')
    .where(sql<boolean>`g.id = any(${[...purchaseIds]}::uuid[])`)
    .select((eb) => [
      'g.id',
      'g.reference',
      'g.source',
      'g.tokenRotation',
      'g.customerName',
      'g.customerEmail',
      'g.customerPhone',
      'g.customerTelegram',
      'g.customerTelegramName',
      'g.bookingMethod',
      'g.language',
      'g.createdAt',
      'g.erasedAt',
      'v.id as vendorId',
      'v.username',
      // Emails to the vendor are read by its owner.
      eb.fn.coalesce('u.language', 'v.language').as('vendorLanguage'),
      'v.timeZone as vendorZone',
      'v.mutedNews',
      'v.closedAt',
      'v.contactEmail',
      'v.contactPhone',
      'v.contactTelegram',
      'u.id as ownerId',
      'p.fullName as ownerName',
      'p.avatarUrl as ownerAvatar',
      sql<string>`vendor_name(v)`.as('vendorName'),
      sql<string[]>`customer_addresses(g)`.as('customerAddresses'),
      sql<string | null>`linked_chat(g)`.as('linkedChat'),
      sql<string[]>`addresses_in_order(m.telegram, v.id, u.email)`.as('ownerAddresses'),
    ])
    .execute()
  const spots = await db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .innerJoin('classes as c', 'c.id', 'b.classId')
    .innerJoin('vendors as v', 'v.id', 'b.vendorId')
    .innerJoinLateral(moneyOfBooking, (join) => join.onTrue())
    .where(sql<boolean>`b.purchase_id = any(${[...purchaseIds]}::uuid[])`)
    .orderBy('s.startsAt')
    .orderBy('b.bookedAt')
    .orderBy('b.id')
    .select([
      'b.id',
      'b.purchaseId',
      'b.status',
      'b.priceMinor',
      'b.currency',
      'b.expiresAt',
      'b.waitsFor',
      'b.bookedAt',
      'b.updatedAt',
      'b.confirmedAt',
      'b.endedBy',
      'b.calendarId',
      'b.deletedAt',
      'b.attendance',
      'b.madeBy',
      'b.movedBy',
      's.id as sessionId',
      's.startsAt',
      's.endsAt',
      's.sessionDate as date',
      's.startTime',
      's.endTime',
      's.timeZone',
      's.location',
      's.onlineUrl',
      's.currentStudents',
      's.maxStudents',
      's.status as sessionStatus',
      'c.id as classId',
      'c.title as classTitle',
    ])
    .select(sql<boolean>`class_is_bookable(c, v)`.as('classBookable'))
    .select(sql<number>`b.calendar_sequence + s.calendar_sequence`.as('calendarSequence'))
    .select([noticeInForce, isAsAgreed, sql<Date>`now()`.as('now')])
    .select([
      'm.owedMinor',
      'm.giveBackMinor as refundMinor',
      sql<boolean>`(b.pass_id is not null or m.payment_status = 'paid')`.as('isPaid'),
      sql<boolean>`(card_kept(b.vendor_id, b.id, null) > 0)`.as('isPaidByCard'),
      sql<boolean>`went_to_card(b.vendor_id, b.id)`.as('isBackToCard'),
      sql<boolean>`b.pass_id is not null`.as('isOfBundle'),
      sql<boolean>`(b.status = 'cancelled' and s.status = 'cancelled' and b.ended_at >= s.cancelled_at)`.as(
        'isSessionCancelled',
      ),
      sql<SpotTold>`spot_told(b, s)`.as('told'),
      partyOfSpot.as('party'),
    ])
    .execute()
  const spotsOf = Map.groupBy(spots, ({ purchaseId }) => purchaseId)
  return purchases.map((purchase) => ({ ...purchase, spots: spotsOf.get(purchase.id) ?? [] }))
}

export type PurchaseDetails = Awaited<ReturnType<typeof listPurchaseDetails>>[number]

/** The same for the holder of a link; null when the link was replaced since it was read. */
export async function findOpenedPurchase(
  db: Db,
  link: OpenedLink,
): Promise<PurchaseDetails | null> {
  const details = await findPurchaseDetails(db, link.id)
  return details?.tokenRotation === link.tokenRotation ? details : null
}
