import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { OpenedLink } from './links.ts'
import { isAsAgreed, noticeInForce } from './purchases.ts'
import { formerHolderOfSpot, heldBefore } from './former-holders.ts'
import { refundDue } from './refunds-due.ts'

/** The first rotation of purchase `g`'s current owner: earlier links and messages belong to previous owners. */
export const holderRotation = sql<number>`g.token_rotation - g.link_renewals`

/** All details for the booking page and for messages about a purchase. The online link requires a confirmed spot. */
export async function findPurchaseDetails(db: Db, groupId: string) {
  const group = await db
    .selectFrom('bookingGroups as g')
    .innerJoin('vendors as v', 'v.id', 'g.vendorId')
    .leftJoin('vendorMembers as m', (join) =>
      join.onRef('m.vendorId', '=', 'v.id').on('m.role', '=', 'owner'),
    )
    .leftJoin('users as u', 'u.id', 'm.userId')
    .leftJoin('profiles as p', 'p.userId', 'm.userId')
    .where('g.id', '=', groupId)
    .select((eb) => [
      'g.id',
      'g.reference',
      'g.source',
      'g.tokenRotation',
      'g.customerName',
      'g.customerEmail',
      'g.customerPhone',
      'g.bookingMethod',
      'g.language',
      'g.createdAt',
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
      'u.email as ownerEmail',
      'u.id as ownerId',
      'p.fullName as ownerName',
      'p.avatarUrl as ownerAvatar',
      sql<string>`vendor_name(v)`.as('vendorName'),
      holderRotation.as('holderRotation'),
      heldBefore.as('heldBefore'),
    ])
    .executeTakeFirst()
  if (!group) return null
  const spots = await db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .innerJoin('classes as c', 'c.id', 'b.classId')
    .innerJoin('vendors as v', 'v.id', 'b.vendorId')
    .where('b.groupId', '=', groupId)
    .orderBy('s.startsAt')
    .orderBy('b.bookedAt')
    .orderBy('b.id')
    .select([
      'b.id',
      'b.status',
      'b.priceMinor',
      'b.currency',
      'b.paymentStatus',
      'b.expiresAt',
      'b.bookedAt',
      'b.confirmedAt',
      'b.endedBy',
      'b.calendarId',
      'b.deletedAt',
      'b.attendance',
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
    // What is due to a former holder is nothing to the present one.
    .select([
      sql<number>`case when ${formerHolderOfSpot} is null then ${refundDue} else 0 end`.as(
        'refundMinor',
      ),
      sql<number>`case when ${formerHolderOfSpot} is null then 0 else ${refundDue} end`.as(
        'formerRefundMinor',
      ),
      sql<boolean>`${formerHolderOfSpot} is not null`.as('isFormers'),
    ])
    .execute()
  return { ...group, spots }
}

export type PurchaseDetails = NonNullable<Awaited<ReturnType<typeof findPurchaseDetails>>>

/**
 * The same for the holder of a link, without spots that ended while the purchase was somebody else's, unless it has no
 * others; null when the link was replaced since it was read.
 */
export async function findOpenedPurchase(
  db: Db,
  link: OpenedLink,
): Promise<PurchaseDetails | null> {
  const details = await findPurchaseDetails(db, link.id)
  if (details?.tokenRotation !== link.tokenRotation) return null
  const spots = details.spots.filter(({ isFormers }) => !isFormers)
  return spots.length === 0 ? details : { ...details, spots }
}
