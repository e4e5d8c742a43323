import { sql } from 'kysely'
import { pageOf, readCursor } from '../classes/queries.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId } from '#core/shared/ids.ts'
import { sign, verify } from '#core/shared/signing.ts'
import type { BookingStatus, ContactFacts, SessionFacts } from './rules.ts'

export type PurchasedSpot = {
  id: string
  status: BookingStatus
  priceMinor: number
  currency: string
  expiresAt: Date | null
}
export type Purchase = {
  groupId: string
  reference: string
  tokenRotation: number
  sessionId: string
  classId: string
  spots: PurchasedSpot[]
}

/** By the clock of vendor `v`. */
export const minuteOfDay = sql<number>`(extract(hour from now() at time zone v.time_zone) * 60 + extract(minute from now() at time zone v.time_zone))::integer`

/** What the expiry of a request is computed from. */
export async function findConfirmationWait(db: Db, sessionId: string) {
  const row = await db
    .selectFrom('class_sessions as s')
    .innerJoin('classes as c', 'c.id', 's.class_id')
    .innerJoin('vendors as v', 'v.id', 's.vendor_id')
    .where('s.id', '=', sessionId)
    .select(['s.starts_at as startsAt', 'c.confirmation_timeout_minutes as timeoutMinutes'])
    .select(sql<Date>`now()`.as('now'))
    .select(minuteOfDay.as('minuteOfDay'))
    .executeTakeFirst()
  return row ?? null
}

/** By whose country a phone of a booking is read. */
export async function findVendorOfSession(db: Db, sessionId: string) {
  if (!isId(sessionId)) return null
  const row = await db
    .selectFrom('class_sessions as s')
    .innerJoin('vendors as v', 'v.id', 's.vendor_id')
    .where('s.id', '=', sessionId)
    .select(['s.vendor_id as vendorId', 'v.country'])
    .executeTakeFirst()
  return row ?? null
}

/** The purchase already made under a key, and what was asked for then. */
export async function findKey(db: Db, idempotencyKey: string) {
  const row = await db
    .selectFrom('booking_groups')
    .where('idempotency_key', '=', idempotencyKey)
    .select(['id as groupId', 'request_hash as requestHash'])
    .executeTakeFirst()
  return row ?? null
}

/** The facts `refusalFor` decides by, and the price of a spot, read after the database said no. */
export async function readBookingFacts(
  db: Db,
  asked: { sessionId: string; email: string | null; phone: string | null },
): Promise<{ session: SessionFacts; contact: ContactFacts; priceMinor: number; now: Date } | null> {
  const { rows } = await sql<{
    status: 'confirmed' | 'cancelled'
    starts_at: Date
    booking_closes_at: Date
    current_students: number
    max_students: number
    max_spots_per_booking: number
    open: boolean
    price_minor: number
    on_session: number
    coming: number
    now: Date
  }>`
    select s.status, s.starts_at, s.booking_closes_at, s.current_students, s.max_students, v.max_spots_per_booking,
      c.status = 'active' and c.visibility <> 'closed' and v.suspended_at is null and v.set_up_at is not null as open,
      c.price_minor, k.on_session, k.coming, now() as now
    from class_sessions s
    join classes c on c.id = s.class_id
    join vendors v on v.id = s.vendor_id
    cross join lateral contact_spots(s.vendor_id, s.id, ${asked.email}, ${asked.phone}, null) k
    where s.id = ${asked.sessionId}`.execute(db)
  const [row] = rows
  if (!row) return null
  return {
    now: row.now,
    priceMinor: row.price_minor,
    contact: { onSession: row.on_session, coming: row.coming },
    session: {
      status: row.status,
      startsAt: row.starts_at,
      bookingClosesAt: row.booking_closes_at,
      currentStudents: row.current_students,
      maxStudents: row.max_students,
      open: row.open,
      maxSpotsPerBooking: row.max_spots_per_booking,
    },
  }
}

/** A purchase as it was answered when it was made, with the status its spots have now. */
export async function findPurchase(db: Db, groupId: string): Promise<Purchase | null> {
  const rows = await db
    .selectFrom('booking_groups as g')
    .innerJoin('bookings as b', 'b.group_id', 'g.id')
    .where('g.id', '=', groupId)
    .orderBy('b.booked_at')
    .orderBy('b.id')
    .select([
      'g.reference',
      'g.token_rotation',
      'b.id',
      'b.session_id',
      'b.class_id',
      'b.status',
      'b.price_minor',
      'b.currency',
      'b.expires_at',
    ])
    .execute()
  const [first] = rows
  if (!first) return null
  return {
    groupId,
    reference: first.reference,
    tokenRotation: first.token_rotation,
    sessionId: first.session_id,
    classId: first.class_id,
    spots: rows.map((row) => ({
      id: row.id,
      status: row.status,
      priceMinor: row.price_minor,
      currency: row.currency,
      expiresAt: row.expires_at,
    })),
  }
}

