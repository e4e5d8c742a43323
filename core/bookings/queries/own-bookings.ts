import { sql } from 'kysely'
import type { BookingStatus } from '../rules.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { pageOf, readCursor } from '#core/shared/paging.ts'

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
  vendorId: VendorId,
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

function ownBookings(db: Db, vendorId: VendorId) {
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
  { vendorId, bookingId }: { vendorId: VendorId; bookingId: string },
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

/** Whether all of these are bookings of the vendor. Somebody else's are not even locked. */
export async function ownsBookings(
  db: Db,
  { vendorId, bookingIds }: { vendorId: VendorId; bookingIds: readonly string[] },
): Promise<boolean> {
  const ids = [...new Set(bookingIds)]
  if (ids.length === 0) return false
  const { own } = await db
    .selectFrom('bookings')
    .where('id', 'in', ids)
    .where('vendor_id', '=', vendorId)
    .where('deleted_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('own'))
    .executeTakeFirstOrThrow()
  return Number(own) === ids.length
}

/** Sessions a booking can stand in: its own, and the coming ones of its class. */
export async function listMoveTargets(
  db: Db,
  of: { vendorId: VendorId; classId: string; sessionId: string },
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
export async function listWaitingRequests(db: Db, vendorId: VendorId) {
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
  { vendorId, sessionIds }: { vendorId: VendorId; sessionIds: readonly string[] },
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
