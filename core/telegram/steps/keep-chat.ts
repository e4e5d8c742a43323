import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { chatAddress } from '../rules.ts'

type Known = { botId: number; telegramId: number; name: string; username: string | null }

/** Notes that a bot may write to a person, and what the person is called now. Returns the address. */
export async function keepChat(db: Db, { botId, telegramId, name, username }: Known) {
  await db
    .insertInto('telegramChats')
    .values({ botId, telegramId, name, username })
    .onConflict((conflict) =>
      conflict.columns(['botId', 'telegramId']).doUpdateSet((eb) => ({
        name,
        username,
        blockedAt: null,
        seenAt: eb.fn<Date>('now'),
      })),
    )
    .execute()
  return chatAddress(botId, telegramId)
}

/**
 * Notes the chat of somebody who books with a login from the past: a browser knows it longer than we do. Telegram says
 * whether it can still be written to.
 */
export async function keepLogin(
  db: Db,
  { botId, telegramId, name, username }: Known,
): Promise<void> {
  await sql`
    insert into telegram_chats (bot_id, telegram_id, name, username)
    select id, ${telegramId}, ${name}, ${username} from telegram_bots where id = ${botId}
    on conflict (bot_id, telegram_id) do update set seen_at = now()`.execute(db)
}

/** The bot cannot write to them any more, or can again. */
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
