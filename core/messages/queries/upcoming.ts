import { sql } from 'kysely'
import { listTypedPhones } from '#core/bookings/queries/typed-phones.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { hasBooked, tookPlace } from '#core/vendors/queries.ts'
import { hasComeTo } from './sent.ts'

type Listed = {
  email: string
  groupId: string
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
  /** some of the spots are not confirmed yet */
  waiting: boolean
}
/** What a purchase without upcoming dates can still be used for. */
type OpenBundle = Listed & { bundleName: string; sessionsLeft: number; expiresAt: Date }

const mostAddresses = 3

/**
 * The addresses that get the links for a contact. For a phone only a few, because anybody can have booked with that phone
 * and other people's addresses: first those with which somebody has come to a session, then those with the oldest purchases.
 */
export async function listAddresses(db: Db, contact: string): Promise<string[]> {
  const upcoming = await listUpcoming(db, contact)
  if (contact.includes('@')) return [...upcoming.keys()]
  const groupIds = [...upcoming.values()].flatMap(({ spots, bundles }) =>
    [...spots, ...bundles].map(({ groupId }) => groupId),
  )
  if (groupIds.length === 0) return []
  const by = await readContact(db, contact)
  const rows = await db
    .selectFrom('bookingGroups as own')
    .where('id', 'in', groupIds)
    .where('customerEmail', 'is not', null)
    .groupBy('customerEmail')
    .orderBy(
      sql`exists (
        select from booking_groups g
        join vendors v on v.id = g.vendor_id
        join bookings b on b.group_id = g.id and ${tookPlace}
        where ${ofContact(by)} and ${hasBooked} and g.customer_email = own.customer_email)`,
      'desc',
    )
    .orderBy((eb) => eb.fn.min('createdAt'))
    .limit(mostAddresses)
    .select('customerEmail')
    .$narrowType<{ customerEmail: string }>()
    .execute()
  return rows.map(({ customerEmail }) => customerEmail)
}

/** The list for one address; never empty. `isCut`: there is more. */
export type Upcoming = { spots: UpcomingSpots[]; bundles: OpenBundle[]; isCut: boolean }

/**
 * A contact's upcoming bookings, by the email addresses in the purchases. The contact is an email address or a phone as
 * typed. For a phone, purchases without an email address are left out.
 */
export async function listUpcoming(db: Db, contact: string): Promise<Map<string, Upcoming>> {
  const by = await readContact(db, contact)
  const spots = Map.groupBy(await listUpcomingSpots(db, by), ({ email }) => email)
  const bundles = Map.groupBy(await listOpenBundles(db, by), ({ email }) => email)
  return new Map(
    [...new Set([...spots.keys(), ...bundles.keys()])].map((email) => {
      const found = { spots: spots.get(email) ?? [], bundles: bundles.get(email) ?? [] }
      return [
        email,
        {
          spots: found.spots.filter(isListed),
          bundles: found.bundles.filter(isListed),
          isCut: ![...found.spots, ...found.bundles].every(isListed),
        },
      ]
    }),
  )
}

type Ranked = { nth: number }

const isListed = ({ nth }: Ranked) => nth <= mostPurchases

type Contact = { email: string } | { phones: readonly { country: string; phone: string }[] }

async function readContact(db: Db, contact: string): Promise<Contact> {
  return contact.includes('@') ? { email: contact } : { phones: await listTypedPhones(db, contact) }
}

const mostPurchases = 40
const mostBeforeOthers = 10

/**
 * Ranks the purchases of `upcoming` for each address. Anybody can book with somebody else's address, so many purchases at a
 * few vendors must not crowd out the rest: ten of each vendor come first, before them those of vendors where the mailbox has
 * come, and the vendors take turns.
 */
const ranked = sql`by_vendor as (
    select *, dense_rank() over (partition by email, vendor_id order by next, group_id) as nth_of_vendor from upcoming
  ), ranked as (
    select *, dense_rank() over (partition by email
      order by nth_of_vendor > ${mostBeforeOthers}, not come, nth_of_vendor, next, group_id)::integer as nth
    from by_vendor
  )`
