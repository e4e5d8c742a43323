import { type RawBuilder, sql } from 'kysely'
import type { NewOffer } from '../rules/offer.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** Facts for the expiry of a request. */
export async function findConfirmationWait(db: Db, sessionId: string) {
  const row = await db
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where('s.id', '=', sessionId)
    .select(['s.startsAt', 'c.confirmationTimeoutMinutes as timeoutMinutes'])
    .select(sql<Date>`now()`.as('now'))
    .select('v.timeZone as zone')
    .executeTakeFirst()
  return row ?? null
}

/** The country for parsing a booking's phone number. */
export async function findVendorOfSession(db: Db, sessionId: string) {
  const row = await db
    .selectFrom('classSessions as s')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where('s.id', '=', sessionId)
    .select(['s.vendorId', 'v.country'])
    .executeTakeFirst()
  return row ?? null
}

/** The facts for `customerRefusal`, from session `s`, class `c` and vendor `v`; used with `isBookable` and `opensAt`. */
export const offerColumns = [
  's.status',
  's.startsAt',
  's.bookingClosesAt',
  's.currentStudents',
  's.maxStudents',
  's.calendarSequence as version',
  'v.maxSpotsPerBooking',
  'c.condition',
] as const

export const isBookable = sql<boolean>`class_is_bookable(c, v)`.as('bookable')
export const opensAt = sql<Date | null>`session_opens_at(s, c)`.as('bookingOpensAt')

type Offer = {
  offer: NewOffer
  classId: string
  vendorId: VendorId
  now: Date
}

/**
 * The facts for `bookingRefusal` for somebody who buys a spot, with the extras asked for, read after the database refused: a
 * pause closes the session.
 */
export function findNewOffer(
  db: Db,
  sessionId: string,
  extras: readonly string[] = [],
): Promise<Offer | null> {
  return readOffer(db, sessionId, sql<Date>`session_closes_at(s, c)`, extras)
}

/** The same for somebody who has a spot in the class already, which can be moved during a pause. */
export function findOffer(db: Db, sessionId: string): Promise<Offer | null> {
  return readOffer(db, sessionId, sql<Date>`session_closes_for_all(s)`)
}

async function readOffer(
  db: Db,
  sessionId: string,
  closesAt: RawBuilder<Date>,
  extras: readonly string[] = [],
): Promise<Offer | null> {
  const row = await db
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where('s.id', '=', sessionId)
    .select([
      ...offerColumns,
      'c.maxPeople',
      'c.asksGender',
      'c.asksBirthDate',
      's.classId',
      's.vendorId',
      isBookable,
      opensAt,
      sql<number | null>`price_with_extras(c, s, ${[...extras]}::uuid[])`.as('priceMinor'),
      closesAt.as('bookingClosesAt'),
      sql<Date>`now()`.as('now'),
    ])
    .executeTakeFirst()
  if (!row) return null
  const { classId, vendorId, now, ...offer } = row
  return { offer, classId, vendorId, now }
}
