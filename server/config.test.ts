import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, loadConfig, loadLaunchConfig } from './config.ts'
import { LaunchError, refuseNamedDatabase, serverEnvironment } from './launch.ts'

const key = 'k'.repeat(32)
const production = {
  NODE_ENV: 'production',
  ORIGIN: 'https://book.example.com/',
  DATABASE_URL: 'postgres://user:secret@db.example.com/openspot',
  SECRET_KEYS: `${key}, ${'o'.repeat(40)}`,
  SMTP_URL: 'smtp://mail.example.com:587',
  MAIL_FROM: 'Openspot <hello@example.com>',
  TRUSTED_PROXIES: '1',
}

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((one) => one.key).toSorted()
    throw error
  }
  return []
}

test('a complete production configuration is understood', () => {
  const config = loadConfig({
    ...production,
    HOME: 'anna',
    SHOWCASE: 'bella',
    PLANS: 'off',
    BOOKING_RATE_LIMIT: 'off',
    MAIL_BUDGETS: 'off',
    HSTS_SUBDOMAINS: 'on',
  })
  expect(config).toMatchObject({
    origin: 'https://book.example.com',
    port: 3000,
    host: '127.0.0.1',
    proxies: { count: 1, peers: [] },
    secretKeys: [key, 'o'.repeat(40)],
    database: { url: production.DATABASE_URL, directUrl: production.DATABASE_URL, pool: 10 },
    plans: false,
    signUp: 'open',
    home: 'anna',
    showcase: 'bella',
    bookingRateLimit: false,
    mailBudgets: false,
    hstsSubdomains: true,
  })
})

test('the contact form reaches the operator: in a demo the inbox, else whom OPERATOR_EMAIL names', () => {
  const demo = loadLaunchConfig({ SECRET_KEYS: key })
  expect(demo.operator.email).toBe('operator@openspot.localhost')
  const children = serverEnvironment(demo, {
    NODE_ENV: 'production',
    database: { url: production.DATABASE_URL, directUrl: production.DATABASE_URL },
    smtpUrl: 'smtp://127.0.0.1:1025',
  })
  expect(loadConfig(children).operator.email).toBe('operator@openspot.localhost')
  expect(loadConfig(production).operator.email).toBe(null)
})

test('the legal notice has lines, also from a file of variables', () => {
  expect(loadConfig(production).operator.address).toBe(null)
  const OPERATOR_ADDRESS = String.raw`Openspot GmbH\nMusterstraße 1`
  expect(loadConfig({ ...production, OPERATOR_ADDRESS }).operator.address).toBe(
    'Openspot GmbH\nMusterstraße 1',
  )
})

test('mails are counted if sign-up is open, unless the operator decides', () => {
  const budgets = (more: Record<string, string>) =>
    loadConfig({ ...production, ...more }).mailBudgets
  expect(budgets({})).toBe(true)
  expect(budgets({ SIGN_UP: 'invite' })).toBe(false)
  expect(budgets({ SIGN_UP: 'closed', MAIL_BUDGETS: 'on' })).toBe(true)
})

test('demo data is written into the database in DATABASE_URL only if DEMO_DATA=on', () => {
  const named = { SECRET_KEYS: key, DATABASE_URL: production.DATABASE_URL }
  expect(() => refuseNamedDatabase(loadLaunchConfig(named))).toThrow(LaunchError)
  refuseNamedDatabase(loadLaunchConfig({ ...named, DEMO_DATA: 'on' }))
  refuseNamedDatabase(loadLaunchConfig({ SECRET_KEYS: key }))
})

test('every wrong and every missing key is named at once', () => {
  expect(
    problemsOf({
      NODE_ENV: 'production',
      PORT: '70000',
      SIGN_UP: 'maybe',
      ORIGIN: 'https://a.b/path',
    }),
  ).toEqual([
    'DATABASE_URL',
    'MAIL_FROM',
    'ORIGIN',
    'PORT',
    'SECRET_KEYS',
    'SIGN_UP',
    'SMTP_URL',
    'TRUSTED_PROXIES',
  ])
})

