import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { networks } from './http/address.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** `problems` holds every wrong key with what it should be. */
export class ConfigError extends Error {
  readonly problems: readonly { key: string; problem: string }[]

  constructor(problems: readonly { key: string; problem: string }[]) {
    super(
      ['The configuration is not valid:', ...problems.map((p) => `  ${p.key}: ${p.problem}`)].join(
        '\n',
      ),
    )
    this.problems = problems
  }
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

function whole(least: number, most: number) {
  const sentence = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,9}$/, sentence)
    .transform(Number)
    .refine((value) => value >= least && value <= most, sentence)
}

function choice<const Word extends string>(...words: [Word, ...Word[]]) {
  return z.enum(words, `must be one of: ${words.join(', ')}`)
}

function address(protocols: readonly string[], example: string) {
  const allowed = (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol)
  return z.string().refine(allowed, `must be an address like ${example}`)
}

const postgresUrl = address(
  ['postgres:', 'postgresql:'],
  'postgres://user:password@host:5432/openspot',
)

const originSchema = address(['http:', 'https:'], 'https://book.example.com').transform(
  (text, context) => {
    const url = new URL(text)
    if (url.pathname === '/' && !url.search && !url.hash && !url.username) return url.origin
    context.addIssue('must be an address without a path, like https://book.example.com')
    return z.NEVER
  },
)

const keysSchema = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .transform((keys, context): readonly [string, ...string[]] => {
    const [first, ...older] = keys
    if (first !== undefined && keys.every((key) => key.length >= 32)) return [first, ...older]
    context.addIssue(
      'must be one or more keys of at least 32 characters, separated by commas; the first one is used for signing',
    )
    return z.NEVER
  })

const senderSchema = z
  .string()
  .regex(
    /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
    'must be a sender like Openspot <hello@example.com>',
  )

const networksSchema = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .transform((list, context): readonly string[] => {
    try {
      networks(list)
      return list
    } catch {
      context.addIssue('must be addresses or networks like 192.0.2.7, 10.0.0.0/8')
      return z.NEVER
    }
  })

const mostText = 200_000
const mostLogo = 300_000

/** A text of the operator, and when it was last changed. */
const textFileSchema = z.string().transform((file, context) => {
  try {
    const { size, mtime } = fs.statSync(file)
    const text = size <= mostText ? readText(file) : ''
    if (text.trim() !== '') return { text, changedAt: mtime }
  } catch {
    // said below
  }
  context.addIssue(`must be a text file (UTF-8) of at most ${mostText / 1000} kB that can be read`)
  return z.NEVER
})

/** Throws for what is no text, such as a PDF. */
function readText(file: string): string {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(fs.readFileSync(file))
  if (text.includes('\0')) throw new Error('no text')
  return text
}

/** What mail programs show too: they know no SVG and no WebP. */
const logoSchema = z.string().transform((file, context) => {
  try {
    const bytes = fs.statSync(file).size <= mostLogo ? fs.readFileSync(file) : null
    const kind = bytes && pictureKind(bytes)
    if (bytes && kind) return { bytes, ...kind }
  } catch {
    // said below
  }
  context.addIssue(`must be a PNG or JPEG file of at most ${mostLogo / 1000} kB that can be read`)
  return z.NEVER
})

function pictureKind(bytes: Buffer): { type: string; extension: string } | null {
  const begin = bytes.subarray(0, 4).toString('hex')
  if (begin === '89504e47') return { type: 'image/png', extension: 'png' }
  return begin.startsWith('ffd8ff') ? { type: 'image/jpeg', extension: 'jpg' } : null
}

const usernameSchema = z
  .string()
  .regex(/^[a-z0-9_-]{3,30}$/, 'must be a username: 3 to 30 of a-z 0-9 - _')

