import { sql } from 'kysely'
import { listTypedPhones } from '#core/bookings/queries/typed-phones.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { channelOf } from '#core/contacts/rules.ts'
import { hasComeTo } from './sent.ts'

type Listed = {
  email: string
  purchaseId: string
  reference: string
  tokenRotation: number
  vendorId: VendorId
  business: string
  classTitle: string
  zone: string
}
/** Spots of a purchase in one session. */
type UpcomingSpots = Listed & {
  startsAt: Date
  endsAt: Date
  spots: number
  /** some of the spots wait for the vendor's answer */
  waiting: boolean
  /** some of them are held until then, and not paid yet */
  payUntil: Date | null
}
/** What a purchase without upcoming dates can still be used for. */
type OpenBundle = Listed & { bundleName: string; sessionsLeft: number; expiresAt: Date }

/** What is listed for one address; never empty. `isCut`: there is more. */
export type Upcoming = { spots: UpcomingSpots[]; bundles: OpenBundle[]; isCut: boolean }

/** The upcoming bookings of the purchases that have this email address, or that this chat is connected to. */
export async function listUpcoming(db: Db, address: string): Promise<Upcoming | null> {
  const spots = await listUpcomingSpots(db, address)
  const bundles = await listOpenBundles(db, address)
  if (spots.length === 0 && bundles.length === 0) return null
  return {
    spots: spots.filter(isListed),
    bundles: bundles.filter(isListed),
    isCut: ![...spots, ...bundles].every(isListed),
  }
}

/** The purchases that were made with a phone, as it was typed, and are not over. */
export async function listUpcomingByPhone(db: Db, typed: string) {
  const phones = await listTypedPhones(db, typed)
  return db
    .selectFrom('contactAddresses as a')
    .innerJoin('purchases as g', 'g.addressId', 'a.id')
    .innerJoin('vendors as v', 'v.id', 'g.vendorId')
    .where('a.kind', '=', 'phone')
    .where(
      sql<boolean>`(v.country, a.value) in (select * from unnest(
        ${phones.map(({ country }) => country)}::text[], ${phones.map(({ phone }) => phone)}::text[]))`,
    )
    .where(hasUpcoming)
    .orderBy('g.createdAt', 'desc')
    .limit(mostByPhone)
    .select([
      'g.id as purchaseId',
      'g.vendorId',
      'g.customerPhone',
      'g.language',
      'a.value as phone',
    ])
    .execute()
}

/** The purchases that were made with a login at Telegram and are not over. */
export async function listUpcomingByChat(db: Db, chat: string): Promise<string[]> {
  const purchases = await db
    .selectFrom('purchases as g')
    .where('g.customerTelegram', '=', chat)
    .where('g.bookingMethod', '=', 'telegram')
    .where(hasUpcoming)
    .orderBy('g.createdAt', 'desc')
    .limit(mostByPhone)
    .select('g.id')
    .execute()
  return purchases.map(({ id }) => id)
}

const mostByPhone = 20

type Ranked = { nth: number }

const isListed = ({ nth }: Ranked) => nth <= mostPurchases

const mostPurchases = 40
const mostBeforeOthers = 10

/**
 * Ranks the purchases of `upcoming` for each address. Anybody can book with somebody else's address, so many purchases at a
 * few vendors must not crowd out the rest: ten of each vendor come first, before them those of vendors where the mailbox has
 * come, and the vendors take turns.
 */
const ranked = sql`by_vendor as (
    select *, dense_rank() over (partition by email, vendor_id order by next, purchase_id) as nth_of_vendor from upcoming
  ), ranked as (
    select *, dense_rank() over (partition by email
      order by nth_of_vendor > ${mostBeforeOthers}, not come, nth_of_vendor, next, purchase_id)::integer as nth
    from by_vendor
  )`
const come = sql`${hasComeTo(sql`v.id`, sql`g.customer_email`)} as come`

const ofAddress = (address: string) =>
  channelOf(address) === 'telegram'
    ? sql`g.customer_telegram = ${address}`
    : sql`g.customer_email = ${address}`