/** The spots of a purchase with what cancelling and moving are decided by. */
export async function listGroupFacts(db: Db, groupId: string) {
  const rows = await db
    .selectFrom('bookings as b')
    .innerJoin('class_sessions as s', 's.id', 'b.session_id')
    .innerJoin('vendors as v', 'v.id', 'b.vendor_id')
    .leftJoin('entitlements as e', 'e.id', 'b.entitlement_id')
    .where('b.group_id', '=', groupId)
    .where('b.deleted_at', 'is', null)
    .orderBy('b.id')
    .select([
      'b.id',
      'b.status',
      'b.session_id as sessionId',
      'b.class_id as classId',
      'b.booked_at as bookedAt',
      's.starts_at as startsAt',
      'v.notice_minutes as noticeMinutes',
      // of the bundle that paid for it
      'e.expires_at as validUntil',
    ])
    .select(sql<Date>`clock_timestamp()`.as('now'))
    .execute()
  return { spots: rows, now: rows[0]?.now ?? new Date(0) }
}

type LinkParts = { groupId: string; tokenRotation: number }

const linkText = ({ groupId, tokenRotation }: LinkParts) => `${groupId}.${tokenRotation}`

/** The customer's link: the same for every message about a purchase, until it is rotated. */
export function manageUrl(
  { origin, secretKeys }: Pick<Deps, 'origin' | 'secretKeys'>,
  group: LinkParts & { reference: string },
): string {
  return `${origin}/booking/${group.reference}?token=${sign(secretKeys, 'manage', linkText(group))}`
}

/** The link in the vendor's e-mail to the page where a request is answered. */
export function requestUrl(
  { origin, secretKeys }: Pick<Deps, 'origin' | 'secretKeys'>,
  group: LinkParts & { reference: string },
): string {
  return `${origin}/request/${group.reference}?token=${sign(secretKeys, 'answer', linkText(group))}`
}

/** The purchase a link opens, or null: a wrong token and an unknown reference are the same nothing. */
export async function findGroupByLink(
  { db, secretKeys }: Pick<Deps, 'db' | 'secretKeys'>,
  purpose: 'manage' | 'answer',
  link: { reference: string; token: string },
): Promise<{ id: string; vendorId: string } | null> {
  if (!/^[0-9A-Za-z]{10}$/.test(link.reference)) return null
  const group = await db
    .selectFrom('booking_groups')
    .where('reference', '=', link.reference.toUpperCase())
    .select(['id', 'vendor_id', 'token_rotation'])
    .executeTakeFirst()
  if (!group) return null
  const text = linkText({ groupId: group.id, tokenRotation: group.token_rotation })
  return verify(secretKeys, purpose, text, link.token)
    ? { id: group.id, vendorId: group.vendor_id }
    : null
}

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
      'v.business_name as businessName',
      'v.language as vendorLanguage',
      'v.time_zone as vendorZone',
      'v.notice_minutes as noticeMinutes',
      'v.contact_email as contactEmail',
      'v.contact_phone as contactPhone',
      'u.email as ownerEmail',
      'u.id as ownerId',
      'p.full_name as ownerName',
      'p.avatar_url as ownerAvatar',
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

export type BookingFilters = {
  status: BookingStatus | null
  classId: string | null
  /** days of the session, both included */
  from: string | null
  to: string | null
  /** part of a name, phone, e-mail or reference */
  search: string
}

/** The status people see: what waited too long is expired, whether or not the worker came by. */
const statusNow = sql<BookingStatus>`case when b.status = 'pending' and b.expires_at <= now() then 'expired' else b.status end`

