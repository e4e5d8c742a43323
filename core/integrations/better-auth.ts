import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { createEmailVerificationToken } from 'better-auth/api'
import { generateRandomString } from 'better-auth/crypto'
import type { Db } from '#core/shared/db.ts'
import { hostCookie } from '#core/shared/host-cookie.ts'
import type { Logger } from '#core/shared/log.ts'
import type { SecretKeys } from '#core/shared/signing.ts'
import { addressesAsTheyAre, forLibrary } from './auth-addresses.ts'
import { datedToken, linkEndOf } from './link-tokens.ts'
import { aroundSessions, markOf, ownEndpoints, signInLink } from './auth-plugin.ts'

export type AuthOptions = { db: Db; origin: string; secretKeys: SecretKeys; log: Logger }
export type Auth = ReturnType<typeof createAuth>

const hour = 3600
const day = 24 * hour

/** An e-mail confirmation link is good for this long. */
const verificationSeconds = day
/** A link that sets a new password, or signs in, is good for this long. */
const linkSeconds = hour
/** There is this much time for the code after the password. */
export const codeSeconds = 600

/**
 * Sign-in with sessions in the database. The library's own routes are not reachable from outside; our routes call its
 * handler, with our limits and texts.
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
    database: {
      db: db.withoutPlugins().withPlugin(addressesAsTheyAre),
      type: 'postgres',
      transaction: true,
    },
    telemetry: { enabled: false },
    // A broken database is the caller's to report; the library would print it to the console.
    onAPIError: { throw: true },
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error({ message }, 'auth') },
    advanced: {
      // The library's own option would use the prefix __Secure-.
      cookiePrefix: hostCookie('openspot', origin),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: origin.startsWith('https:') },
      // Our migrations decide the schema. The library would read all tables at the start, and refuse sign-ins for good if
      // a migration renames a column of any table during that time.
      database: { generateId: () => crypto.randomUUID(), validateSchema: false },
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
      // Core decides who is joined: an address that a provider names proves nothing about an account.
      accountLinking: { enabled: false, disableImplicitLinking: true },
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
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 8,
      maxPasswordLength: 256,
      password: {
        // Keyboards send the same letter as one or as two code points.
        hash: (password) =>
          hash(password.normalize('NFC'), { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
        verify: ({ hash: stored, password }) => verify(stored, password.normalize('NFC')),
      },
    },
    emailVerification: {
      // A trigger on the user's insert writes the first request, so that a crash does not lose it.
      sendOnSignUp: false,
      sendOnSignIn: false,
      autoSignInAfterVerification: true,
      expiresIn: verificationSeconds,
    },
    databaseHooks: { session: { create: aroundSessions(db) } },
    plugins: [ownEndpoints(db)],
  })
  /** A single-use token for a user or a vendor's address, stored only as a hash. */
  const linkToken = async (
    userId: string,
    identifierOf: (token: string) => string,
    seconds = linkSeconds,
  ) => {
    const { internalAdapter } = await auth.$context
    const expiresAt = new Date(Date.now() + seconds * 1000)
    const token = datedToken(secretKeys, generateRandomString(32, 'a-z', 'A-Z', '0-9'), expiresAt)
    await internalAdapter.createVerificationValue({
      value: userId,
      identifier: identifierOf(token),
      expiresAt,
    })
    return token
  }
  /** Null if the link is used, expired or invalid. */
  const findLink = async (token: string, identifierOf: (token: string) => string) => {
    if (!linkTokenPattern.test(token)) return null
    const { internalAdapter } = await auth.$context
    const link = await internalAdapter.findVerificationValue(identifierOf(token))
    return link && link.expiresAt > new Date() ? link : null
  }
  const findOwner = async (token: string, identifierOf: (token: string) => string) =>
    (await findLink(token, identifierOf))?.value ?? null
  return {
    handler: auth.handler,
    findSession: (headers: Headers) =>
      auth.api.getSession({ headers, query: { disableRefresh: true } }),
    /** Like findSession, and renews the token once a day; the result contains the cookie for the browser. */
    renewSession: async (request: Headers) => {
      const { response, headers } = await auth.api.renewSession({
        headers: request,
        returnHeaders: true,
      })
      return { found: response, cookies: headers.getSetCookie() }
    },
    /** Starts a session for somebody who has proved everything that the account asks for. Returns its cookies. */
    startSession: async (userId: string, request: Headers) => {
      const { headers } = await auth.api.startSession({
        body: { userId },
        headers: request,
        returnHeaders: true,
      })
      return headers.getSetCookie()
    },
    /** Like startSession, for somebody who has shown one proof: throws if the account asks for a code. */
    startSessionUnlessCode: async (userId: string, request: Headers) => {
      const { headers } = await auth.api.startSessionUnlessCode({
        body: { userId },
        headers: request,
        returnHeaders: true,
      })
      return headers.getSetCookie()
    },
    /** The mark of the password if the given one is right, else null. */
    matchPassword: async (userId: string, password: string) => {
      const { internalAdapter, password: passwords } = await auth.$context
      const accounts = await internalAdapter.findAccounts(userId)
      const stored = accounts.find(({ providerId }) => providerId === 'credential')?.password
      return stored && (await passwords.verify({ hash: stored, password })) ? markOf(stored) : null
    },
    /** For other secrets than passwords. */
    matchHash: async (stored: string, secret: string) =>
      (await auth.$context).password.verify({ hash: stored, password: secret }),
    hashPassword: async (password: string) => (await auth.$context).password.hash(password),
    /** Why the token of a mail stands for nothing. */
    linkEndOf: (token: string) => linkEndOf(secretKeys, token, new Date()),
    resetToken: (userId: string) => linkToken(userId, resetLink),
    /** The library would use it up in a transaction of its own, before the new password is stored. */
    findReset: async (token: string) => {
      const link = await findLink(token, resetLink)
      return link && { linkId: link.id, userId: link.value }
    },
    signInToken: (userId: string) => linkToken(userId, signInLink),
    findSignInOwner: (token: string) => findOwner(token, signInLink),
    /** For the browser that has shown the password or a link, and not yet the code. */
    begunSignInToken: (userId: string) => linkToken(userId, begunSignIn, codeSeconds),
    findBegunSignIn: (token: string) => findOwner(token, begunSignIn),
    /** If two requests use it at once, only one succeeds. */
    useBegunSignIn: async (token: string) => {
      const { internalAdapter } = await auth.$context
      return (await internalAdapter.consumeVerificationValue(begunSignIn(token))) !== null
    },
    /** For the mail that asks whether a vendor may publish an address. */
    contactToken: (vendorId: string, email: string) =>
      linkToken(`${vendorId} ${email}`, contactLink, verificationSeconds),
    findContact: async (token: string) => contactOf(await findOwner(token, contactLink)),
    /** If two requests use the link at once, only one succeeds. */
    useContact: async (token: string) => {
      const { internalAdapter } = await auth.$context
      const link = await internalAdapter.consumeVerificationValue(contactLink(token))
      if (!link) return null
      const { value, expiresAt } = link
      await internalAdapter.createVerificationValue({
        identifier: usedContactLink(token),
        value,
        expiresAt,
      })
      return contactOf(value)
    },
    /** What a link stood for that was used less than a day ago. */
    findUsedContact: async (token: string) => contactOf(await findOwner(token, usedContactLink)),
    /** A signed token for /auth/v1/verify; it proves the address once and expires. */
    verificationToken: (email: string) =>
      createEmailVerificationToken(secret, forLibrary(email), undefined, verificationSeconds),
  }
}

// The database refuses some characters, such as NUL.
const linkTokenPattern = /^[\w-]{1,200}$/

/** The name that the library uses for its reset tokens. */
const resetLink = (token: string) => `reset-password:${token}`

const begunSignIn = (token: string) => `begun-sign-in:${token}`
const contactLink = (token: string) => `contact-address:${token}`
const usedContactLink = (token: string) => `used-contact-address:${token}`

function contactOf(value: string | null) {
  const [vendorId, email] = value?.split(' ') ?? []
  return vendorId && email ? { vendorId, email } : null
}