const stillHeld = sql`(holds_still(b) and b.status <> 'completed')`

/** Whether purchase `g` has spots in sessions that are not over, or a bundle that can still be used. */
export const hasUpcoming = sql<boolean>`(exists (
  select from bookings b join class_sessions s on s.id = b.session_id and s.ends_at > now()
  where b.purchase_id = g.id and ${stillHeld}
) or exists (
  select from passes e
  where e.purchase_id = g.id and e.status = 'active' and e.remaining_sessions > 0 and e.expires_at > now()))`

export async function isUpcoming(db: Db, purchaseId: string): Promise<boolean> {
  const upcoming = await db
    .selectFrom('purchases as g')
    .where('g.id', '=', purchaseId)
    .where(hasUpcoming)
    .select('g.id')
    .executeTakeFirst()
  return upcoming !== undefined
}

/**
 * Spots in sessions that are not over, for all vendors: one row per purchase and session, the next first, of 41 purchases
 * per email address, so that the last shows whether there are more than 40.
 */
async function listUpcomingSpots(db: Db, address: string): Promise<(UpcomingSpots & Ranked)[]> {
  const { rows } = await sql<UpcomingSpots & Ranked>`
    with upcoming as (
      select ${address}::text as email, g.id as purchase_id, g.reference, g.token_rotation,
        v.id as vendor_id, vendor_name(v) as business, c.title as class_title, s.starts_at, s.ends_at, s.time_zone as zone,
        count(*)::integer as spots, bool_or(asks_vendor(b)) as waiting,
        min(least(b.expires_at, k.hold_until)) filter (where b.waits_for = 'payment' and still_waits(b)) as pay_until,
        min(s.starts_at) over (partition by g.id) as next, ${come}
      from purchases g
      join vendors v on v.id = g.vendor_id
      join bookings b on b.purchase_id = g.id and ${stillHeld}
      join class_sessions s on s.id = b.session_id and s.ends_at > now()
      join classes c on c.id = b.class_id
      left join lateral (select max(k.hold_until) as hold_until from checkouts k
        where k.vendor_id = g.vendor_id and k.purchase_id = g.id and k.state in ('making', 'open')) k on true
      where ${ofAddress(address)}
      group by g.id, v.id, c.id, s.id
    ), ${ranked}
    select email, purchase_id, reference, token_rotation, vendor_id, business, class_title, starts_at, ends_at, zone, spots,
      waiting, pay_until, nth
    from ranked where nth <= ${mostPurchases + 1}
    order by email, starts_at, purchase_id`.execute(db)
  return rows
}

/** Bundles with credits but without upcoming dates: the first to end first, 41 per address. */
async function listOpenBundles(db: Db, address: string): Promise<(OpenBundle & Ranked)[]> {
  const { rows } = await sql<OpenBundle & Ranked>`
    with upcoming as (
      select ${address}::text as email, g.id as purchase_id, g.reference, g.token_rotation,
        v.id as vendor_id, vendor_name(v) as business, coalesce(c.title, e.name) as class_title, v.time_zone as zone,
        e.name as bundle_name, e.remaining_sessions as sessions_left, e.expires_at,
        e.expires_at as next, ${come}
      from purchases g
      join vendors v on v.id = g.vendor_id
      join passes e on e.purchase_id = g.id
      left join classes c on c.id = e.class_id
      where ${ofAddress(address)}
        and e.status = 'active' and e.remaining_sessions > 0 and e.expires_at > now()
        and not exists (
          select from bookings b join class_sessions s on s.id = b.session_id and s.ends_at > now()
          where b.purchase_id = g.id and ${stillHeld})
    ), ${ranked}
    select email, purchase_id, reference, token_rotation, vendor_id, business, class_title, zone, bundle_name, sessions_left,
      expires_at, nth
    from ranked where nth <= ${mostPurchases + 1}
    order by email, expires_at, purchase_id`.execute(db)
  return rows
}