const environmentSchema = z.object({
  NODE_ENV: choice('development', 'production', 'test').default('development'),
  PORT: whole(1, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./.data'),
  DATABASE_URL: z
    .union([z.literal('embedded'), postgresUrl], {
      error:
        'must be an address like postgres://user:password@host:5432/openspot, or the word embedded',
    })
    .optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_POOL: whole(1, 1000).default(10),
  ORIGIN: originSchema.optional(),
  SECRET_KEYS: keysSchema.optional(),
  TRUSTED_PROXIES: whole(0, 10).default(0),
  PROXY_ADDRESSES: networksSchema.default([]),
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtp://user:password@mail.example.com:587').optional(),
  MAIL_FROM: senderSchema.optional(),
  OPERATOR_NAME: z.string().max(80, 'must be at most 80 characters').default('Openspot'),
  OPERATOR_EMAIL: z.email('must be an email address').optional(),
  OPERATOR_ADDRESS: z.string().max(1000, 'must be at most 1000 characters').optional(),
  OPERATOR_LOGO: logoSchema.optional(),
  OPERATOR_TERMS_FILE: textFileSchema.optional(),
  OPERATOR_PRIVACY_FILE: textFileSchema.optional(),
  PLANS: choice('on', 'off').default('on'),
  SIGN_UP: choice('open', 'invite', 'closed').default('open'),
  HOME: usernameSchema.optional(),
  SHOWCASE: usernameSchema.optional(),
  BOOKING_RATE_LIMIT: choice('on', 'off').default('on'),
  DEMO_DATA: choice('on', 'off').default('off'),
  MAIL_BUDGETS: choice('on', 'off').optional(),
  HSTS_SUBDOMAINS: choice('on', 'off').default('off'),
  S3_BUCKET: z.string().max(255).optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w-]+(?:\/[\w-]+)*\/$/, 'must be a folder like openspot/ with a slash at its end')
    .optional(),
  S3_ENDPOINT: address(['http:', 'https:'], 'https://s3.example.com').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().max(255).optional(),
  GOOGLE_CLIENT_SECRET: z.string().max(255).optional(),
  GOOGLE_CALENDAR: choice('on', 'off').default('off'),
  GOOGLE_ISSUER: address(['http:', 'https:'], 'https://accounts.google.com').optional(),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(
      /^\d{3,16}:[\w-]{30,64}$/,
      'must be the token of a bot, like 123456789:AAE…, as BotFather shows it',
    )
    .optional(),
  TELEGRAM_LOGIN_SECRET: z.string().max(255).optional(),
  TELEGRAM_ROOT: address(['http:', 'https:'], 'https://telegram.example.com').optional(),
  STRIPE_ROOT: address(['http:', 'https:'], 'https://stripe.example.com').optional(),
  LOG_LEVEL: choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
})

type Read = z.output<typeof environmentSchema>

export type LaunchConfig = ReturnType<typeof configFrom>

/** What web and worker run with: as LaunchConfig, and the database is known. */
export type Config = Omit<LaunchConfig, 'database'> & {
  database: { url: string; directUrl: string; pool: number }
}

const neededInProduction = {
  DATABASE_URL:
    'is missing: the address of a PostgreSQL server, or the word embedded for a server kept in DATA_DIR',
  SECRET_KEYS: 'is missing: one or more random keys of at least 32 characters, separated by commas',
  SMTP_URL: 'is missing: the mail server, like smtp://user:password@mail.example.com:587',
  MAIL_FROM: 'is missing: the sender of all emails, like Openspot <hello@example.com>',
  TRUSTED_PROXIES:
    'is missing: the number of your own proxies in front of this process, usually 1, or 0 if visitors connect directly',
} as const