const come = sql`${hasComeTo(sql`v.id`, sql`g.customer_email`)} as come`

const ofContact = (contact: Contact) =>
  'email' in contact
    ? sql`limit_email(g.customer_email) = limit_email(${contact.email}) and g.customer_email = ${contact.email}`
    : sql`g.customer_email is not null and (v.country, g.customer_phone) in (
        select * from unnest(${contact.phones.map(({ country }) => country)}::text[], ${contact.phones.map(({ phone }) => phone)}::text[]))`

const stillHeld = sql`b.deleted_at is null
  and (b.status = 'confirmed' or b.status = 'pending' and b.expires_at > now())`

/** Whether purchase `g` has spots in sessions that are not over, or a bundle that can still be used. */
export const hasUpcoming = sql<boolean>`(exists (
  select from bookings b join class_sessions s on s.id = b.session_id and s.ends_at > now()
  where b.group_id = g.id and ${stillHeld}
) or exists (
  select from entitlements e
  where e.group_id = g.id and e.status = 'active' and e.remaining_sessions > 0 and e.expires_at > now()))`

export async function isUpcoming(db: Db, groupId: string): Promise<boolean> {
  const upcoming = await db
    .selectFrom('bookingGroups as g')
    .where('g.id', '=', groupId)
    .where(hasUpcoming)
    .select('g.id')
    .executeTakeFirst()
  return upcoming !== undefined
}

/**
 * Spots in sessions that are not over, for all vendors: one row per purchase and session, the next first, of 41 purchases
 * per email address, so that the last shows whether there are more than 40.
 */
async function listUpcomingSpots(db: Db, contact: Contact): Promise<(UpcomingSpots & Ranked)[]> {
  const { rows } = await sql<UpcomingSpots & Ranked>`
    with upcoming as (
      select g.customer_email as email, g.id as group_id, g.reference, g.token_rotation,
        v.id as vendor_id, vendor_name(v) as business, c.title as class_title, s.starts_at, s.ends_at, s.time_zone as zone,
        count(*)::integer as spots, bool_or(b.status = 'pending') as waiting,
        min(s.starts_at) over (partition by g.id) as next, ${come}
      from booking_groups g
      join vendors v on v.id = g.vendor_id
      join bookings b on b.group_id = g.id and ${stillHeld}
      join class_sessions s on s.id = b.session_id and s.ends_at > now()
      join classes c on c.id = b.class_id
      where ${ofContact(contact)}
      group by g.id, v.id, c.id, s.id
    ), ${ranked}
    select email, group_id, reference, token_rotation, vendor_id, business, class_title, starts_at, ends_at, zone, spots,
      waiting, nth
    from ranked where nth <= ${mostPurchases + 1}
    order by email, starts_at, group_id`.execute(db)
  return rows
}

/** Bundles with credits but without upcoming dates: the first to end first, 41 per address. */
async function listOpenBundles(db: Db, contact: Contact): Promise<(OpenBundle & Ranked)[]> {
  const { rows } = await sql<OpenBundle & Ranked>`
    with upcoming as (
      select g.customer_email as email, g.id as group_id, g.reference, g.token_rotation,
        v.id as vendor_id, vendor_name(v) as business, coalesce(c.title, e.name) as class_title, v.time_zone as zone,
        e.name as bundle_name, e.remaining_sessions as sessions_left, e.expires_at,
        e.expires_at as next, ${come}
      from booking_groups g
      join vendors v on v.id = g.vendor_id
      join entitlements e on e.group_id = g.id
      left join classes c on c.id = e.class_id
      where ${ofContact(contact)}
        and e.status = 'active' and e.remaining_sessions > 0 and e.expires_at > now()
        and not exists (
          select from bookings b join class_sessions s on s.id = b.session_id and s.ends_at > now()
          where b.group_id = g.id and ${stillHeld})
    ), ${ranked}
    select email, group_id, reference, token_rotation, vendor_id, business, class_title, zone, bundle_name, sessions_left,
      expires_at, nth
    from ranked where nth <= ${mostPurchases + 1}
    order by email, expires_at, group_id`.execute(db)
  return rows
}
