import { sql } from 'kysely'
import type { ContactFacts, SessionFacts } from '../rules.ts'
import type { Db } from '#core/shared/db.ts'
import { isId } from '#core/shared/ids.ts'

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
