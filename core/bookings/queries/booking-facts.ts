import { sql } from 'kysely'
import type { OfferFacts } from '../rules.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'

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

type Offer = {
  offer: OfferFacts
  classId: string
  vendorId: VendorId
  priceMinor: number
  now: Date
}

/** What `customerRefusal` decides by and the price of a spot, read after the database said no. */
export async function findOffer(db: Db, sessionId: string): Promise<Offer | null> {
  const row = await db
    .selectFrom('class_sessions as s')
    .innerJoin('classes as c', 'c.id', 's.class_id')
    .innerJoin('vendors as v', 'v.id', 's.vendor_id')
    .where('s.id', '=', sessionId)
    .select([
      's.status',
      's.starts_at as startsAt',
      's.booking_closes_at as bookingClosesAt',
      's.current_students as currentStudents',
      's.max_students as maxStudents',
      'v.max_spots_per_booking as maxSpotsPerBooking',
      'c.price_minor as priceMinor',
      's.class_id as classId',
      's.vendor_id as vendorId',
      sql<boolean>`class_is_bookable(c, v)`.as('bookable'),
      sql<Date>`now()`.as('now'),
    ])
    .executeTakeFirst()
  if (!row) return null
  const { priceMinor, classId, vendorId, now, ...offer } = row
  return { offer, classId, vendorId, priceMinor, now }
}
