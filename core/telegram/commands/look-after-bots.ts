import { sql } from 'kysely'
import type { TelegramAnswer } from '#core/integrations/telegram.ts'
import type { Deps } from '#core/shared/deps.ts'
import { findBot, type ListedBot, listBots, type StoredBot } from '../queries.ts'
import { canBeCalled } from '../rules.ts'
import { endProblems, noteProblem } from '../steps/bot-problem.ts'
import { tokenOf } from '../steps/bots.ts'
import { webhookSecret } from '../steps/codes.ts'
import { receiveUpdate } from './receive-update.ts'

const checkMinutes = 10
/** A failed check is repeated sooner: until it works, the bot receives no messages. */
const failedSeconds = 60
/** What a look at a bot finds. Whether its login works, only a login shows. */
const checked = ['unauthorized', 'unreachable', 'webhook'] as const
/** How long one question for updates waits. The worker ends within this time. */
const hearSeconds = 4
/** Longer than a question takes: a killed worker's turn is over then. */
const leaseSeconds = 30

/** Adds the configured bot's row once Telegram confirms its token. */
async function introduceSiteBot({ db, telegram }: Deps): Promise<void> {
  if (telegram.bot === null) return
  const { id, token } = telegram.bot
  if ((await findBot(db, id)) !== null) return
  const named = await telegram.api.identify(token)
  if (!named.ok || named.result.id !== id) return
  await db
    .insertInto('telegramBots')
    .values({ id, username: named.result.username })
    .onConflict((conflict) =>
      // A vendor had it and has disconnected it.
      conflict
        .column('id')
        .doUpdateSet({ vendorId: null, username: named.result.username })
        .where('telegramBots.vendorId', 'is not', null)
        .where('telegramBots.sealedToken', 'is', null),
    )
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
      (bot.checkAgainAt?.getTime() ?? bot.checkedAt.getTime() + checkMinutes * 60_000) <
        Date.now() ||
      bot.webhookUrl !== wantedUrl(deps, bot),
  )
  for (const bot of due) await checkBot(deps, bot)
  return due.length
}

/** Where Telegram should send what a bot hears; null: nowhere. */
const wantedUrl = ({ origin }: Deps, { id, isClosed }: ListedBot) =>
  canBeCalled(origin) && !isClosed ? `${origin}/telegram/hook/${id}` : null

async function checkBot(deps: Deps, bot: ListedBot): Promise<void> {
  const { db, telegram } = deps
  const wanted = wantedUrl(deps, bot)
  const token = tokenOf(deps, bot)
  const named = token === null ? null : await telegram.api.identify(token)
  if (token === null || !named?.ok) {
    const isOver = named === null || (!named.ok && named.reason === 'unauthorized')
    await noteProblem(db, bot, isOver ? 'unauthorized' : 'unreachable')
    return noteCheck(db, bot, { webhookUrl: wanted, ...(named && !isOver && soon(named)) })
  }
  const { username } = named.result
  const state = await telegram.api.webhookState(token)
  if (!state.ok) {
    await noteProblem(db, bot, 'unreachable')
    return noteCheck(db, bot, { username, webhookUrl: wanted, ...soon(state) })
  }
  const { url, error } = state.result
  const isRefused = wanted !== null && url === wanted && error !== null
  // Telegram may know an older secret than ours: then we send it the present one.
  const isDue =
    wanted === null ? url !== '' : url !== wanted || bot.webhookUrl !== wanted || isRefused
  const set = isDue ? await setListening(deps, bot, { token, wanted }) : null
  const isHeard = set?.ok !== false
  if (isHeard && !isRefused) await endProblems(db, bot, checked)
  else await noteProblem(db, bot, 'webhook')
  return noteCheck(db, bot, { username, webhookUrl: wanted, ...(set && soon(set)) })
}

const setListening = (
  deps: Deps,
  { id }: ListedBot,
  { token, wanted }: { token: string; wanted: string | null },
) =>
  wanted === null
    ? deps.telegram.api.stopListening(token)
    : deps.telegram.api.listenAt(token, { url: wanted, secret: webhookSecret(deps, id) })

type Checked = {
  username?: string
  webhookUrl: string | null
  /** null: as always */
  againSeconds?: number
}

/** When to try again what Telegram has not done; it may say how long to wait. */
const soon = (answer: TelegramAnswer<unknown>) =>
  answer.ok ? {} : { againSeconds: answer.waitSeconds || failedSeconds }

async function noteCheck(
  db: Deps['db'],
  { id, sealedToken }: StoredBot,
  { againSeconds, ...found }: Checked,
): Promise<void> {
  await db
    .updateTable('telegramBots')
    .set((eb) => ({
      ...found,
      checkedAt: eb.fn<Date>('now'),
      checkAgainAt:
        againSeconds === undefined
          ? null
          : sql<Date>`now() + make_interval(secs => ${againSeconds})`,
    }))
    .where('id', '=', id)
    // With a new token it is checked again at once.
    .where(sql<boolean>`sealed_token is not distinct from ${sealedToken}`)
    .execute()
}

/**
 * Reads the updates of all bots whose updates Telegram cannot send us. Telegram answers one reader at a time, so one worker asks
 * for each bot. Returns how many there were.
 */
export async function pollBots(deps: Deps, seconds = hearSeconds): Promise<number> {
  const bots = (await listBots(deps)).filter(
    ({ checkedAt, webhookUrl, problem, isClosed }) =>
      !isClosed && checkedAt !== null && webhookUrl === null && problem !== 'unauthorized',
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
  const found = await deps.telegram.api.readUpdates(token, {
    after: await nextUpdate(deps, bot.id),
    seconds,
  })
  if (!found.ok) {
    if (found.reason === 'unauthorized' || found.reason === 'conflict')
      await noteProblem(deps.db, bot, found.reason)
    return 0
  }
  if (bot.problem === 'conflict') await endProblems(deps.db, bot, ['conflict'])
  for (const update of found.result) await receiveUpdate(deps, bot.id, update)
  return found.result.length
}

/**
 * The number after the newest update that was heard. What was heard is kept for some days: after a quiet week Telegram begins
 * with other numbers, which may be lower, and then all that it has is asked for.
 */
async function nextUpdate({ db }: Deps, botId: number): Promise<number> {
  const { last } = await db
    .selectFrom('telegramUpdates')
    .where('botId', '=', botId)
    .select((eb) => eb.fn.max('updateId').as('last'))
    .executeTakeFirstOrThrow()
  return last === null ? 0 : Number(last) + 1
}
