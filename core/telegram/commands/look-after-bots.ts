import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import { findBot, type ListedBot, listBots, type StoredBot } from '../queries.ts'
import { canBeCalled } from '../rules.ts'
import { noteProblem } from '../steps/bot-problem.ts'
import { tokenOf } from '../steps/bots.ts'
import { webhookSecret } from '../steps/codes.ts'
import { hear } from './hear.ts'

const checkMinutes = 10
/** What a look at a bot finds. Whether its login works, only a login shows. */
const checked = ['unauthorized', 'unreachable', 'webhook'] as const
/** How long one question for updates waits. The worker ends within this time. */
const hearSeconds = 4
/** Longer than a question takes: a killed worker's turn is over then. */
const leaseSeconds = 30

/** Asks Telegram who the configured bot is. Its row then says that it works. */
async function introduceSiteBot({ db, telegram }: Deps): Promise<void> {
  if (telegram.bot === null) return
  const { id, token } = telegram.bot
  if ((await findBot(db, id)) !== null) return
  const named = await telegram.api.identify(token)
  if (!named.ok || named.result.id !== id) return
  await db
    .insertInto('telegramBots')
    .values({ id, username: named.result.username })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Checks each bot once in ten minutes, and at once if it is new or its account was closed or taken back: whether its token still
 * counts, and whether Telegram sends us what it hears, or we have to ask. Returns how many it checked.
 */
export async function lookAfterBots(deps: Deps): Promise<number> {
  await introduceSiteBot(deps)
  const due = (await listBots(deps)).filter(
    (bot) =>
      bot.checkedAt === null ||
      bot.checkedAt.getTime() < Date.now() - checkMinutes * 60_000 ||
      bot.webhookUrl !== wantedUrl(deps, bot),
  )
  for (const bot of due) await checkBot(deps, bot)
  return due.length
}

/** Where Telegram should send what a bot hears; null: nowhere. */
const wantedUrl = ({ origin }: Deps, { id, isDeaf }: ListedBot) =>
  canBeCalled(origin) && !isDeaf ? `${origin}/telegram/hook/${id}` : null

async function checkBot(deps: Deps, bot: ListedBot): Promise<void> {
  const { db, telegram } = deps
  const wanted = wantedUrl(deps, bot)
  const token = tokenOf(deps, bot)
  const named = token === null ? null : await telegram.api.identify(token)
  if (token === null || !named?.ok) {
    const isOver = named === null || (!named.ok && named.reason === 'unauthorized')
    await noteProblem(db, bot.id, isOver ? 'unauthorized' : 'unreachable')
    return noteCheck(db, bot.id, { webhookUrl: wanted })
  }
  const { username } = named.result
  const state = await telegram.api.webhookState(token)
  if (!state.ok) {
    await noteProblem(db, bot.id, 'unreachable')
    return noteCheck(db, bot.id, { username, webhookUrl: wanted })
  }
  let isHeard = true
  if (wanted === null) {
    if (state.result.url !== '') isHeard = (await telegram.api.stopListening(token)).ok
  } else if (state.result.url !== wanted || bot.webhookUrl !== wanted)
    isHeard = (
      await telegram.api.listenAt(token, { url: wanted, secret: webhookSecret(deps, bot.id) })
    ).ok
  const isRefused = wanted !== null && state.result.url === wanted && state.result.error !== null
  await noteProblem(db, bot.id, isHeard && !isRefused ? { over: checked } : 'webhook')
  return noteCheck(db, bot.id, {
    username,
    webhookUrl: wanted,
    pendingUpdates: state.result.pending,
  })
}

type Checked = {
  username?: string
  webhookUrl: string | null
  pendingUpdates?: number
}

async function noteCheck(db: Deps['db'], botId: number, found: Checked): Promise<void> {
  await db
    .updateTable('telegramBots')
    .set((eb) => ({ ...found, checkedAt: eb.fn<Date>('now') }))
    .where('id', '=', botId)
    .execute()
}

/**
 * Asks for what the bots have heard that Telegram cannot send us. Telegram answers one at a time, so one worker asks for each
 * bot. Returns how much it was.
 */
export async function askBots(deps: Deps, seconds = hearSeconds): Promise<number> {
  const bots = (await listBots(deps)).filter(
    ({ checkedAt, webhookUrl, problem, isDeaf }) =>
      !isDeaf && checkedAt !== null && webhookUrl === null && problem !== 'unauthorized',
  )
  const heard = await Promise.all(bots.map((bot) => askInTurn(deps, bot, seconds)))
  return heard.reduce((sum, one) => sum + one, 0)
}

async function askInTurn(deps: Deps, { id }: StoredBot, seconds: number): Promise<number> {
  const turn = await deps.db
    .updateTable('telegramBots')
    .set({ askedUntil: sql<Date>`now() + make_interval(secs => ${leaseSeconds})` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('askedUntil', 'is', null), eb('askedUntil', '<=', sql<Date>`now()`)]))
    .returning('id')
    .executeTakeFirst()
  const bot = turn && (await findBot(deps.db, id))
  if (!bot) return 0
  try {
    return await askBot(deps, bot, seconds)
  } finally {
    await deps.db
      .updateTable('telegramBots')
      .set({ askedUntil: null })
      .where('id', '=', id)
      .execute()
  }
}

async function askBot(deps: Deps, bot: StoredBot, seconds: number): Promise<number> {
  const token = tokenOf(deps, bot)
  if (token === null) return 0
  const found = await deps.telegram.api.hear(token, {
    after: bot.nextUpdate,
    seconds,
  })
  if (!found.ok) {
    if (found.reason === 'unauthorized' || found.reason === 'conflict')
      await noteProblem(deps.db, bot.id, found.reason)
    return 0
  }
  if (bot.problem === 'conflict') await noteProblem(deps.db, bot.id, { over: ['conflict'] })
  let next = bot.nextUpdate
  for (const update of found.result) {
    await hear(deps, bot.id, update)
    const id = numberOf(update)
    if (id !== null) next = Math.max(next, id + 1)
  }
  if (next > bot.nextUpdate)
    await deps.db
      .updateTable('telegramBots')
      .set({ nextUpdate: sql<number>`greatest(next_update, ${next})` })
      .where('id', '=', bot.id)
      .execute()
  return found.result.length
}

function numberOf(update: unknown): number | null {
  return typeof update === 'object' &&
    update !== null &&
    'update_id' in update &&
    typeof update.update_id === 'number'
    ? update.update_id
    : null
}
