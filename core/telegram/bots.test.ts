import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { expect } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { carla, ownBot, test, withTelegram } from '#tests/support/telegram.ts'
import { connectBot, disconnectBot } from './commands/connect-bot.ts'
import { lookAfterBots } from './commands/look-after-bots.ts'
import { forgetOld } from './commands/forget-old.ts'
import { findBot, findOwnBot } from './queries.ts'
import { endProblems, noteProblem } from './steps/bot-problem.ts'
import { telegramJobs } from './jobs.ts'
import { chatAddress } from './rules.ts'
import { sealLoginSecret, sealToken, unsealLoginSecret, unsealToken } from './steps/bots.ts'
import { keepHeard } from './steps/keep-chat.ts'

const ownId = 700_000_200
const thirdBot = {
  token: '700000300:token-of-one-more-bot-0123456789abc',
  username: 'third_bot',
  name: 'Third',
}
const typed = { botToken: ownBot.token, login: 'link', loginSecret: '' } as const

async function aMember({ db }: Deps) {
  const vendor = await aVendor(db, { verified: true })
  return { vendor, member: { vendorId: vendor.id, userId: vendor.userId } }
}

async function aChat(db: Db, known: Parameters<typeof keepHeard>[1]) {
  await keepHeard(db, known, { at: 1, update: 1 })
  return chatAddress(known.botId, known.telegramId)
}

const reachable = async (db: Db, address: string, vendorId: string) => {
  const { rows } = await sql<{ chat: string | null }>`
    select reachable_chat(${address}, ${vendorId}) as chat`.execute(db)
  return rows[0]?.chat ?? null
}

test('a bot that is disconnected and connected again still has its chats', async ({
  db,
  site,
  fake,
}) => {
  fake.addBot(thirdBot)
  const { vendor, member } = await aMember(site)
  await connectBot(site, member, typed)
  const chat = await aChat(db, {
    botId: ownId,
    telegramId: carla.id,
    name: 'Carla',
    username: 'carla_w',
  })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { purchaseId } = await aBooking(db, { session })
  await db
    .updateTable('purchases')
    .set({ customerTelegram: chat, customerTelegramName: '@carla_w' })
    .where('id', '=', purchaseId)
    .execute()
  await disconnectBot(site, member)
  expect(await findBot(db, ownId)).toBeNull()
  expect(await findOwnBot(db, vendor.id)).toBeNull()
  expect(await reachable(db, chat, vendor.id)).toBeNull()
  const stored = await db.selectFrom('telegramBots').selectAll().where('id', '=', ownId).execute()
  expect(stored).toMatchObject([{ sealedToken: null, sealedLoginSecret: null }])
  await sql`update telegram_chats set seen_at = now() - interval '8 days'`.execute(db)
  await forgetOld(db)

  await connectBot(site, member, typed)
  expect(await reachable(db, chat, vendor.id)).toBe(chat)
  // Another bot does not write to its chats.
  await connectBot(site, member, { ...typed, botToken: thirdBot.token })
  expect(await reachable(db, chat, vendor.id)).toBeNull()
})

test('a bot belongs to the vendor that connected it first, as long as it has chats; the site can take it', async ({
  db,
  site,
  deps,
  fake,
}) => {
  const { vendor, member } = await aMember(site)
  const { member: other } = await aMember(site)
  await connectBot(site, member, typed)
  const chat = await aChat(db, {
    botId: ownId,
    telegramId: carla.id,
    name: 'Carla',
    username: null,
  })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  await aBooking(db, { session })
  await db
    .updateTable('purchases')
    .set({ customerTelegram: chat, customerTelegramName: 'Carla' })
    .execute()
  const taken = { ok: false, reason: 'bot_taken' }
  expect(await connectBot(site, other, typed)).toEqual(taken)
  await disconnectBot(site, member)
  await sql`update telegram_chats set seen_at = now() - interval '8 days'`.execute(db)
  await forgetOld(db)
  expect(await connectBot(site, other, typed)).toEqual(taken)
  expect(await db.selectFrom('telegramChats').select('address').execute()).toEqual([
    { address: chat },
  ])

  const configured = withTelegram(deps, fake)
  const bot = { id: ownId, token: ownBot.token, loginSecret: null }
  await lookAfterBots({ ...configured, telegram: { ...configured.telegram, bot } })
  expect(await findBot(db, ownId)).toMatchObject({ vendorId: null, problem: null })
})

