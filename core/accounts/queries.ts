import type { Db } from '#core/shared/db.ts'
import type { Role } from './rules.ts'

/** Whether an address has an account, and whether it is confirmed. */
export async function findAccount(db: Db, email: string) {
  const row = await db
    .selectFrom('users')
    .where('email', '=', email.toLowerCase())
    .select(['id', 'emailVerified', 'kind'])
    .executeTakeFirst()
  return row ? { id: row.id, verified: row.emailVerified, kind: row.kind } : null
}

export type Profile = { userId: string; fullName: string; avatarUrl: string | null; roles: Role[] }

/** The profile and roles of a signed-in user. Null says that the user has none: the session is orphaned. */
export async function findProfile(db: Db, userId: string): Promise<Profile | null> {
  const rows = await db
    .selectFrom('profiles')
    .leftJoin('userRoles', 'userRoles.userId', 'profiles.userId')
    .where('profiles.userId', '=', userId)
    .select(['profiles.fullName', 'profiles.avatarUrl', 'userRoles.role'])
    .execute()
  const [first] = rows
  if (!first) return null
  const roles = rows.flatMap(({ role }) =>
    role === 'vendor' || role === 'super_admin' ? [role] : [],
  )
  return { userId, fullName: first.fullName, avatarUrl: first.avatarUrl, roles }
}