/** For those who start a database when none is named: `database.url` may be null. Throws ConfigError. */
export function loadLaunchConfig(env: Environment = process.env): LaunchConfig {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  // A shell's own HOME is a folder; ours is a username.
  if (filled.HOME?.startsWith('/')) delete filled.HOME
  const parsed = environmentSchema.safeParse(filled)
  const problems = [
    ...missing(filled),
    ...halfSet(filled),
    ...(parsed.success ? insecure(parsed.data) : wrong(parsed.error)),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return configFrom(parsed.data)
}

/** The configuration of a process that needs its database. Throws ConfigError. */
export function loadConfig(env: Environment = process.env): Config {
  const config = loadLaunchConfig(env)
  const { url, directUrl, pool } = config.database
  if (url === null || directUrl === null) {
    throw new ConfigError([
      { key: 'DATABASE_URL', problem: 'must be the address of a running PostgreSQL server' },
    ])
  }
  return { ...config, database: { url, directUrl, pool } }
}

/** The environment for a child process: ours with these values laid over it. */
export function childEnvironment(values: Environment): NodeJS.ProcessEnv {
  return { ...process.env, ...values }
}

function wrong(error: z.ZodError): { key: string; problem: string }[] {
  return error.issues.map((issue) => ({ key: String(issue.path[0]), problem: issue.message }))
}

function missing(env: Environment): { key: string; problem: string }[] {
  if (env.NODE_ENV !== 'production') return []
  return Object.entries(neededInProduction)
    .filter(([key]) => !env[key])
    .map(([key, problem]) => ({ key, problem }))
}

/** Keys that do nothing without another one. */
function halfSet(env: Environment): { key: string; problem: string }[] {
  const pairs = [
    ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    ['S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
    ['S3_ENDPOINT', 'S3_BUCKET'],
    ['S3_PREFIX', 'S3_BUCKET'],
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
    ['GOOGLE_ISSUER', 'GOOGLE_CLIENT_ID'],
    ['GOOGLE_CALENDAR', 'GOOGLE_CLIENT_ID'],
    ['TELEGRAM_LOGIN_SECRET', 'TELEGRAM_BOT_TOKEN'],
  ] as const
  return pairs
    .filter(([set, needed]) => env[set] && env[set] !== 'off' && !env[needed])
    .map(([set, needed]) => ({ key: needed, problem: `is missing: ${set} is set` }))
}

function insecure(read: Read): { key: string; problem: string }[] {
  if (read.NODE_ENV !== 'production') return []
  const origin = new URL(originOf(read))
  const isLocal = loopback.has(origin.hostname)
  const problem = 'must begin with https:// (plain http is for localhost only)'
  return [
    ...(isSafe(origin) ? [] : [{ key: 'ORIGIN', problem }]),
    // What answers there can sign in as anybody. The demo has its own on this machine.
    ...(isSafe(new URL(issuerOf(read)), isLocal) ? [] : [{ key: 'GOOGLE_ISSUER', problem }]),
    ...(read.TELEGRAM_ROOT === undefined || isSafe(new URL(read.TELEGRAM_ROOT), isLocal)
      ? []
      : [{ key: 'TELEGRAM_ROOT', problem }]),
    ...(read.STRIPE_ROOT === undefined || isSafe(new URL(read.STRIPE_ROOT), isLocal)
      ? []
      : [{ key: 'STRIPE_ROOT', problem }]),
  ]
}

/** Google itself, and no simulated one. */
export const googleIssuer = 'https://accounts.google.com'

const isSafe = ({ protocol, hostname }: URL, mayBeLocal = true) =>
  protocol === 'https:' || (mayBeLocal && loopback.has(hostname))

const issuerOf = (read: Read) => read.GOOGLE_ISSUER ?? googleIssuer

function originOf(read: Read): string {
  return read.ORIGIN ?? `http://localhost:${read.PORT}`
}

/** In a demo and in development the local inbox takes every mail. */
function localOperator(read: Read): string | null {
  return read.NODE_ENV === 'production' ? null : 'operator@openspot.localhost'
}

function configFrom(read: Read) {
  const dataDir = path.resolve(read.DATA_DIR)
  const url =
    read.DATABASE_URL === undefined || read.DATABASE_URL === 'embedded' ? null : read.DATABASE_URL
  return {
    environment: read.NODE_ENV,
    port: read.PORT,
    host: read.HOST,
    dataDir,
    origin: originOf(read),
    database: { url, directUrl: read.DATABASE_DIRECT_URL ?? url, pool: read.DATABASE_POOL },
    secretKeys: read.SECRET_KEYS ?? keptKeys(dataDir),
    proxies: { count: read.TRUSTED_PROXIES, peers: read.PROXY_ADDRESSES },
    files: { folder: path.join(dataDir, 'files'), s3: bucketOf(read) },
    mail: {
      smtpUrl: read.SMTP_URL ?? 'smtp://127.0.0.1:1025',
      from: read.MAIL_FROM ?? 'Openspot <openspot@localhost>',
    },
    operator: {
      name: read.OPERATOR_NAME,
      email: read.OPERATOR_EMAIL ?? localOperator(read),
      // A file of variables has one line for each.
      address: read.OPERATOR_ADDRESS?.replaceAll('\\n', '\n') ?? null,
      logo: read.OPERATOR_LOGO ? logoOf(read.OPERATOR_LOGO) : null,
      terms: read.OPERATOR_TERMS_FILE ?? null,
      privacy: read.OPERATOR_PRIVACY_FILE ?? null,
    },
    plans: read.PLANS === 'on',
    signUp: read.SIGN_UP,
    home: read.HOME ?? null,
    showcase: read.SHOWCASE ?? null,
    bookingRateLimit: read.BOOKING_RATE_LIMIT === 'on',
    // If sign-up is not open, the operator knows the vendors.
    mailBudgets: (read.MAIL_BUDGETS ?? (read.SIGN_UP === 'open' ? 'on' : 'off')) === 'on',
    hstsSubdomains: read.HSTS_SUBDOMAINS === 'on',
    demoData: read.DEMO_DATA === 'on',
    google: googleOf(read),
    telegram: telegramOf(read),
    stripe: { base: read.STRIPE_ROOT ?? null },
    logLevel: read.LOG_LEVEL,
  }
}

/** The path names the content, so that a browser may keep it for good. */
function logoOf({ bytes, type, extension }: { bytes: Buffer; type: string; extension: string }) {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return { path: `/operator/logo-${hash}.${extension}`, type, bytes: new Uint8Array(bytes) }
}

/** Where uploaded files go, if not into the data folder. */
function bucketOf(read: Read) {
  if (read.S3_BUCKET === undefined) return null
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = read
  return {
    bucket: read.S3_BUCKET,
    prefix: read.S3_PREFIX ?? '',
    region: read.S3_REGION,
    endpoint: read.S3_ENDPOINT ?? null,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
  }
}

/** Null: nobody signs in with Google. `calendar`: whether vendors can connect their calendars. */
function googleOf(read: Read) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = read
  if (!clientId || !clientSecret) return null
  const calendar = read.GOOGLE_CALENDAR === 'on'
  return { clientId, clientSecret, issuer: issuerOf(read), calendar }
}

/** `bot`: the installation's; vendors may connect theirs without it. */
function telegramOf({
  TELEGRAM_BOT_TOKEN: token,
  TELEGRAM_LOGIN_SECRET: loginSecret,
  TELEGRAM_ROOT: root,
}: Read) {
  return {
    // Another server in Telegram's place has all of it.
    root: root
      ? {
          api: root.replace(/\/$/, ''),
          links: new URL('/t.me', root).href,
          login: new URL('/oauth', root).href,
        }
      : {
          api: 'https://api.telegram.org',
          links: 'https://t.me',
          login: 'https://oauth.telegram.org',
        },
    bot:
      token === undefined
        ? null
        : { id: Number(token.split(':')[0]), token, loginSecret: loginSecret ?? null },
  }
}

/** Links in mails must outlive a restart, so a key made up for demo or development is kept. */
function keptKeys(dataDir: string): readonly [string, ...string[]] {
  const file = path.join(dataDir, 'secret')
  try {
    if (!fs.existsSync(file)) {
      fs.mkdirSync(dataDir, { recursive: true })
      const draft = `${file}.${process.pid}`
      fs.writeFileSync(draft, randomBytes(32).toString('hex') + '\n', { mode: 0o600 })
      // Linking fails if another process was first; both processes then use that key.
      try {
        fs.linkSync(draft, file)
      } catch (error) {
        if (!fs.existsSync(file)) throw error
      }
      fs.unlinkSync(draft)
    }
    return keysSchema.parse(fs.readFileSync(file, 'utf8').trim())
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new ConfigError([
      {
        key: 'DATA_DIR',
        problem: `${dataDir} cannot be used${reason}; choose a folder that belongs to you`,
      },
    ])
  }
}
