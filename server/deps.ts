import { createAuth } from '#core/integrations/better-auth.ts'
import { createDiskFiles } from '#core/integrations/disk-files.ts'
import { createStripe } from '#core/integrations/stripe.ts'
import { createGoogleCalendar } from '#core/integrations/google-calendar.ts'
import { createOpenId, type OpenId } from '#core/integrations/openid.ts'
import { senderOf } from '#core/integrations/mailer.ts'
import { createLimits } from '#core/integrations/rate-limits.ts'
import { createS3Files } from '#core/integrations/s3-files.ts'
import { createTelegram } from '#core/integrations/telegram.ts'
import { openDatabase } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { createLog, type Logger } from '#core/shared/log.ts'
import { type Config, googleIssuer } from './config.ts'

/** Everything a process works with, wired from its configuration. */
export function createDeps(config: Config): Deps & { close(): Promise<void> } {
  const log = createLog(config.logLevel)
  const onError = (error: Error) =>
    log.warn({ reason: error.message }, 'a database connection was lost')
  const { db, pool, close } = openDatabase({
    url: config.database.url,
    max: config.database.pool,
    onError,
  })
  // Slow searches are refused, so that bookings do not wait behind them.
  const searching = openDatabase({
    url: config.database.url,
    max: Math.ceil(config.database.pool / 3),
    statementMs: 2000,
    connectionWaitMs: 2000,
    onError,
  })
  const { origin, secretKeys } = config
  return {
    db,
    searches: searching.db,
    log,
    origin,
    secretKeys,
    settings: {
      plans: config.plans,
      signUp: config.signUp,
      home: config.home,
      showcase: config.showcase,
      operatorName: config.operator.name,
      operatorEmail: config.operator.email,
      senderEmail: senderOf(config.mail.from).address,
      operatorAddress: config.operator.address,
      operatorLogo: config.operator.logo,
      legalTexts: { terms: config.operator.terms, privacy: config.operator.privacy },
      bookingRateLimit: config.bookingRateLimit,
      pictures: config.files.s3 === null ? 'disk' : 'bucket',
      mailBudgets: config.mailBudgets,
      hstsSubdomains: config.hstsSubdomains,
    },
    auth: createAuth({ db, origin, secretKeys, log }),
    openId: { google: config.google && createGoogle({ ...config.google, origin, log }) },
    googleCalendar: config.google?.calendar ? createCalendar({ ...config.google, origin }) : null,
    stripe: createStripe(config.stripe),
    telegram: createTelegramDeps({ ...config.telegram, origin, log }),
    limits: createLimits(pool, secretKeys),
    files:
      config.files.s3 === null
        ? createDiskFiles(config.files.folder)
        : createS3Files(config.files.s3),
    async close() {
      await Promise.all([close(), searching.close()])
    },
  }
}

type GoogleOptions = {
  issuer: string
  clientId: string
  clientSecret: string
  origin: string
  log: Logger
  patienceMs?: number
}

/** Sign-in with Google. */
export function createGoogle({ origin, ...options }: GoogleOptions) {
  return createOpenId({
    ...options,
    returnTo: `${origin}/auth-callback`,
    scope: 'openid email profile',
    // Not offline access: each sign-in would take one of the account's hundred tokens from the calendar (decision 160).
    parameters: { prompt: 'consent' },
  })
}

/** The calendars of vendors at Google. */
export function createCalendar({
  issuer,
  origin,
  ...options
}: Pick<GoogleOptions, 'issuer' | 'clientId' | 'clientSecret' | 'origin' | 'patienceMs'>) {
  return createGoogleCalendar({
    ...options,
    returnTo: `${origin}/google-calendar-callback`,
    base: issuer === googleIssuer ? null : issuer,
  })
}

type TelegramOptions = Config['telegram'] & {
  origin: string
  log: Logger
  patienceMs?: number
}

/** Telegram's bots, and the login at each of them. */
export function createTelegramDeps({
  root,
  bot,
  origin,
  log,
  ...patience
}: TelegramOptions): Deps['telegram'] {
  const logins = new Map<string, OpenId>()
  return {
    api: createTelegram({ root, log, ...patience }),
    bot,
    login({ botId, secret }) {
      const key = `${botId} ${secret}`
      const login =
        logins.get(key) ??
        createOpenId({
          issuer: root.login,
          clientId: String(botId),
          clientSecret: secret,
          returnTo: `${origin}/telegram/login`,
          scope: 'openid profile telegram:bot_access',
          parameters: {},
          isTelegram: true,
          log,
          ...patience,
        })
      logins.set(key, login)
      return login
    },
  }
}
