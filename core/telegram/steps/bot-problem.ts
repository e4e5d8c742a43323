import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { StoredBot } from '../queries.ts'
import { type BotProblem, replacesProblem } from '../rules.ts'

/** The bot as it was read before Telegram was asked. What Telegram said of a token that was replaced since is ignored. */
type Asked = Pick<StoredBot, 'id' | 'sealedToken'>

/** Stores a problem. When Telegram rejects the token, the vendor gets one email. */
export async function noteProblem(db: Db, asked: Asked, problem: BotProblem): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const bot = await lockAsked(tx, asked)
    if (!bot || !replacesProblem(bot.problem, problem)) return
    await setProblem(tx, asked.id, problem)
    if (problem === 'unauthorized' && bot.vendorId !== null)
      await emit(tx, 'telegram.bot_refused', { vendorId: bot.vendorId })
  })
}

/** A success has shown that these problems are over. */
export async function endProblems(
  db: Db,
  asked: Asked,
  over: readonly BotProblem[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const bot = await lockAsked(tx, asked)
    if (bot?.problem && over.includes(bot.problem)) await setProblem(tx, asked.id, null)
  })
}

const lockAsked = (tx: Tx, { id, sealedToken }: Asked) =>
  tx
    .selectFrom('telegramBots')
    .where('id', '=', id)
    .where(sql<boolean>`sealed_token is not distinct from ${sealedToken}`)
    .select(['problem', 'vendorId'])
    .forNoKeyUpdate()
    .executeTakeFirst()

const setProblem = (tx: Tx, botId: number, problem: BotProblem | null) =>
  tx.updateTable('telegramBots').set({ problem }).where('id', '=', botId).execute()