test('a disconnected bot that has no chats can be connected by somebody else', async ({
  db,
  site,
}) => {
  const { member } = await aMember(site)
  const { member: other } = await aMember(site)
  await connectBot(site, member, typed)
  await disconnectBot(site, member)
  await forgetOld(db)
  expect(await connectBot(site, other, typed)).toMatchObject({ ok: true })
})

test('what Telegram says of a token is ignored once the token was replaced', async ({
  db,
  site,
}) => {
  const { member } = await aMember(site)
  await connectBot(site, member, typed)
  const asked = await findOwnBot(db, member.vendorId)
  if (!asked) throw new Error('There is no bot.')
  await connectBot(site, member, typed)
  await noteProblem(db, asked, 'unauthorized')
  const present = await findOwnBot(db, member.vendorId)
  if (!present) throw new Error('There is no bot.')
  expect(present.problem).toBeNull()
  await noteProblem(db, present, 'unauthorized')
  await endProblems(db, asked, ['unauthorized'])
  for (const smaller of ['unreachable', 'unauthorized'] as const)
    await noteProblem(db, present, smaller)
  expect((await findOwnBot(db, member.vendorId))?.problem).toBe('unauthorized')
  const events = await db
    .selectFrom('outbox')
    .where('kind', '=', 'telegram.bot_refused')
    .select('payload')
    .execute()
  expect(events).toEqual([{ payload: { vendorId: member.vendorId } }])
})

test('a form that keeps the token does not bring back an older one', async ({ db, site, fake }) => {
  fake.addBot(thirdBot)
  const { member } = await aMember(site)
  await connectBot(site, member, { ...typed, login: 'openid', loginSecret: 'the first' })
  const { api } = site.telegram
  let asked = 0
  const slow: Deps = {
    ...site,
    telegram: {
      ...site.telegram,
      api: {
        ...api,
        // Another tab is faster.
        identify: async (token) => {
          asked += 1
          if (asked === 1) await connectBot(site, member, { ...typed, botToken: thirdBot.token })
          return api.identify(token)
        },
      },
    },
  }
  const kept = { botToken: '', login: 'link', loginSecret: '' } as const
  expect(await connectBot(slow, member, kept)).toMatchObject({ ok: true, username: 'third_bot' })
  expect(await findOwnBot(db, member.vendorId)).toMatchObject({ username: 'third_bot' })
})

test('a bot is disconnected also while its token is sealed again or replaced', async ({
  db,
  databaseUrl,
  site,
}) => {
  const { member } = await aMember(site)
  await connectBot(site, member, typed)
  const resealing = await holdLock(
    databaseUrl,
    'update telegram_bots set sealed_token = $1 where id = $2',
    [sealToken(site, ownId, ownBot.token), ownId],
  )
  const ended = disconnectBot(site, member)
  await waitForWaiter(db)
  await resealing.commit()
  expect(await ended).toEqual({ ok: true })
  expect(await findOwnBot(db, member.vendorId)).toBeNull()
  const audits = await db
    .selectFrom('auditLog')
    .where('action', '=', 'telegram.disconnected')
    .select('id')
    .execute()
  expect(audits).toHaveLength(1)
})

test('the token and the login secret of a bot are sealed again with a new key, and what no key opens stays', async ({
  db,
  site,
}) => {
  const { member } = await aMember(site)
  await connectBot(site, member, typed)
  await sql`update telegram_bots set sealed_login_secret = ${sealLoginSecret(site, ownId, 'a login secret')}
    where id = ${ownId}`.execute(db)
  await sql`insert into telegram_bots (id, username, vendor_id, sealed_token)
    values (5, 'lost_bot', ${(await aVendor(db)).id}, 'of.another-key')`.execute(db)
  const newer = 'another key for tests that protects nothing, too'
  const both: Deps = { ...site, secretKeys: [newer, ...site.secretKeys] }
  const run = () => telegramJobs.find(({ name }) => name.startsWith('encrypt'))?.run(both)
  expect(await run()).toBe(3)
  expect(await run()).toBe(1)
  const bots = await db
    .selectFrom('telegramBots')
    .where('vendorId', 'is not', null)
    .orderBy('id')
    .select(['sealedToken', 'sealedLoginSecret'])
    .execute()
  const [lost, own] = bots
  const alone = { secretKeys: [newer] as const }
  expect(lost?.sealedToken).toBe('of.another-key')
  expect(unsealToken(alone, ownId, own?.sealedToken ?? '')).toBe(ownBot.token)
  expect(unsealLoginSecret(alone, ownId, own?.sealedLoginSecret ?? '')).toBe('a login secret')
})
