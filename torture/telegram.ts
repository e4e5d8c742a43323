import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { connectBot } from '#core/telegram/commands/connect-bot.ts'
import { lookAfterBots } from '#core/telegram/commands/look-after-bots.ts'
import { chatAddress } from '#core/telegram/rules.ts'
import { newCode } from '#core/telegram/steps/codes.ts'
import { loadConfig } from '#server/config.ts'
import { createDeps } from '#server/deps.ts'
import { startFakeTelegram } from '#tests/fakes/telegram/telegram.ts'
import type { AVendor } from '#tests/support/factories.ts'
import type { Chats } from './check-chats.ts'
import { pick, type Random, weighted } from './random.ts'

export type TroubledTelegram = {
  /** for the processes that use it */
  env: Record<string, string>
  /** Every vendor connects a bot of its own. */
  connect(env: Record<string, string>, vendors: readonly AVendor[]): Promise<void>
  /** From now on customers start the bot of their vendor, some block it again, and responses go wrong. */
  misbehave(db: Db): void
  /** Nothing goes wrong any more. */
  behave(): Promise<void>
  /** True: the bots have heard everybody who has started them. */
  settle(db: Db): Promise<boolean>
  read(db: Db): Promise<Chats>
  stop(): Promise<void>
}

/** Longer than anybody waits for a response. */
const slowMs = 10_500
const troubles = {
  none: 68,
  slow: 2,
  reset: 6,
  lost: 8,
  wait: 5,
  error: 5,
  down: 3,
  malformed: 3,
}

const firstPerson = 7_100_000_000
const patienceMs = 60_000

type Bot = { id: number; username: string; vendorId: string; token: string }
type Started = { bot: Bot; person: number; purchaseId: string }

/** A simulated Telegram. Each customer who is written to there has a chat of their own, of one purchase. */
export async function startTroubledTelegram(random: Random): Promise<TroubledTelegram> {
  const telegram = await startFakeTelegram({ slowMs })
  const started: Started[] = []
  let bots: Bot[] = []
  let keys: Pick<Deps, 'secretKeys'> | null = null
  let isTroubled = false

  async function trouble(db: Db): Promise<void> {
    telegram.behaveAs((method) =>
      method === 'sendMessage' || method === 'getUpdates'
        ? (weighted(random, troubles) ?? 'none')
        : 'none',
    )
    while (isTroubled) {
      // The database may be down right now.
      await startOne(db).catch(() => {})
      const known = pick(random, started)
      if (known && random() < 0.1)
        await telegram.block(known.bot.username, known.person, random() < 0.7)
      await pause(120)
    }
  }

  /** Somebody who has booked opens the link to the bot, also somebody whom nothing else reaches. */
  async function startOne(db: Db): Promise<void> {
    const { rows } = await sql<{ id: string; vendorId: string }>`
      select id, vendor_id from purchases
      where customer_telegram is null and erased_at is null
      order by created_at desc limit 10`.execute(db)
    const purchase = pick(
      random,
      rows.filter(({ id }) => !started.some(({ purchaseId }) => purchaseId === id)),
    )
    const bot = bots.find(({ vendorId }) => vendorId === purchase?.vendorId)
    if (!purchase || !bot || !keys) return
    const person = firstPerson + started.length
    telegram.addPerson({ id: person, firstName: `Customer ${started.length}` })
    const subject = purchase.id
    const code = newCode(keys, { kind: 'purchase', botId: bot.id, subject, at: new Date() })
    started.push({ bot, person, purchaseId: purchase.id })
    await telegram.start(bot.username, person, code)
  }

  /** How many started a bot that has not heard it. Who corrects an email takes the chat away again. */
  async function countNotHeard(db: Db): Promise<number> {
    const { rows } = await sql`
      select from purchases p
      join unnest(${started.map(({ purchaseId }) => purchaseId)}::uuid[],
        ${started.map(({ bot, person }) => chatAddress(bot.id, person))}::text[]) as s (id, chat) on s.id = p.id
      where p.customer_telegram is distinct from s.chat and p.token_rotation = 0`.execute(db)
    return rows.length
  }

  let troubling = Promise.resolve()
  return {
    env: { TELEGRAM_ROOT: telegram.root },
    async connect(env, vendors) {
      const { close, ...deps } = createDeps(loadConfig(env))
      keys = deps
      bots = vendors.map(({ id: vendorId }, nth) => {
        const id = 700_100_000 + nth
        const token = `${id}:token-of-a-bot-that-protects-nothing`
        return { id, username: `studio_${nth}_bot`, vendorId, token }
      })
      for (const [nth, { id: vendorId, userId }] of vendors.entries()) {
        const { username = '', token: botToken = '' } = bots[nth] ?? {}
        telegram.addBot({ token: botToken, username, name: username })
        const form = { botToken, login: 'link', loginSecret: '' } as const
        const done = await connectBot(deps, { vendorId, userId }, form)
        if (!done.ok) throw new Error(`No bot was connected: ${done.reason}`)
      }
      await lookAfterBots(deps)
      await close()
    },
    misbehave(db) {
      isTroubled = true
      troubling = trouble(db)
    },
    async behave() {
      isTroubled = false
      await troubling
      telegram.behaveAs(null)
      // What nobody waits for any more is done all the same.
      await pause(slowMs)
    },
    async settle(db) {
      const giveUpAt = Date.now() + patienceMs
      while ((await countNotHeard(db)) > 0) {
        if (Date.now() > giveUpAt) return false
        await pause(200)
      }
      return true
    },
    async read(db) {
      const botOf = new Map(started.map(({ bot, person }) => [person, bot.id]))
      const texts = telegram.taken
        .filter(({ isBold }) => isBold)
        .map(({ chat, at: t, isAnswered: answered }) => {
          return { chat: chatAddress(botOf.get(chat) ?? 0, chat), t, answered }
        })
      return { texts, notHeard: await countNotHeard(db) }
    },
    async stop() {
      isTroubled = false
      await troubling
      await telegram.stop()
    },
  }
}
