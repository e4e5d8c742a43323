import { type Selectable, sql } from 'kysely'
import type { Users } from '#core/shared/database.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { isId } from '#core/shared/ids.ts'
import type { Language } from '#core/shared/languages.ts'
import { type SecretKeys, sign, verify } from '#core/shared/signing.ts'
import { addMinutes } from '#core/shared/time.ts'
import { emailLinkHours, restorableDays, type Role } from './rules.ts'

/** Who an account is for. */
export type AccountKind = Selectable<Users>['kind']

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

export type SignInWays = { hasPassword: boolean; googleSince: Date | null }

/** What signs in to an account besides passkeys and mailed links. */
export async function findSignInWays(db: Db, userId: string): Promise<SignInWays> {
  const rows = await db
    .selectFrom('authAccounts')
    .where('userId', '=', userId)
    .select(['providerId', 'createdAt'])
    .select(sql<boolean>`password is not null`.as('hasPassword'))
    .execute()
  const google = rows.find(({ providerId }) => providerId === 'google')
  return {
    hasPassword: rows.some(({ hasPassword }) => hasPassword),
    googleSince: google?.createdAt ?? null,
  }
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

/** `confirm`: goes to the new address. `restore`: goes to the former one. */
export type EmailLinkKind = 'confirm' | 'restore'

const purposes = { confirm: 'confirm-email-change', restore: 'restore-email' } as const

/** What the link of a mail contains; the change itself says whether it can still be used. */
export function emailLinkToken(
  { secretKeys }: Pick<Deps, 'secretKeys'>,
  kind: EmailLinkKind,
  changeId: string,
): string {
  return `${changeId}.${sign(secretKeys, purposes[kind], changeId)}`
}

export function readEmailLink(
  { secretKeys }: Pick<Deps, 'secretKeys'>,
  token: string,
): { kind: EmailLinkKind; changeId: string } | null {
  const [changeId = '', mac = ''] = token.split('.')
  if (!isId(changeId)) return null
  if (verify(secretKeys, purposes.confirm, changeId, mac)) return { kind: 'confirm', changeId }
  return verify(secretKeys, purposes.restore, changeId, mac) ? { kind: 'restore', changeId } : null
}

export type EmailChange = {
  id: string
  userId: string
  oldEmail: string
  newEmail: string
  createdAt: Date
}

/** A change whose link of this kind can be used now. */
export async function findEmailChange(
  db: Db | Tx,
  kind: EmailLinkKind,
  changeId: string,
): Promise<EmailChange | null> {
  const now = new Date()
  const of = db
    .selectFrom('emailChanges as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .where('c.id', '=', changeId)
    .where('c.restoredAt', 'is', null)
    .select(['c.id', 'c.userId', 'c.oldEmail', 'c.newEmail', 'c.createdAt'])
  const usable =
    kind === 'confirm'
      ? of
          .where('c.confirmedAt', 'is', null)
          .where('c.createdAt', '>', addMinutes(now, -emailLinkHours * 60))
          .whereRef('u.email', '=', 'c.oldEmail')
      : of.where('c.confirmedAt', '>', addMinutes(now, -restorableDays * 24 * 60))
  const change = await usable.executeTakeFirst()
  if (!change) return null
  // The former address belongs to its owner until the change can no longer be undone.
  const isFree = kind === 'restore' || !(await isTaken(db, change.newEmail, change.userId))
  return isFree ? change : null
}

export type WaitingEmail = { changeId: string; newEmail: string; until: Date }

/** The new sign-in address that waits for its owner. */
export async function findWaitingEmail(db: Db, userId: string): Promise<WaitingEmail | null> {
  const row = await db
    .selectFrom('emailChanges')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .where('createdAt', '>', addMinutes(new Date(), -emailLinkHours * 60))
    .select(['id', 'newEmail', 'createdAt'])
    .executeTakeFirst()
  if (!row) return null
  const { id, newEmail, createdAt } = row
  return { changeId: id, newEmail, until: addMinutes(createdAt, emailLinkHours * 60) }
}

/** Whether somebody signs in with an address, or may still get it back. */
export async function isTaken(db: Db | Tx, email: string, exceptUserId?: string): Promise<boolean> {
  return (await findAccount(db, email)) !== null || (await isHeld(db, email, exceptUserId))
}

/** Whether an address was somebody's until lately, who can still restore it. */
export async function isHeld(db: Db | Tx, email: string, exceptUserId?: string): Promise<boolean> {
  const held = await db
    .selectFrom('emailChanges')
    .where('oldEmail', '=', email.toLowerCase())
    .where('confirmedAt', '>', addMinutes(new Date(), -restorableDays * 24 * 60))
    .where('restoredAt', 'is', null)
    .$if(exceptUserId !== undefined, (query) => query.where('userId', '<>', exceptUserId ?? ''))
    .select('id')
    .executeTakeFirst()
  return held !== undefined
}

export type InvitationListed = {
  id: string
  email: string
  invitedAt: Date
  expiresAt: Date
  acceptedAt: Date | null
}

/** Invitations that were not withdrawn, the newest first. */
export function listInvitations(db: Db, limit: number): Promise<InvitationListed[]> {
  return db
    .selectFrom('invitations')
    .where('withdrawnAt', 'is', null)
    .orderBy('invitedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'email', 'invitedAt', 'expiresAt', 'acceptedAt'])
    .execute()
}

const invitationPurpose = 'invitation'

/** What the link of an invitation carries. */
export function invitationToken(keys: SecretKeys, invitationId: string): string {
  return `${invitationId}.${sign(keys, invitationPurpose, invitationId)}`
}

/** The invitation that a link is about; null if we did not write the link. */
export function readInvitation(keys: SecretKeys, token: string): string | null {
  const [id = '', signature = '', ...more] = token.split('.')
  const isOurs = more.length === 0 && isId(id) && verify(keys, invitationPurpose, id, signature)
  return isOurs ? id : null
}
