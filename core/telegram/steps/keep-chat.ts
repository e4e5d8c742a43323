import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { chatAddress } from '../rules.ts'

type Known = { botId: number; telegramId: number; name: string; username: string | null }
/** When somebody did or wrote what the bot has heard, in seconds, and the number of that update. */
type Heard = { at: number; update: number }

// Updates are worked off in any order, and their numbers may be lower after a quiet week.
const isNewest = sql<boolean>`(excluded.heard_at, excluded.heard_update) >=
  (coalesce(c.heard_at, '-infinity'), coalesce(c.heard_update, 0))`

/** When it happened, to the end of its second: what is heard late ends no login that came after it. */
const momentOf = (at: number) =>
  sql<Date>`least(clock_timestamp(), to_timestamp(${at}) + interval '1 second')`

/**
 * Notes what a bot has heard of a person: whether it may write to them, and what they are called. A person who blocks the bot
 * is logged out. What is older than something that was heard already changes nothing but the name.
 */
export async function keepHeard(
  db: Db,
  { botId, telegramId, name, username }: Known,
  { at, update, isBlocked = false }: Heard & { isBlocked?: boolean },
): Promise<void> {
  const blockedAt = sql<Date | null>`case when ${isBlocked}::boolean then now() end`
  await sql`
    insert into telegram_chats as c (bot_id, telegram_id, name, username, blocked_at, logged_out_at, heard_at, heard_update)
    values (${botId}, ${telegramId}, ${name}, ${username}, ${blockedAt}, ${isBlocked ? momentOf(at) : null}, to_timestamp(${at}), ${update})
    on conflict (bot_id, telegram_id) do update set name = excluded.name, username = excluded.username, seen_at = now(),
      logged_out_at = greatest(c.logged_out_at, excluded.logged_out_at),
      blocked_at = case when not ${isNewest} then c.blocked_at
        when excluded.blocked_at is null then null else coalesce(c.blocked_at, excluded.blocked_at) end,
      heard_at = case when ${isNewest} then excluded.heard_at else c.heard_at end,
      heard_update = case when ${isNewest} then excluded.heard_update else c.heard_update end`.execute(
    db,
  )
}

/**
 * Notes who has logged in at a bot. A login does not show whether the bot may write to them: what was known of that stays.
 * Returns the moment of the login, in milliseconds.
 */
export async function keepLogin(
  db: Db,
  { botId, telegramId, name, username }: Known,
): Promise<number> {
  const { rows } = await sql<{ at: Date }>`
    insert into telegram_chats (bot_id, telegram_id, name, username)
    select id, ${telegramId}, ${name}, ${username} from telegram_bots where id = ${botId}
    on conflict (bot_id, telegram_id) do update set seen_at = now()
    returning clock_timestamp() as at`.execute(db)
  return rows[0]?.at.getTime() ?? Date.now()
}

/** Ends all logins of a person at a bot until now, or until it was heard. News still go where they went. */
export async function endLogins(
  db: Db,
  { botId, telegramId, name, username }: Known,
  at?: number,
): Promise<void> {
  const until = at === undefined ? sql<Date>`clock_timestamp()` : momentOf(at)
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into telegram_chats (bot_id, telegram_id, name, username, logged_out_at)
      select id, ${telegramId}, ${name}, ${username}, ${until} from telegram_bots where id = ${botId}
      on conflict (bot_id, telegram_id) do update
        set logged_out_at = greatest(telegram_chats.logged_out_at, excluded.logged_out_at)`.execute(
      tx,
    )
    // One that no browser has taken yet.
    await tx
      .deleteFrom('telegramCodes')
      .where('claimedBy', '=', chatAddress(botId, telegramId))
      .where('pickedUpAt', 'is', null)
      .execute()
  })
}

/** A message showed whether the bot can write to them. */
export async function markBlocked(db: Db, address: string, isBlocked: boolean): Promise<void> {
  await db
    .updateTable('telegramChats')
    .set((eb) => ({
      blockedAt: isBlocked ? eb.fn.coalesce('blockedAt', eb.fn<Date>('now')) : null,
    }))
    .where('address', '=', address)
    .execute()
}

/** Telegram takes nothing for this chat for some seconds. */
export async function markWaiting(db: Db, address: string, seconds: number): Promise<void> {
  await db
    .updateTable('telegramChats')
    .set({ waitUntil: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('address', '=', address)
    .execute()
}
