import { sql } from 'kysely'
import { expect } from '#tests/support/database.ts'
import { carla, siteBot, test, withTelegram } from '#tests/support/telegram.ts'
import { forgetOld } from './commands/forget-old.ts'
import { lookAfterBots, pollBots } from './commands/look-after-bots.ts'

const bot = siteBot.username

test('after a quiet week a bot hears updates whose numbers are lower than before', async ({
  db,
  site,
  fake,
  worker,
}) => {
  await fake.start(bot, carla.id)
  await worker.work()
  await sql`update telegram_updates set heard_at = heard_at - interval '7 days'`.execute(db)
  await forgetOld(db)
  await fake.afterQuietWeek(bot, 7)
  await fake.write(bot, carla.id, 'Hello?')
  expect(await pollBots(site, 0)).toBe(1)
})

test.for([
  [120, 120],
  // It may not say for how long.
  [null, 60],
] as const)(
  'a bot that Telegram lets wait (%s s) before it sends what it hears is tried again after %s s',
  async ([seconds, within], { db, deps, fake }) => {
    const site = withTelegram(deps, fake, { origin: 'https://book.example.com' })
    fake.fail('wait', { method: 'setWebhook', seconds })
    await lookAfterBots(site)
    expect(fake.webhookOf(bot)).toBeNull()
    const { rows } = await sql<{ waits: number }>`
      select extract(epoch from check_again_at - checked_at)::integer as waits from telegram_bots`.execute(
      db,
    )
    expect(rows[0]?.waits).toBeGreaterThan(0)
    expect(rows[0]?.waits).toBeLessThanOrEqual(within)
    expect(await lookAfterBots(site)).toBe(0)
    await sql`update telegram_bots set check_again_at = now() - interval '1 second'`.execute(db)
    await lookAfterBots(site)
    expect(fake.webhookOf(bot)).not.toBeNull()
    expect(await db.selectFrom('telegramBots').select('problem').execute()).toEqual([
      { problem: null },
    ])
  },
)

test.for(['block, unblock', 'unblock, block', 'block, unblock, block', 'unblock, block, unblock'])(
  'who does this in one second is left as after the last of it: %s',
  async (all, { db, fake, worker }) => {
    const did = all.split(', ')
    await fake.start(bot, carla.id)
    await worker.work()
    for (const reversed of [false, true]) {
      fake.mischief.reversed = reversed
      fake.mischief.twice = reversed
      for (const what of did) await fake.block(bot, carla.id, what === 'block')
      await worker.work()
      const { blockedAt } = await db
        .selectFrom('telegramChats')
        .select('blockedAt')
        .executeTakeFirstOrThrow()
      expect({ reversed, isBlocked: blockedAt !== null }).toEqual({
        reversed,
        isBlocked: did.at(-1) === 'block',
      })
    }
  },
)

test('an answer that Telegram does not take yet comes after as long as it says, and not after an hour', async ({
  db,
  fake,
  worker,
}) => {
  const answers = () => fake.chat(bot, carla.id).said.filter(({ by }) => by === 'bot').length
  const hurry = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
  fake.fail('wait', { method: 'sendMessage', seconds: 900 })
  await fake.start(bot, carla.id)
  await worker.work()
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from run_at - now())::integer as seconds from graphile_worker.jobs
    where task_identifier = 'telegram_heard'`.execute(db)
  expect(rows[0]?.seconds).toBeGreaterThan(800)
  await hurry()
  await worker.work()
  expect(answers()).toBe(1)
  fake.fail('wait', { method: 'sendMessage', seconds: 3700 })
  await fake.start(bot, carla.id)
  await worker.work()
  await hurry()
  await worker.work()
  expect(answers()).toBe(1)
})
