import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { createEmailVerificationToken, isAPIError } from 'better-auth/api'
import type { Db } from '#core/shared/db.ts'
import type { Logger } from '#core/shared/log.ts'
import { emit } from '#core/events/emit.ts'
import type { SecretKeys } from '#core/shared/signing.ts'

export type AuthOptions = { db: Db; origin: string; secretKeys: SecretKeys; log: Logger }
export type Auth = ReturnType<typeof createAuth>

const hour = 3600
const day = 24 * hour

/** An e-mail confirmation link is good for this long. */
const verificationSeconds = day
/** A password reset link is good for this long. */
const resetSeconds = hour

/**
 * Sign-in with sessions in the database. None of the library's own addresses is reachable from
 * outside: our routes call its handler, behind our limits and texts.
 */
export function createAuth({ db, origin, secretKeys, log }: AuthOptions) {
  const secret = secretKeys[0]
  const auth = betterAuth({
    appName: 'Openspot',
    baseURL: origin,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [origin],
    // It maps the names of columns itself.
    database: { db: db.withoutPlugins(), type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // A broken database is the caller's to report; the library would print it to the console.
    onAPIError: { throw: true },
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error({ message }, 'auth') },
    advanced: {
      cookiePrefix: 'openspot',
      useSecureCookies: origin.startsWith('https:'),
      database: { generateId: () => crypto.randomUUID() },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: {
        language: { type: 'string', required: false },
        referralCode: { type: 'string', required: false, fieldName: 'referral_code' },
      },
    },
    session: {
      modelName: 'auth_sessions',
      expiresIn: 30 * day,
      updateAge: day,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'auth_accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'auth_verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 8,
      maxPasswordLength: 256,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: resetSeconds,
      password: {
        hash: (password) => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
        verify: ({ hash: stored, password }) => verify(stored, password),
      },
      sendResetPassword: ({ user, token }) =>
        emit(db, 'account.password_reset', { userId: user.id, token }),
    },
    emailVerification: {
      // The insert of the user writes the first request itself (trigger), so that a crash loses none.
      sendOnSignUp: false,
      sendOnSignIn: false,
      autoSignInAfterVerification: true,
      expiresIn: verificationSeconds,
    },
  })
  return {
    handler: auth.handler,
    findSession: (headers: Headers) =>
      auth.api.getSession({ headers, query: { disableRefresh: true } }),
    /** Like findSession; once a day it prolongs the session, with the cookies that tell the browser so. */
    renewSession: async (headers: Headers) => {
      const answer = await auth.api.getSession({ headers, returnHeaders: true }).catch(orSignedOut)
      return { found: answer?.response ?? null, cookies: answer?.headers.getSetCookie() ?? [] }
    },
    requestPasswordReset: (email: string) => auth.api.requestPasswordReset({ body: { email } }),
    /** A signed token for /auth/v1/verify; it proves the address once and expires. */
    verificationToken: (email: string) =>
      createEmailVerificationToken(secret, email, undefined, verificationSeconds),
  }
}

/** The session was ended elsewhere between being found and being prolonged. */
function orSignedOut(problem: unknown): null {
  if (isAPIError(problem) && problem.status === 'UNAUTHORIZED') return null
  throw problem
}