test.each([
  ['a key that is too short', { SECRET_KEYS: 'short' }, ['SECRET_KEYS']],
  ['one of two keys too short', { SECRET_KEYS: `${key},short` }, ['SECRET_KEYS']],
  ['plain http on the open net', { ORIGIN: 'http://book.example.com' }, ['ORIGIN']],
  ['plain http on this machine', { ORIGIN: 'http://localhost:3000' }, []],
  ['a database that is none', { DATABASE_URL: 'mysql://db' }, ['DATABASE_URL']],
  ['a sender with a line break', { MAIL_FROM: 'a@b.example\nBcc: c@d.example' }, ['MAIL_FROM']],
  ['a blank value counts as missing', { SMTP_URL: ' ' }, ['SMTP_URL']],
  ['no visitor comes past a proxy', { TRUSTED_PROXIES: '0' }, []],
  ['proxies elsewhere', { PROXY_ADDRESSES: '10.0.0.0/8, 192.0.2.7, 2001:db8::/32' }, []],
  ['a proxy by its name', { PROXY_ADDRESSES: 'proxy.example.com' }, ['PROXY_ADDRESSES']],
  ['a network too narrow', { PROXY_ADDRESSES: '10.0.0.0/40' }, ['PROXY_ADDRESSES']],
  ["a shell's own HOME is not a username", { HOME: '/home/anna' }, []],
])('%s', (_name, change, expected) => {
  expect(problemsOf({ ...production, ...change })).toEqual(expected)
})

test('texts and the logo of the operator are read from files; what is none of them is refused', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'openspot-config-'))
  const file = (name: string, bytes: string | Buffer) => {
    fs.writeFileSync(path.join(dir, name), bytes)
    return path.join(dir, name)
  }
  const text = file('terms.md', '\uFEFF# Our terms')
  const png = file('logo.png', Buffer.from('89504e470d0a1a0a', 'hex'))
  const pdf = file('terms.pdf', Buffer.from('255044462d312e370ae2e3cfd3', 'hex'))
  const utf16 = file('terms.txt', Buffer.from('# Our terms', 'utf16le'))
  const set = { OPERATOR_TERMS_FILE: text, OPERATOR_PRIVACY_FILE: text, OPERATOR_LOGO: png }
  const { operator } = loadConfig({ ...production, ...set })
  expect(operator).toMatchObject({
    terms: { text: '# Our terms', changedAt: fs.statSync(text).mtime },
    privacy: { text: '# Our terms' },
    logo: {
      path: expect.stringMatching(/^\/operator\/logo-[0-9a-f]{12}\.png$/),
      type: 'image/png',
    },
  })
  for (const [what, given] of [
    ['nothing', path.join(dir, 'none')],
    ['a folder', dir],
    ['a PDF', pdf],
    ['another encoding', utf16],
    ['an empty file', file('empty.md', ' \n')],
    ['too long a text', file('long.md', 'a'.repeat(200_001))],
    ['a picture', png],
  ] as const)
    expect([what, problemsOf({ ...production, OPERATOR_TERMS_FILE: given })]).toEqual([
      what,
      ['OPERATOR_TERMS_FILE'],
    ])
  for (const [what, given] of [
    ['nothing', path.join(dir, 'none')],
    ['a folder', dir],
    ['an SVG', file('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')],
    [
      'too large a picture',
      file('large.png', Buffer.concat([fs.readFileSync(png), Buffer.alloc(300_000)])),
    ],
  ] as const)
    expect([what, problemsOf({ ...production, OPERATOR_LOGO: given })]).toEqual([
      what,
      ['OPERATOR_LOGO'],
    ])
  fs.rmSync(dir, { recursive: true })
})

test('in development a key is made once and kept', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'openspot-config-'))
  const first = loadLaunchConfig({ DATA_DIR: dir })
  expect(first).toMatchObject({ origin: 'http://localhost:3000', database: { url: null } })
  expect(loadLaunchConfig({ DATA_DIR: dir }).secretKeys).toEqual(first.secretKeys)
  expect(fs.statSync(path.join(dir, 'secret')).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(dir)).toEqual(['secret'])
  fs.rmSync(dir, { recursive: true })
})

