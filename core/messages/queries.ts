import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { PurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { holdsSeat } from '../bookings/rules.ts'
import type { Db } from '#core/shared/db.ts'
import type { Entry } from './schema.ts'

type Spot = PurchaseDetails['spots'][number]

const holds = (spot: Spot) => spot.deletedAt === null && holdsSeat(spot.status)

/** The named spots of a purchase, put together by session and calendar entry. Null: none of them is there. */
export function entriesOf(
  details: PurchaseDetails,
  bookingIds: readonly string[],
): [Entry, ...Entry[]] | null {
  const named = details.spots.filter(({ id }) => bookingIds.includes(id))
  const keyOf = (spot: Spot) => `${spot.sessionId} ${spot.calendarId}`
  const [first, ...rest] = [...new Set(named.map(keyOf))].flatMap((key) => {
    const spots = named.filter((spot) => keyOf(spot) === key)
    const [spot] = spots
    return spot ? [entryOf(details, spot, spots)] : []
  })
  return first ? [first, ...rest] : null
}

function entryOf(details: PurchaseDetails, spot: Spot, spots: readonly Spot[]): Entry {
  const sameEntry = details.spots.filter(({ calendarId }) => calendarId === spot.calendarId)
  const held = spots.filter(holds)
  const stillHeld = sameEntry.filter(holds)
  return {
    classTitle: spot.classTitle,
    startsAt: spot.startsAt.toISOString(),
    endsAt: spot.endsAt.toISOString(),
    zone: spot.timeZone,
    location: spot.location,
    onlineUrl: spot.onlineUrl,
    calendarId: spot.calendarId,
    calendarSequence: Math.max(...sameEntry.map(({ calendarSequence }) => calendarSequence)),
    state:
      held.length === 0
        ? 'ended'
        : held.some(({ status }) => status === 'pending')
          ? 'waiting'
          : 'held',
    spots: spots.length,
    stillHeld: stillHeld.length,
    stillWaiting: stillHeld.length > 0 && stillHeld.every(({ status }) => status === 'pending'),
    priceMinor: spots.reduce((sum, { priceMinor }) => sum + priceMinor, 0),
    currency: spot.currency,
  }
}

/**
 * Purchases that held spots of a session when it was changed. The ledger says when a spot came into the
 * session; a change takes its time before it waits for the session, by at most the lock wait of 3 s.
 */
export function listPurchasesIn(db: Db, sessionId: string, changedAt: Date) {
  return db
    .selectFrom('bookings as b')
    .where('b.session_id', '=', sessionId)
    .where('b.deleted_at', 'is', null)
    .where('b.status', 'in', ['pending', 'confirmed'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('seat_ledger as l')
          .whereRef('l.booking_id', '=', 'b.id')
          .where('l.session_id', '=', sessionId)
          .where('l.delta', '=', 1)
          .where('l.at', '<', new Date(changedAt.getTime() + 5000))
          .select('l.id'),
      ),
    )
    .groupBy('b.group_id')
    .select(['b.group_id as groupId', sql<string[]>`array_agg(b.id)`.as('bookingIds')])
    .execute()
}

/**
 * Messages that reached no customer and that nobody has ticked off, for sessions still to come. What customers
 * did themselves they saw on the screen: without an address there is nothing to tell them about it.
 */
export async function listUnreached(db: Db, vendorId: VendorId) {
  return db
    .selectFrom('messages as m')
    .leftJoin('class_sessions as s', 's.id', 'm.session_id')
    .where('m.vendor_id', '=', vendorId)
    .where('m.audience', '=', 'customer')
    .where('m.handled_at', 'is', null)
    .where('m.status', 'in', ['failed', 'no_channel'])
    .where((eb) => eb.or([eb('s.id', 'is', null), eb('s.starts_at', '>', sql<Date>`now()`)]))
    .where(
      sql<boolean>`not (m.status = 'no_channel' and (m.kind in ('booking.confirmed', 'booking.requested') or coalesce(m.facts->>'by', '') = 'customer'))`,
    )
    .orderBy('m.created_at')
    .limit(200)
    .select([
      'm.id',
      'm.kind',
      'm.recipient',
      'm.language',
      'm.facts',
      'm.status',
      'm.created_at as createdAt',
    ])
    .execute()
}

/** The countries that vendors read phone numbers by. */
export async function listCountries(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('vendors').select('country').distinct().execute()
  return rows.map(({ country }) => country)
}

export type Coming = {
  email: string
  groupId: string
  reference: string
  tokenRotation: number
  business: string
  classTitle: string
  startsAt: Date
  endsAt: Date
  zone: string
  spots: number
  waiting: boolean
}

const mostPurchases = 40

/**
 * Spots still held in sessions that are not over, over all vendors: one row per purchase and session, the next
 * first, of the next 40 purchases per e-mail address. By phone, purchases without an address are left out.
 */
export async function listComing(
  db: Db,
  by: { email: string } | { phones: readonly { country: string; phone: string }[] },
): Promise<Coming[]> {
  const ofContact =
    'email' in by
      ? sql`g.customer_email = ${by.email}`
      : sql`g.customer_email is not null and (v.country, g.customer_phone) in (
          select * from unnest(${by.phones.map(({ country }) => country)}::text[], ${by.phones.map(({ phone }) => phone)}::text[]))`
  const { rows } = await sql<Coming>`
    with coming as (
      select g.customer_email as email, g.id as "groupId", g.reference, g.token_rotation as "tokenRotation",
        vendor_name(v) as business,
        c.title as "classTitle", s.starts_at as "startsAt", s.ends_at as "endsAt", s.time_zone as zone,
        count(*)::integer as spots, bool_or(b.status = 'pending') as waiting,
        min(s.starts_at) over (partition by g.id) as next
      from booking_groups g
      join vendors v on v.id = g.vendor_id
      join bookings b on b.group_id = g.id and b.deleted_at is null
        and (b.status = 'confirmed' or b.status = 'pending' and b.expires_at > now())
      join class_sessions s on s.id = b.session_id and s.ends_at > now()
      join classes c on c.id = b.class_id
      where ${ofContact}
      group by g.id, v.id, c.id, s.id
    ), ranked as (
      select *, dense_rank() over (partition by email order by next, "groupId") as nth from coming
    )
    select email, "groupId", reference, "tokenRotation", business, "classTitle", "startsAt", "endsAt", zone, spots, waiting
    from ranked where nth <= ${mostPurchases}
    order by email, "startsAt", "groupId"`.execute(db)
  return rows
}