const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** The vendor's bookings, one row per spot, the latest first; the spots of one purchase lie together. */
export async function listBookings(
  db: Db,
  vendorId: string,
  asked: BookingFilters & { cursor: string | null; limit: number },
) {
  const after = readCursor(asked.cursor)
  const search = asked.search.replaceAll('\u0000', '').trim()
  const digits = search.replace(/[\s()./-]/g, '')
  const rows = await ownBookings(db, vendorId)
    .$if(asked.status !== null, (bookings) =>
      bookings.where(statusNow, '=', asked.status ?? 'pending'),
    )
    .$if(asked.classId !== null, (bookings) =>
      bookings.where('b.class_id', '=', asked.classId ?? ''),
    )
    .$if(asked.from !== null, (bookings) =>
      bookings.where('s.session_date', '>=', asked.from ?? ''),
    )
    .$if(asked.to !== null, (bookings) => bookings.where('s.session_date', '<=', asked.to ?? ''))
    .$if(search !== '', (bookings) =>
      bookings.where((eb) =>
        eb.or([
          eb('g.customer_name', 'ilike', likePattern(search)),
          eb('g.customer_email', 'ilike', likePattern(search)),
          eb('g.reference', 'ilike', likePattern(search)),
          ...(/^\+?\d{3,}$/.test(digits)
            ? [eb('g.customer_phone', 'like', likePattern(digits.replace(/^0+/, '')))]
            : []),
        ]),
      ),
    )
    .$if(after !== null, (bookings) =>
      bookings.where(
        sql<boolean>`b.booked_at <= ${after?.[0]}::timestamptz and (b.booked_at < ${after?.[0]}::timestamptz or b.id > ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('b.booked_at', 'desc')
    // The spots of a purchase share their moment; customers count them by id.
    .orderBy('b.id')
    .limit(asked.limit + 1)
    .execute()
  return pageOf(
    rows,
    asked.limit,
    (row) => row,
    (row) => [row.cursor, row.id],
  )
}

function ownBookings(db: Db, vendorId: string) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('booking_groups as g', 'g.id', 'b.group_id')
    .innerJoin('class_sessions as s', 's.id', 'b.session_id')
    .innerJoin('classes as c', 'c.id', 'b.class_id')
    .where('b.vendor_id', '=', vendorId)
    .where('b.deleted_at', 'is', null)
    .select([
      'b.id',
      'b.group_id as groupId',
      'g.reference',
      'g.customer_name as customerName',
      'g.customer_email as customerEmail',
      'g.customer_phone as customerPhone',
      'g.booking_method as method',
      'b.class_id as classId',
      'c.title as classTitle',
      'b.session_id as sessionId',
      's.session_date as date',
      's.start_time as startTime',
      's.end_time as endTime',
      's.starts_at as startsAt',
      'b.status as storedStatus',
      'b.expires_at as expiresAt',
      'b.payment_status as paymentStatus',
      'b.price_minor as priceMinor',
      'b.currency',
      'b.notes',
      'b.attendance',
      'b.booked_at as bookedAt',
    ])
    .select([
      statusNow.as('status'),
      sql<string>`to_char(b.booked_at, 'YYYY-MM-DD"T"HH24:MI:SS.US')`.as('cursor'),
      sql<{
        place: number
        spots: number
      }>`(select json_build_object('place', count(*) filter (where (x.booked_at, x.id) <= (b.booked_at, b.id)), 'spots', count(*))
        from bookings x where x.group_id = b.group_id and x.deleted_at is null)`.as('inPurchase'),
    ])
}

/** A booking of the vendor with what was paid for it so far, in minor units. */
export async function findOwnBooking(
  db: Db,
  { vendorId, bookingId }: { vendorId: string; bookingId: string },
) {
  if (!isId(bookingId)) return null
  const row = await ownBookings(db, vendorId)
    .where('b.id', '=', bookingId)
    .select(
      sql<number>`(select coalesce(sum(p.amount_minor), 0)::bigint from payments p where p.booking_id = b.id)`.as(
        'paidMinor',
      ),
    )
    .executeTakeFirst()
  return row ?? null
}

/** Sessions a booking can stand in: its own, and the coming ones of its class. */
export async function listMoveTargets(
  db: Db,
  of: { vendorId: string; classId: string; sessionId: string },
) {
  return db
    .selectFrom('class_sessions as s')
    .where('s.vendor_id', '=', of.vendorId)
    .where('s.class_id', '=', of.classId)
    .where((eb) =>
      eb.or([
        eb('s.id', '=', of.sessionId),
        eb.and([eb('s.status', '=', 'confirmed'), eb('s.starts_at', '>', sql<Date>`now()`)]),
      ]),
    )
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .limit(400)
    .select([
      's.id',
      's.session_date as date',
      's.start_time as startTime',
      's.max_students as maxStudents',
      's.current_students as currentStudents',
    ])
    .execute()
}

/** Purchases that wait for the vendor's answer, the next to expire first. */
export async function listWaitingRequests(db: Db, vendorId: string) {
  return db
    .selectFrom('bookings as b')
    .innerJoin('booking_groups as g', 'g.id', 'b.group_id')
    .innerJoin('class_sessions as s', 's.id', 'b.session_id')
    .innerJoin('classes as c', 'c.id', 'b.class_id')
    .where('b.vendor_id', '=', vendorId)
    .where('b.status', '=', 'pending')
    .where('b.deleted_at', 'is', null)
    .where('b.expires_at', '>', sql<Date>`now()`)
    .groupBy([
      'b.group_id',
      'b.session_id',
      'g.customer_name',
      'c.title',
      's.session_date',
      's.start_time',
      's.max_students',
      's.current_students',
    ])
    .orderBy(sql`min(b.expires_at)`)
    .limit(50)
    .select([
      'b.group_id as groupId',
      'b.session_id as sessionId',
      'g.customer_name as customerName',
      'c.title as classTitle',
      's.session_date as date',
      's.start_time as startTime',
      's.max_students as maxStudents',
      's.current_students as currentStudents',
      sql<string[]>`array_agg(b.id)`.as('bookingIds'),
      sql<Date>`min(b.expires_at)`.as('expiresAt'),
    ])
    .execute()
}

/** Who holds spots in these sessions, by session and name. */
export async function listWhoComes(
  db: Db,
  { vendorId, sessionIds }: { vendorId: string; sessionIds: readonly string[] },
) {
  if (sessionIds.length === 0) return []
  return db
    .selectFrom('bookings as b')
    .innerJoin('booking_groups as g', 'g.id', 'b.group_id')
    .where('b.vendor_id', '=', vendorId)
    .where('b.session_id', 'in', [...sessionIds])
    .where('b.deleted_at', 'is', null)
    .where('b.status', 'in', ['pending', 'confirmed', 'completed'])
    .groupBy(['b.session_id', 'b.group_id', 'g.customer_name'])
    .orderBy('g.customer_name')
    .select([
      'b.session_id as sessionId',
      'b.group_id as groupId',
      'g.customer_name as name',
      sql<number>`count(*)::integer`.as('spots'),
      sql<boolean>`bool_or(b.status = 'pending')`.as('waiting'),
    ])
    .execute()
}

/** The purchase made under a form's key; `live` says that a spot of it still waits, holds or was used. */
export async function findPurchaseUnderKey(db: Db, idempotencyKey: string) {
  const row = await db
    .selectFrom('booking_groups as g')
    .innerJoin('bookings as b', 'b.group_id', 'g.id')
    .where('g.idempotency_key', '=', idempotencyKey)
    .groupBy('g.id')
    .select([
      'g.id as groupId',
      'g.reference',
      'g.token_rotation as tokenRotation',
      'g.customer_name as customerName',
    ])
    .select(
      // A bundle that can still be used is not bought a second time by the same form.
      sql<boolean>`bool_or(b.deleted_at is null and (b.status in ('confirmed', 'completed') or b.status = 'pending' and b.expires_at > now()))
        or exists (select from entitlements e where e.group_id = g.id and e.status = 'active' and e.remaining_sessions > 0 and e.expires_at > now())`.as(
        'live',
      ),
    )
    .executeTakeFirst()
  return row ?? null
}

/** How full a session is; `cancelled` sessions hold nobody. */
export type SpotCount = { id: string; booked: number; max: number; cancelled: boolean }

/** The counts of those sessions that anybody may see: of a published or link-only class of a vendor in good standing. */
export async function listSpotCounts(db: Db, sessionIds: readonly string[]): Promise<SpotCount[]> {
  if (sessionIds.length === 0) return []
  return db
    .selectFrom('class_sessions as s')
    .innerJoin('classes as c', 'c.id', 's.class_id')
    .innerJoin('vendors as v', 'v.id', 's.vendor_id')
    .where(sql<boolean>`s.id = any(${[...sessionIds]}::uuid[])`)
    .where('c.visibility', '<>', 'closed')
    .where('v.set_up_at', 'is not', null)
    .where('v.suspended_at', 'is', null)
    .select([
      's.id',
      's.current_students as booked',
      's.max_students as max',
      sql<boolean>`s.status = 'cancelled'`.as('cancelled'),
    ])
    .execute()
}
