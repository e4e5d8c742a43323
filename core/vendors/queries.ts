import type { Db } from '#core/shared/db.ts'

/** The vendor a signed-in member works for, with the member's role there. Null: none. */
export async function findWorkplace(db: Db, userId: string) {
  const row = await db
    .selectFrom('vendor_members')
    .innerJoin('vendors', 'vendors.id', 'vendor_members.vendor_id')
    .where('vendor_members.user_id', '=', userId)
    .orderBy('vendor_members.created_at')
    .selectAll('vendors')
    .select('vendor_members.role')
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
    .where('vendors.suspended_at', 'is', null)
    .where('vendors.set_up_at', 'is not', null)
    .selectAll('vendors')
    .executeTakeFirst()
  return row ?? null
}

export async function findPublicVendor(db: Db, vendorId: string) {
  const row = await db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .where('suspended_at', 'is', null)
    .where('set_up_at', 'is not', null)
    .selectAll()
    .executeTakeFirst()
  return row ?? null
}

export type PublicVendor = NonNullable<Awaited<ReturnType<typeof findPublicVendor>>>

/** The person behind the vendor's page: its owner's name and picture. */
export async function findOwner(db: Db, vendorId: string) {
  const row = await db
    .selectFrom('vendor_members')
    .innerJoin('profiles', 'profiles.user_id', 'vendor_members.user_id')
    .innerJoin('users', 'users.id', 'vendor_members.user_id')
    .where('vendor_members.vendor_id', '=', vendorId)
    .where('vendor_members.role', '=', 'owner')
    .select(['profiles.full_name', 'profiles.avatar_url', 'users.email', 'users.id as user_id'])
    .executeTakeFirst()
  return row ?? null
}
