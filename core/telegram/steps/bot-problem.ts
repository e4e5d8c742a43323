import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import type { BotProblem } from '../rules.ts'

/**
 * Notes what is wrong with a bot, or that these of its problems are over. Its vendor is told once when Telegram does not accept the token any
 * more: until then everything goes by email.
 */
export async function noteProblem(
  db: Db,
  botId: number,
  problem: BotProblem | { over: readonly BotProblem[] },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const bot = await tx
      .selectFrom('telegramBots')
      .where('id', '=', botId)
      .select(['problem', 'vendorId', 'username'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!bot || bot.problem === problem) return
    if (typeof problem === 'object') {
      if (bot.problem === null || !problem.over.includes(bot.problem)) return
      await tx
        .updateTable('telegramBots')
        .set({ problem: null, problemSince: null })
        .where('id', '=', botId)
        .execute()
      return
    }
    await tx
      .updateTable('telegramBots')
      .set((eb) => ({ problem, problemSince: eb.fn<Date>('now') }))
      .where('id', '=', botId)
      .execute()
    if (problem === 'unauthorized' && bot.vendorId !== null)
      await emit(tx, 'telegram.bot_refused', { vendorId: bot.vendorId, username: bot.username })
  })
}
