import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { migrate } from '#db/migrate.ts'
import { startInbox } from '#server/dev/inbox.ts'
import { startThrowawayPostgres } from '#server/postgres/postgres.ts'
import { startFakeGoogle } from '#tests/fakes/google.ts'
import { startFakeStripe } from '#tests/fakes/stripe/stripe.ts'
import { startFakeTelegram } from '#tests/fakes/telegram/telegram.ts'
import { ignoreInterrupt, keep } from '#tests/support/keeper.ts'
import { freePort, startServer, untilReady } from '#tests/support/servers.ts'

ignoreInterrupt()
const stops: (() => Promise<void>)[] = []
const stopAll = async () => {
  for (const stop of stops.toReversed()) await stop()
}

try {
  const postgres = await startThrowawayPostgres()
  stops.push(() => postgres.stop())
  await migrate(postgres.url)
  const inbox = await startInbox({})
  stops.push(() => inbox.stop())
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openspot-e2e-'))
  stops.push(async () => rmSync(dataDir, { recursive: true, force: true }))
  const port = await freePort()
  const secretKey = randomBytes(32).toString('hex')
  const origin = `http://localhost:${port}`
  const google = await startFakeGoogle({
    clientId: 'openspot-e2e',
    clientSecret: secretKey,
    returnTo: `${origin}/auth-callback`,
    calendarReturnTo: `${origin}/google-calendar-callback`,
    people: [{ email: 'greta@demo.example', name: 'Greta Sommer', verified: true }],
  })
  stops.push(google.stop)
  const bots = ['phone', 'desktop', 'court'].map((name, at) => ({
    token: `7000003${at}0:${randomBytes(26).toString('base64url')}`,
    username: `studio_${name}_bot`,
    name: 'Studio',
    loginSecret: secretKey,
    returnTo: [`${origin}/telegram/login`],
  }))
  const telegram = await startFakeTelegram({
    bots,
    people: [
      { id: 7_000_000_001, firstName: 'Vera', username: 'vera_v' },
      { id: 7_000_000_002, firstName: 'Carla', lastName: 'Weber', username: 'carla_w' },
    ],
  })
  stops.push(telegram.stop)
  const stripe = await startFakeStripe()
  stops.push(() => stripe.close())
  const stripeKeys = ['phone', 'desktop', 'court', 'revoked'].map((name) =>
    stripe.addKey(stripe.addAccount({ name: `Studio ${name}`, currency: 'eur' })),
  )
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    ORIGIN: origin,
    DATABASE_URL: postgres.url,
    SMTP_URL: inbox.smtpUrl,
    MAIL_FROM: 'Openspot <spots@openspot.test>',
    SECRET_KEYS: secretKey,
    BOOKING_RATE_LIMIT: 'off',
    MAIL_BUDGETS: 'off',
    TRUSTED_PROXIES: '1',
    OPERATOR_EMAIL: 'operator@openspot.test',
    GOOGLE_CLIENT_ID: 'openspot-e2e',
    GOOGLE_CLIENT_SECRET: secretKey,
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CALENDAR: 'on',
    TELEGRAM_ROOT: telegram.root,
    STRIPE_ROOT: stripe.url,
  }
  for (const name of ['web', 'worker']) stops.push(startServer(name, env))
  await untilReady(`${origin}/readyz`)
  keep(
    {
      E2E_ORIGIN: origin,
      E2E_INBOX: inbox.url,
      E2E_GOOGLE: google.issuer,
      E2E_DATABASE_URL: postgres.url,
      E2E_SECRET_KEY: secretKey,
      E2E_TELEGRAM: telegram.root,
      E2E_STRIPE: stripe.url,
      E2E_STRIPE_KEYS: stripeKeys.join(' '),
      ...Object.fromEntries(bots.map(({ username, token }) => [`E2E_${username}`, token])),
    },
    stopAll,
  )
} catch (error) {
  process.stderr.write(`${String(error)}\n`)
  await stopAll()
  process.exit(1)
}
