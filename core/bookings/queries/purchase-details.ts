import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** Everything the booking page and a message about a purchase say. The online link is for the booked only. */
export async function findPurchaseDetails(db: Db, groupId: string) {
  const group = await db
    .selectFrom('booking_groups as g')
    .innerJoin('vendors as v', 'v.id', 'g.vendor_id')
    .leftJoin('vendor_members as m', (join) =>
      join.onRef('m.vendor_id', '=', 'v.id').on('m.role', '=', 'owner'),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('profiles as p', 'p.user_id', 'm.user_id')
    .where('g.id', '=', groupId)
    .select([
      'g.id',
      'g.reference',
      'g.token_rotation as tokenRotation',
      'g.customer_name as customerName',
      'g.customer_email as customerEmail',
      'g.customer_phone as customerPhone',
      'g.booking_method as bookingMethod',
      'g.language',
      'g.created_at as createdAt',
      'v.id as vendorId',
      'v.username',
      'v.language as vendorLanguage',
      'v.time_zone as vendorZone',
      'v.notice_minutes as noticeMinutes',
      'v.contact_email as contactEmail',
      'v.contact_phone as contactPhone',
      'u.email as ownerEmail',
      'u.id as ownerId',
      'p.full_name as ownerName',
      'p.avatar_url as ownerAvatar',
      sql<string>`vendor_name(v)`.as('vendorName'),
    ])
    .executeTakeFirst()
  if (!group) return null
  const spots = await db
    .selectFrom('bookings as b')
    .innerJoin('class_sessions as s', 's.id', 'b.session_id')
    .innerJoin('classes as c', 'c.id', 'b.class_id')
    .where('b.group_id', '=', groupId)
    .orderBy('s.starts_at')
    .orderBy('b.booked_at')
    .orderBy('b.id')
    .select([
      'b.id',
      'b.status',
      'b.price_minor as priceMinor',
      'b.currency',
      'b.payment_status as paymentStatus',
      'b.expires_at as expiresAt',
      'b.booked_at as bookedAt',
      'b.ended_by as endedBy',
      'b.calendar_id as calendarId',
      'b.deleted_at as deletedAt',
      'b.attendance',
      's.id as sessionId',
      's.starts_at as startsAt',
      's.ends_at as endsAt',
      's.session_date as date',
      's.start_time as startTime',
      's.end_time as endTime',
      's.time_zone as timeZone',
      's.location',
      's.online_url as onlineUrl',
      's.status as sessionStatus',
      'c.id as classId',
      'c.title as classTitle',
      'c.status as classStatus',
      'c.visibility as classVisibility',
    ])
    .select(sql<number>`b.calendar_sequence + s.calendar_sequence`.as('calendarSequence'))
    .select(sql<Date>`now()`.as('now'))
    .execute()
  return { ...group, spots }
}

export type PurchaseDetails = NonNullable<Awaited<ReturnType<typeof findPurchaseDetails>>>
