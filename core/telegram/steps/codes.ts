import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { sign, verify } from '#core/shared/signing.ts'
import { codeMinutes } from '../rules.ts'
import type { OpenedCode } from '../schema.ts'

// A link to a bot carries up to 64 letters of A-Z a-z 0-9 _ -: one for the kind, six for the end, three
// for the version, 22 for the id, 32 for the signature.
const kinds = { login: 'L', purchase: 'P', member: 'M' } as const
type Kind = keyof typeof kinds

type Signer = Pick<Deps, 'secretKeys'>
type NewCode = { kind: Kind; botId: number; subject: string; at: Date; rotation?: number }

/**
 * A code for the link to a bot. It says itself what it is for and until when, so nothing is stored for strangers. `rotation`: of
 * the purchase's link, with which the code ends.
 */
export function newCode(
  { secretKeys }: Signer,
  { kind, botId, subject, at, rotation = 0 }: NewCode,
): string {
  const until = Math.floor(at.getTime() / 1000) + codeMinutes * 60
  const version = rotation.toString(36).padStart(3, '0')
  const body = `${kinds[kind]}${until.toString(36).padStart(6, '0')}${version}${shortId(subject)}`
  return body + sign(secretKeys, 'telegram code', `${botId} ${body}`)
}

/** A login that begins in one browser. */
export const newLoginId = () => randomUUID()

/** What a code stands for; null: not ours, for another bot, or too old. */
export function openCode(
  { secretKeys }: Signer,
  { code, botId, at }: { code: string; botId: number; at: Date },
): OpenedCode | null {
  const [, letter, until = '', version = '', id = '', signature = ''] =
    /^([LPM])([0-9a-z]{6})([0-9a-z]{3})([\w-]{22})([\w-]{32})$/.exec(code) ?? []
  const kind = letter === 'L' ? 'login' : letter === 'P' ? 'purchase' : 'member'
  const body = code.slice(0, -32)
  if (letter === undefined || !verify(secretKeys, 'telegram code', `${botId} ${body}`, signature))
    return null
  if (Number.parseInt(until, 36) * 1000 < at.getTime()) return null
  const rotation = Number.parseInt(version, 36)
  return { kind, subject: longId(id), rotation, digest: digestOf(botId, code) }
}

/** Each bot has digests of its own: who controls one bot can use none of another's codes. */
export const digestOf = (botId: number, code: string) =>
  createHash('sha256').update(`${botId} ${code}`).digest('base64url')

const fewest = 10
const most = 99

/**
 * The numbers that a chat offers for a login. The browser that began it shows the right one: a person who was sent somebody
 * else's link does not know it.
 */
export function numbersOf({ secretKeys }: Signer, digest: string) {
  const bytes = Buffer.from(sign(secretKeys, 'telegram numbers', digest), 'base64url')
  const [right = fewest, ...others] = new Set(
    [...bytes].map((byte) => fewest + (byte % (most - fewest + 1))),
  )
  const offered = [right, ...others.slice(0, 2)].toSorted((one, other) => one - other)
  return { right, offered }
}

/** Whether what has this digest is used for the first time. It is remembered for longer than any of it counts. */
export async function isFirstUse(db: Db, digest: string): Promise<boolean> {
  const used = await db
    .insertInto('telegramCodes')
    .values({ digest, expiresAt: sql<Date>`now() + make_interval(mins => ${2 * codeMinutes})` })
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .executeTakeFirst()
  return used !== undefined
}

const shortId = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')

const longId = (short: string) =>
  Buffer.from(short, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** By this header we know that Telegram calls, and not somebody else. */
export const webhookSecret = ({ secretKeys }: Signer, botId: number) =>
  sign(secretKeys, 'telegram webhook', String(botId))

export const isWebhookSecret = ({ secretKeys }: Signer, botId: number, given: string) =>
  verify(secretKeys, 'telegram webhook', String(botId), given)
