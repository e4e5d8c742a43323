import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { LoginWay } from './rules.ts'

const columns = [
  'id',
  'vendorId',
  'username',
  'sealedToken',
  'sealedLoginSecret',
  'webhookUrl',
  'problem',
  'checkedAt',
  'checkAgainAt',
] as const

export type StoredBot = NonNullable<Awaited<ReturnType<typeof findBot>>>

const isConnected = sql<boolean>`(vendor_id is null or sealed_token is not null)`

/** Null: nobody uses this bot, or its vendor has disconnected it. */
export async function findBot(db: Db, botId: number) {
  const bot = await db
    .selectFrom('telegramBots')
    .where('id', '=', botId)
    .where(isConnected)
    .select(columns)
    .executeTakeFirst()
  return bot ?? null
}

/** The bot that a vendor has connected itself. */
export async function findOwnBot(db: Db, vendorId: VendorId): Promise<StoredBot | null> {
  const bot = await db
    .selectFrom('telegramBots')
    .where('vendorId', '=', vendorId)
    .where('sealedToken', 'is not', null)
    .select(columns)
    .executeTakeFirst()
  return bot ?? null
}

/** Whether Telegram rejects the token of the vendor's own bot. */
export async function isOwnBotRefused(db: Db, vendorId: VendorId): Promise<boolean> {
  return (await findOwnBot(db, vendorId))?.problem === 'unauthorized'
}

/** The installation's bot, once Telegram has confirmed it. Null: none is configured. */
export async function findSiteBot({ db, telegram }: Pick<Deps, 'db' | 'telegram'>) {
  if (telegram.bot === null) return null
  const bot = await findBot(db, telegram.bot.id)
  return bot?.vendorId === null ? bot : null
}

/** The bot that a vendor's customers use: its own, else the installation's. Null: there is none that works. */
export async function findBotOf(
  deps: Pick<Deps, 'db' | 'telegram'>,
  vendorId: VendorId,
): Promise<StoredBot | null> {
  const bot = await deps.db
    .selectFrom('telegramBots')
    .where((eb) =>
      eb.or([
        eb.and([eb('vendorId', '=', vendorId), eb('sealedToken', 'is not', null)]),
        eb.and([eb('id', '=', deps.telegram.bot?.id ?? 0), eb('vendorId', 'is', null)]),
      ]),
    )
    .where(sql<boolean>`problem is distinct from 'unauthorized'`)
    .orderBy(sql`vendor_id is null`)
    .select(columns)
    .executeTakeFirst()
  return bot ?? null
}

/** How customers log in at a bot, besides the link to its chat. */
export function loginWayOf({ telegram }: Pick<Deps, 'telegram'>, bot: StoredBot): LoginWay {
  const hasSecret =
    bot.vendorId === null
      ? telegram.bot?.id === bot.id && telegram.bot.loginSecret !== null
      : bot.sealedLoginSecret !== null
  return hasSecret ? 'openid' : 'link'
}

/**
 * The bots that somebody has to look after: the installation's present one, and those of vendors. The bot of a closed account
 * hears nothing (`isClosed`), and only says what customers have to know.
 */
export async function listBots({ db, telegram }: Pick<Deps, 'db' | 'telegram'>) {
  return db
    .selectFrom('telegramBots')
    .where((eb) => eb.or([eb('sealedToken', 'is not', null), eb('id', '=', telegram.bot?.id ?? 0)]))
    .orderBy('id')
    .select(columns)
    .select(
      sql<boolean>`exists (select from vendors v where v.id = vendor_id and v.closed_at is not null)`.as(
        'isClosed',
      ),
    )
    .execute()
}
export type ListedBot = Awaited<ReturnType<typeof listBots>>[number]

export type Chat = { address: string; name: string; username: string | null }

/** Somebody whom a bot knows. */
export async function findChat(db: Db, address: string) {
  const chat = await db
    .selectFrom('telegramChats')
    .where('address', '=', address)
    .select(['botId', 'telegramId', 'address', 'name', 'username', 'blockedAt', 'waitUntil'])
    .executeTakeFirst()
  return chat ?? null
}

/** Where somebody who works for the vendor reads its messages; `isReached`: the bot can write to them now. */
export async function findMemberChat(
  db: Db,
  { vendorId, userId }: { vendorId: VendorId; userId: string },
) {
  const chat = await db
    .selectFrom('vendorMembers as m')
    .innerJoin('telegramChats as c', 'c.address', 'm.telegram')
    .innerJoin('telegramBots as t', 't.id', 'c.botId')
    .where('m.vendorId', '=', vendorId)
    .where('m.userId', '=', userId)
    .where((eb) => eb.or([eb('t.vendorId', 'is', null), eb('t.sealedToken', 'is not', null)]))
    .select(['c.name', 'c.username'])
    .select(sql<boolean>`reachable_chat(m.telegram, m.vendor_id) is not null`.as('isReached'))
    .executeTakeFirst()
  return chat ?? null
}

/**
 * Who has confirmed a login at a bot that began in a browser; null: nobody yet, or it was used. Only a chat of this bot counts:
 * the owner of another one could let its people press the same button.
 */
export async function findClaim(
  db: Db,
  { botId, digest }: { botId: number; digest: string },
): Promise<Chat | null> {
  const claim = await db
    .selectFrom('telegramCodes as k')
    .innerJoin('telegramChats as c', 'c.address', 'k.claimedBy')
    .where('k.digest', '=', digest)
    .where('c.botId', '=', botId)
    .where('k.pickedUpAt', 'is', null)
    .where('k.expiresAt', '>', sql<Date>`now()`)
    .select(['c.address', 'c.name', 'c.username'])
    .executeTakeFirst()
  return claim ?? null
}

/** Whether anybody can use Telegram here. */
export async function hasBots({ db, telegram }: Pick<Deps, 'db' | 'telegram'>): Promise<boolean> {
  return (await listBots({ db, telegram })).length > 0
}
