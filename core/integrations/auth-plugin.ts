import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#core/shared/db.ts'

/** What the library answers where only the code is missing. */
export const codeNeeded = 'CODE_NEEDED'

/** The error code if the password was changed while the sign-in was in progress. */
export const passwordChanged = 'PASSWORD_CHANGED'

/** Features missing in the library: token renewal, a fixed end of sessions, sign-in by link, and a second factor. */
export function ownEndpoints(db: Db) {
  return {
    id: 'openspot',
    endpoints: {
      renewSession: createAuthEndpoint(
        '/renew-session',
        { method: 'POST', requireHeaders: true },
        async (ctx) => {
          const found = await getSessionFromCtx(ctx, { disableRefresh: true })
          const renewed = found && (await renew(db, found.session))
          if (renewed) {
            const session = { ...found.session, ...renewed }
            const maxAge = Math.ceil((renewed.expiresAt.getTime() - Date.now()) / 1000)
            await setSessionCookie(ctx, { session, user: found.user }, false, { maxAge })
          }
          return ctx.json(found)
        },
      ),
      /** A session for somebody whom core has already identified. */
      startSession: sessionEndpoint((start) => identified.run(true, start)),
      /** A session for somebody who has shown one proof: refused if the account asks for a code. */
      startSessionUnlessCode: sessionEndpoint((start) => start()),
      signInByLink: createAuthEndpoint(
        '/sign-in/link',
        { method: 'POST', body: z.object({ token: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context
          const link = await internalAdapter.consumeVerificationValue(signInLink(ctx.body.token))
          const user = link && (await internalAdapter.findUserById(link.value))
          if (!user) throw new APIError('BAD_REQUEST', { code: 'INVALID_TOKEN' })
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ status: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

function sessionEndpoint(run: <Done>(start: () => Promise<Done>) => Promise<Done>) {
  return createAuthEndpoint.serverOnly(
    { method: 'POST', requireHeaders: true, body: z.object({ userId: z.string() }) },
    async (ctx) => {
      const { internalAdapter } = ctx.context
      const user = await internalAdapter.findUserById(ctx.body.userId)
      if (!user) throw new APIError('BAD_REQUEST', { code: 'USER_NOT_FOUND' })
      const session = await run(() => internalAdapter.createSession(user.id))
      await setSessionCookie(ctx, { session, user })
      return ctx.json({ status: true })
    },
  )
}

/** Set while core starts a session for somebody who has proved everything that the account asks for. */
const identified = new AsyncLocalStorage<true>()

/** The mark of the password under which core lets the library start sessions. */
const expected = new AsyncLocalStorage<string | null>()

export const isPasswordChanged = (error: unknown): boolean =>
  error instanceof APIError && error.body?.code === passwordChanged

export const isCodeNeeded = (error: unknown): boolean =>
  error instanceof APIError && error.body?.code === codeNeeded

/** Sessions that start during the work end at once if the account has another password by then. */
export function underPassword<Done>(mark: string | null, work: () => Promise<Done>): Promise<Done> {
  return expected.run(mark, work)
}

/**
 * The hooks of the library around every new session. They look again when the session is there: a new password, and
 * switching on two-factor sign-in, lock the account, and the new session waits for it.
 */
export function aroundSessions(db: Db) {
  return {
    async before({ userId, userAgent }: { userId: string; userAgent?: string | null | undefined }) {
      await refuseWithoutCode(db, userId)
      return { data: { userAgent: userAgent?.slice(0, userAgentLength) ?? '' } }
    },
    async after(session: { id: string; userId: string } | null) {
      // The database may have refused it.
      if (session === null) return
      try {
        await refuseWithoutCode(db, session.userId)
        await refuseFormerPassword(db, session.userId)
      } catch (refused) {
        await db.deleteFrom('authSessions').where('id', '=', session.id).execute()
        throw refused
      }
      await endSurplus(db, session)
    },
  }
}

const otherSessions = 20
export const userAgentLength = 500

/**
 * Ends the sessions beside the new one that were used longest ago. One that was renewed in the last two days has been in use
 * for longer than a day: sign-ins elsewhere do not push it out.
 */
async function endSurplus(db: Db, { id: newId, userId }: { id: string; userId: string }) {
  const surplus = await db
    .selectFrom('authSessions')
    .where('userId', '=', userId)
    .where('id', '<>', newId)
    // The token that a renewal leaves is over in a minute.
    .where('replacedAt', 'is', null)
    .orderBy(
      sql`updated_at > greatest(created_at + interval '1 hour', now() - interval '2 days')`,
      'desc',
    )
    .orderBy('updatedAt', 'desc')
    .orderBy('createdAt', 'desc')
    .offset(otherSessions)
    .select('id')
    .execute()
  for (const { id } of surplus) await db.deleteFrom('authSessions').where('id', '=', id).execute()
}

/** A password or a link alone opens no account with two-factor sign-in. */
async function refuseWithoutCode(db: Db, userId: string): Promise<void> {
  if (identified.getStore() || !(await hasTwoFactor(db, userId))) return
  throw new APIError('FORBIDDEN', { code: codeNeeded })
}

async function refuseFormerPassword(db: Db, userId: string): Promise<void> {
  const mark = expected.getStore()
  if (mark === undefined || mark === (await passwordMark(db, userId))) return
  throw new APIError('FORBIDDEN', { code: passwordChanged })
}

/** What tells one password of an account from the next, and nothing about either. */
export const markOf = (hash: string): string =>
  createHash('sha256').update(hash).digest('base64url')

/** Null: the account has no password. */
export async function passwordMark(db: Db | Tx, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('authAccounts')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .select('password')
    .executeTakeFirst()
  return row?.password ? markOf(row.password) : null
}

async function hasTwoFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('twoFactors')
    .where('userId', '=', userId)
    .select('userId')
    .executeTakeFirst()
  return row !== undefined
}

export const signInLink = (token: string) => `sign-in-link:${token}`

/**
 * Renews a session's token once a day. Of two concurrent requests only one renews it. The old token stays valid for a
 * minute, for requests in flight. The account is locked first, so that a password reset, which ends all sessions, waits
 * for the new token. Null if no renewal was due.
 */
async function renew(db: Db, session: { id: string; userId: string }) {
  const token = randomBytes(24).toString('base64url')
  const { rows } = await sql<{ token: string; expiresAt: Date }>`
    with account as materialized (
      select id from users where id = ${session.userId} for key share
    ), replaced as (
      update auth_sessions s set replaced_at = now(), expires_at = least(expires_at, now() + interval '1 minute')
      from account
      where s.id = ${session.id} and s.user_id = account.id and replaced_at is null
        and updated_at <= now() - interval '1 day' and created_at > now() - interval '2160 hours'
      returning s.*
    ), over as (
      delete from auth_sessions s using replaced r where s.user_id = r.user_id and s.expires_at < now()
    )
    insert into auth_sessions (user_id, token, ip_address, user_agent, created_at, expires_at)
    select user_id, ${token}, ip_address, left(user_agent, ${userAgentLength}), created_at,
      least(now() + interval '30 days', created_at + interval '2160 hours') from replaced
    returning token, expires_at`.execute(db)
  return rows[0] ?? null
}