test('pictures go into the data folder, or into the bucket that is named', () => {
  const bucket = {
    S3_BUCKET: 'pictures',
    S3_PREFIX: 'openspot/',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  const folder = path.resolve('data/files')
  expect(loadConfig({ ...production, DATA_DIR: 'data' }).files).toEqual({ folder, s3: null })
  expect(loadConfig({ ...production, ...bucket }).files.s3).toEqual({
    bucket: 'pictures',
    prefix: 'openspot/',
    region: 'us-east-1',
    endpoint: 'https://s3.example.com',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  })
  expect(problemsOf({ ...production, ...bucket, S3_SECRET_ACCESS_KEY: '' })).toEqual([
    'S3_SECRET_ACCESS_KEY',
  ])
  expect(problemsOf({ ...production, S3_PREFIX: 'openspot/' })).toEqual(['S3_BUCKET'])
  expect(problemsOf({ ...production, ...bucket, S3_PREFIX: '/' })).toEqual(['S3_PREFIX'])
})

test('Google is offered with both of its keys; another issuer needs https unless everything is on this machine', () => {
  const keys = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  const fake = { ...keys, GOOGLE_ISSUER: 'http://127.0.0.1:3002' }
  expect(loadConfig(production).google).toBe(null)
  expect(loadConfig({ ...production, ...keys }).google).toEqual({
    clientId: 'id',
    clientSecret: 'secret',
    issuer: 'https://accounts.google.com',
    calendar: false,
  })
  const calendar = { ...production, GOOGLE_CALENDAR: 'on' }
  expect(loadConfig({ ...calendar, ...keys }).google).toMatchObject({ calendar: true })
  expect(problemsOf(calendar)).toEqual(['GOOGLE_CLIENT_ID'])
  expect(loadConfig({ ...production, GOOGLE_CALENDAR: 'off' }).google).toBe(null)
  expect(problemsOf({ ...production, GOOGLE_CLIENT_ID: 'id' })).toEqual(['GOOGLE_CLIENT_SECRET'])
  expect(problemsOf({ ...production, GOOGLE_CLIENT_SECRET: 'x' })).toEqual(['GOOGLE_CLIENT_ID'])
  expect(problemsOf({ ...production, ...fake })).toEqual(['GOOGLE_ISSUER'])
  const local = { ...production, ORIGIN: 'http://localhost:3000' }
  expect(problemsOf({ ...local, ...fake })).toEqual([])
  const elsewhere = { ...keys, GOOGLE_ISSUER: 'http://google.test' }
  expect(problemsOf({ ...local, ...elsewhere })).toEqual(['GOOGLE_ISSUER'])
})

test('a bot on Telegram needs its token; another Telegram needs https unless everything is on this machine', () => {
  const token = '123456789:token-of-the-bot-0123456789abcdef'
  const secret = { TELEGRAM_LOGIN_SECRET: 'secret' }
  expect(loadConfig(production).telegram).toEqual({
    root: {
      api: 'https://api.telegram.org',
      links: 'https://t.me',
      login: 'https://oauth.telegram.org',
    },
    bot: null,
  })
  const bot = { ...production, TELEGRAM_BOT_TOKEN: token }
  expect(loadConfig(bot).telegram.bot).toEqual({ id: 123_456_789, token, loginSecret: null })
  expect(loadConfig({ ...bot, ...secret }).telegram.bot?.loginSecret).toBe('secret')
  expect(problemsOf({ ...production, ...secret })).toEqual(['TELEGRAM_BOT_TOKEN'])
  expect(problemsOf({ ...production, TELEGRAM_BOT_TOKEN: '@my_bot' })).toEqual([
    'TELEGRAM_BOT_TOKEN',
  ])
  const elsewhere = { TELEGRAM_ROOT: 'http://telegram.test' }
  const here = { TELEGRAM_ROOT: 'http://127.0.0.1:3003' }
  const local = { ...production, ORIGIN: 'http://localhost:3000' }
  expect(problemsOf({ ...production, ...elsewhere })).toEqual(['TELEGRAM_ROOT'])
  expect(problemsOf({ ...production, ...here })).toEqual(['TELEGRAM_ROOT'])
  expect(problemsOf({ ...local, ...here })).toEqual([])
})
