import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { startsOfParts } from '#core/shared/parts.ts'
import type { Badge } from './rules.ts'

// Named one by one: a token or an id of a payment provider that becomes a column is in no answer by accident.
const shown = [
  'vendors.id',
  'vendors.username',
  'vendors.description',
  'vendors.location',
  'vendors.experience_years',
  'vendors.contact_email',
  'vendors.contact_phone',
  'vendors.contact_telegram',
  'vendors.time_zone',
  'vendors.currency',
  'vendors.country',
  'vendors.language',
  'vendors.layout',
  'vendors.accent',
  'vendors.plan',
  'vendors.trial_ends_at',
  'vendors.updated_at',
] as const

const name = sql<string>`vendor_name(vendors)`.as('name')

/** The vendor a signed-in member works for, with the member's role there. Null: none. */
export async function findWorkplace(db: Db, userId: string) {
  const row = await db
    .selectFrom('vendor_members')
    .innerJoin('vendors', 'vendors.id', 'vendor_members.vendor_id')
    .where('vendor_members.user_id', '=', userId)
    .orderBy('vendor_members.created_at')
    .select([...shown, name, 'vendor_members.role', 'vendors.set_up_at', 'vendors.suspended_at'])
    .executeTakeFirst()
  return row ?? null
}

export type Workplace = NonNullable<Awaited<ReturnType<typeof findWorkplace>>>

/** A vendor with a public page, by any username it ever had. Suspended ones are not found. */
export async function findVendorByUsername(db: Db, username: string) {
  const row = await db
    .selectFrom('usernames')
    .innerJoin('vendors', 'vendors.id', 'usernames.vendor_id')
    .where('usernames.username', '=', username.toLowerCase())
    .where(sql<boolean>`vendor_is_open(vendors)`)
    .select([...shown, name])
    .executeTakeFirst()
  return row ?? null
}

export async function findPublicVendor(db: Db, vendorId: string) {
  const row = await db
    .selectFrom('vendors')
    .where(sql<boolean>`vendors.id = ${vendorId} and vendor_is_open(vendors)`)
    .select([...shown, name])
    .executeTakeFirst()
  return row ?? null
}

export type PublicVendor = NonNullable<Awaited<ReturnType<typeof findPublicVendor>>>

/** What the colour of a vendor's pages follows from. */
export async function findLook(db: Db, vendorId: VendorId) {
  const row = await db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(['plan', 'trial_ends_at', 'accent'])
    .executeTakeFirst()
  return row ?? null
}

export type Look = NonNullable<Awaited<ReturnType<typeof findLook>>>

/** The person behind the vendor's page, what was proved of them, and how many people have come. */
export async function findFace(db: Db, vendorId: VendorId) {
  const row = await db
    .selectFrom('vendor_members as m')
    .innerJoin('profiles as p', 'p.user_id', 'm.user_id')
    .where('m.vendor_id', '=', vendorId)
    .where('m.role', '=', 'owner')
    .select(['p.full_name', 'p.avatar_url'])
    .select([
      sql<
        Badge[]
      >`array(select b.badge from vendor_badges b where b.vendor_id = m.vendor_id order by b.badge)`.as(
        'badges',
      ),
      sql<number>`(select count(distinct coalesce(g.customer_email, g.customer_phone, g.telegram_user_id::text))::integer
        from bookings b join booking_groups g on g.id = b.group_id
        where b.vendor_id = m.vendor_id and b.attendance = 'came' and b.deleted_at is null)`.as(
        'students',
      ),
    ])
    .executeTakeFirst()
  return row ?? null
}

/** Vendors that are listed, in order of their ids, for the map of the site. */
export async function listMappedVendors(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ username: string; changedAt: Date }[]> {
  const rows = await mappedVendors(db)
    .$if(after !== null, (vendors) => vendors.where(sql<boolean>`v.id > ${after}`))
    .orderBy('v.id')
    .limit(limit)
    .select(['v.username', 'v.updated_at'])
    .execute()
  return rows.map((row) => ({ username: row.username ?? '', changedAt: row.updated_at }))
}

/** The ids after which the second and every further part of that map begin. */
export function listVendorMapStarts(db: Db, size: number): Promise<string[]> {
  return startsOfParts(db, mappedVendors(db).select('v.id'), size)
}

function mappedVendors(db: Db) {
  return db
    .selectFrom('vendors as v')
    .where('v.username', 'is not', null)
    .where(sql<boolean>`vendor_is_listed(v)`)
}
