import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import { moneyOfBooking } from '#core/money/queries.ts'
import type { Db } from '#core/shared/db.ts'

/** The number of people with spots in these sessions: those we can write to, by chat or email, and the others. */
export type Reach = { told: number; toldSpots: number; unreached: number; unreachedSpots: number }

/** Selects given bookings in upcoming sessions, given upcoming sessions, or all of a class. */
export type ReachOf =
  | { sessionIds: readonly string[] }
  | { classId: string }
  | { bookingIds: readonly string[] }
  | { passId: string }

export async function countReach(
  db: Db,
  { vendorId, of }: { vendorId: VendorId; of: ReachOf },
): Promise<Reach> {
  return db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where('b.vendorId', '=', vendorId)
    .where('b.deletedAt', 'is', null)
    .where('b.status', 'in', ['pending', 'confirmed'])
    .where('s.status', '=', 'confirmed')
    .where(reaches(of))
    .select([
      sql<number>`(count(distinct coalesce(g.contact_id, g.id)) filter (where ${isTold}))::integer`.as(
        'told',
      ),
      sql<number>`(count(*) filter (where ${isTold}))::integer`.as('toldSpots'),
      sql<number>`(count(distinct coalesce(g.contact_id, g.id)) filter (where not ${isTold}))::integer`.as(
        'unreached',
      ),
      sql<number>`(count(*) filter (where not ${isTold}))::integer`.as('unreachedSpots'),
    ])
    .executeTakeFirstOrThrow()
}

const mostListed = 20

/** Of these bookings, those of people whom no message of ours will reach: one of each purchase, and not more than a page lists. */
export async function listUnreachable(
  db: Db,
  { vendorId, bookingIds }: { vendorId: VendorId; bookingIds: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where('b.vendorId', '=', vendorId)
    .where(reaches({ bookingIds }))
    .where(sql<boolean>`not ${isTold}`)
    .distinctOn('b.purchaseId')
    .select('b.id')
    .limit(mostListed)
    .execute()
  return rows.map(({ id }) => id)
}

/** What cancelling gives back: to the cards that paid, and by hand. In minor units. */
export type GivenBack = { currency: string; cardMinor: number; handMinor: number }

/** What is given back if the vendor cancels these spots, by currency. The money of a bundle stays with the bundle. */
export async function sumGivenBack(
  db: Db,
  { vendorId, of }: { vendorId: VendorId; of: ReachOf },
): Promise<GivenBack[]> {
  return db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', (join) =>
      join.onRef('s.vendorId', '=', 'b.vendorId').onRef('s.id', '=', 'b.sessionId'),
    )
    .innerJoinLateral(moneyOfBooking, (join) => join.onTrue())
    .where('b.vendorId', '=', vendorId)
    .where(sql<boolean>`holds_seat(b)`)
    .where('s.status', '=', 'confirmed')
    .where(reaches(of))
    .where('m.mostBackMinor', '>', 0)
    .groupBy('b.currency')
    .orderBy('b.currency')
    .select([
      'b.currency',
      sql<number>`sum(least(m.most_back_minor, card_kept(b.vendor_id, b.id, null)))::integer`.as(
        'cardMinor',
      ),
      sql<number>`sum(m.most_back_minor - least(m.most_back_minor, card_kept(b.vendor_id, b.id, null)))::integer`.as(
        'handMinor',
      ),
    ])
    .execute()
}

const isTold = sql`(cardinality(customer_addresses(g)) > 0)`

/**
 * The spots in upcoming sessions with their session and its version; questions to the vendor are based on them.
 */
export async function listSpotsHeld(db: Db, of: ReachOf): Promise<string[]> {
  const spots = await db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where(sql<boolean>`holds_seat(b)`)
    .where('s.status', '=', 'confirmed')
    .where(reaches(of))
    .select(['b.id', 'b.sessionId', 'b.status', 's.calendarSequence'])
    .execute()
  return spots.map((spot) => Object.values(spot).join(' '))
}

export function reaches(of: ReachOf) {
  if ('sessionIds' in of) return sql<boolean>`s.id = any(${[...of.sessionIds]}::uuid[])`
  if ('bookingIds' in of)
    return sql<boolean>`s.starts_at > now() and b.id = any(${[...of.bookingIds]}::uuid[])`
  if ('passId' in of) return sql<boolean>`s.starts_at > now() and b.pass_id = ${of.passId}`
  return sql<boolean>`s.class_id = ${of.classId} and s.starts_at > now()`
}
