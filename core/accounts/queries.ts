import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import type { Language } from '#core/shared/languages.ts'
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

/** What stays the same when a session gets a new token: the moment of its sign-in. */
const signedInAt = sql<string>`extract(epoch from created_at)::text`

export type SignedInDevice = {
  device: string
  userAgent: string | null
  signedInAt: Date
  /** to the day: a session in use is renewed once a day */
  usedAt: Date
  isThis: boolean
}

/** Where an account is signed in, this browser first. */
export async function listDevices(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<SignedInDevice[]> {
  const own = db
    .selectFrom('authSessions')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .select(signedInAt.as('device'))
  const { rows } = await sql<SignedInDevice>`
    select ${signedInAt} as device, user_agent, created_at as signed_in_at, updated_at as used_at,
      ${signedInAt} = (${own}) as is_this
    from auth_sessions
    where user_id = ${userId} and expires_at > now() and replaced_at is null
    order by is_this desc, updated_at desc, created_at desc
    limit 100`.execute(db)
  return rows
}

export type TwoFactor = { switchedOnAt: Date; recoveryCodes: number }

/** Null: the account is signed in to by password only. */
export async function findTwoFactor(db: Db, userId: string): Promise<TwoFactor | null> {
  const row = await db
    .selectFrom('twoFactors')
    .where('userId', '=', userId)
    .select('switchedOnAt')
    .executeTakeFirst()
  return row ? { ...row, recoveryCodes: await countRecoveryCodes(db, userId) } : null
}

/** How many an account has left. */
export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recoveryCodes')
    .where('userId', '=', userId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export type Passkey = {
  id: string
  userAgent: string | null
  createdAt: Date
  usedAt: Date | null
}

/** What an account can sign in with instead of its password, the newest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .where('userId', '=', userId)
    .select(['id', 'userAgent', 'createdAt', 'usedAt'])
    .orderBy('createdAt', 'desc')
    .execute()
}

export type Profile = {
  userId: string
  fullName: string
  avatarUrl: string | null
  language: Language
  roles: Role[]
}

/** The profile and roles of a signed-in user. Null says that the user has none: the session is orphaned. */
export async function findProfile(db: Db, userId: string): Promise<Profile | null> {
  const rows = await db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.userId')
    .leftJoin('userRoles', 'userRoles.userId', 'profiles.userId')
    .where('profiles.userId', '=', userId)
    .select(['profiles.fullName', 'profiles.avatarUrl', 'users.language', 'userRoles.role'])
    .execute()
  const [first] = rows
  if (!first) return null
  const roles = rows.flatMap(({ role }) =>
    role === 'vendor' || role === 'super_admin' ? [role] : [],
  )
  const { fullName, avatarUrl, language } = first
  return { userId, fullName, avatarUrl, language, roles }
}
