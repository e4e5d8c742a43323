import type { Db } from '#core/shared/db.ts'
import type { Role } from './rules.ts'

/** Whether an address has an account, and whether it is confirmed. */
export async function findAccount(db: Db, email: string) {
  const row = await db
    .selectFrom('users')
    .where('email', '=', email.toLowerCase())
    .select(['id', 'email_verified', 'kind'])
    .executeTakeFirst()
  return row ? { id: row.id, verified: row.email_verified, kind: row.kind } : null
}

export type Profile = { userId: string; fullName: string; avatarUrl: string | null; roles: Role[] }

/** The profile and roles of a signed-in user. Null says that the user has none: the session is orphaned. */
export async function findProfile(db: Db, userId: string): Promise<Profile | null> {
  const rows = await db
    .selectFrom('profiles')
    .leftJoin('user_roles', 'user_roles.user_id', 'profiles.user_id')
    .where('profiles.user_id', '=', userId)
    .select(['profiles.full_name', 'profiles.avatar_url', 'user_roles.role'])
    .execute()
  const [first] = rows
  if (!first) return null
  const roles = rows.flatMap(({ role }) =>
    role === 'vendor' || role === 'super_admin' ? [role] : [],
  )
  return { userId, fullName: first.full_name, avatarUrl: first.avatar_url, roles }
}
