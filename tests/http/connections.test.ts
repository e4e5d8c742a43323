import { sql } from 'kysely'
import { resetPassword } from '#core/accounts/commands/reset-password.ts'
import { saveVendorFeed } from '#core/feeds/commands/vendor-feed.ts'
import { findVendorFeed } from '#core/feeds/queries/links.ts'
import { findVendorReader } from '#core/messages/queries/vendor-reader.ts'
import type { Deps } from '#core/shared/deps.ts'
import { connectBot } from '#core/telegram/commands/connect-bot.ts'
import { reseal } from '#core/shared/reseal.ts'
import { forgetOld } from '#core/telegram/commands/forget-old.ts'
import { findBotOf, findOwnBot } from '#core/telegram/queries.ts'
import { heldTokens, unsealToken } from '#core/telegram/steps/bots.ts'
import { connectMember } from '#core/telegram/steps/connect.ts'
import { connectionKinds } from '#core/vendors/catalogue.ts'
import type { FakeGoogle } from '#tests/fakes/google.ts'
import { readPage, signInAs, type TestApp } from '#tests/support/app.ts'
import { bookBy } from '#tests/support/booking-form.ts'
import { connectAndTell } from '#tests/support/connect-at-google.ts'
import { expect } from '#tests/support/database.ts'
import { aClass, aSession, type AVendor } from '#tests/support/factories.ts'
import { startGoogle, syncCalendars, withGoogle } from '#tests/support/google-calendar.ts'
import { work } from '#tests/support/jobs.ts'
import { anna, ownBot, test as withBots } from '#tests/support/telegram.ts'
import { aMember, signedInVendor } from '#tests/support/workspace.ts'

const test = withBots
  .extend('google', startGoogle)
  .extend('both', ({ site, google }) => withGoogle(site, google))

const chat = `700000100:${anna.id}`

async function connectAll(deps: Deps, google: FakeGoogle, vendor: AVendor) {
  const member = { vendorId: vendor.id, userId: vendor.userId }
  await connectAndTell(deps, google, vendor)
  await saveVendorFeed(deps.db, member, { names: true })
  const login = { login: 'link', loginSecret: '' } as const
  expect(await connectBot(deps, member, { botToken: ownBot.token, ...login })).toMatchObject({
    ok: true,
  })
  await deps.db
    .insertInto('telegramChats')
    .values({ botId: 700000100, telegramId: anna.id, name: 'Anna' })
    .execute()
  await connectChat(deps, vendor, 'anna_in_town')
}

async function connectChat(deps: Deps, vendor: AVendor, username: string) {
  const subject = vendor.userId
  const connected = await connectMember(deps.db, {
    botId: 700000100,
    code: { kind: 'member', subject, digest: `code of ${username}`, rotation: 0 },
    address: chat,
    person: { id: anna.id, name: 'Anna', username, language: 'en' },
  })
  expect(connected).toMatchObject({ ok: true })
}

/** The owner after a password reset by mail. */
async function reset(deps: Deps, app: TestApp, { userId, email }: AVendor) {
  const token = await deps.auth.resetToken(userId)
  const visitor = { headers: new Headers(), network: '192.0.2.7' }
  const password = 'a-third-lantern-44'
  expect(await resetPassword(deps, visitor, { token, password })).toMatchObject({ ok: true })
  const back = app.visitor()
  await back.post('/login', { email, password })
  return back
}

/** Which of what is connected holds a name of a customer, or could. */
async function readers(deps: Deps, google: FakeGoogle, vendor: AVendor) {
  await syncCalendars(deps)
  const reader = await findVendorReader(deps.db, vendor.id)
  const events = google.calendars.eventsOf(vendor.email)
  const bot = await findBotOf(deps, vendor.id)
  return {
    chat: reader?.hasAddress(chat),
    calendar: events.map(({ description = '' }) => /Dora|Emil/.exec(description)?.[0]),
    feed: (await findVendorFeed(deps.db, vendor.id))?.names,
    bot: bot?.username === ownBot.username,
  }
}

test('what reads customers is told by email, and stops at a password reset until it is "Still mine"', async ({
  both: deps,
  google,
  databaseUrl,
  mails,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const dates = [3, 4].map((days) => new Date(Date.UTC(2031, 2, days, 11)))
  const of = await aClass(deps.db, { vendor })
  const [first, second] = await Promise.all(
    dates.map((startsAt) => aSession(deps.db, { class: of, startsAt })),
  )
  if (!first || !second) throw new Error('There are two.')
  await connectAll(deps, google, vendor)
  await bookBy(app.visitor(), first, { name: 'Dora', contact: 'dora@example.com' })
  const all = { chat: true, feed: true, bot: true }
  expect(await readers(deps, google, vendor)).toMatchObject(all)

  await work(databaseUrl, deps, mails)
  const told = mails.mails.filter(
    ({ to, subject }) => to === vendor.email && /was connected/.test(subject),
  )
  expect(told.map(({ subject }) => subject).toSorted()).toEqual([
    'A Google calendar was connected',
    'A Telegram bot was connected',
    'A Telegram chat was connected',
    'A calendar feed was connected',
  ])
  const audited = await deps.db
    .selectFrom('auditLog')
    .where('action', '=', 'connection.made')
    .where('actorUserId', '=', vendor.userId)
    .select('details')
    .execute()
  expect(audited.map(({ details }) => details)).toEqual(
    expect.arrayContaining(
      connectionKinds.map((kind) => expect.objectContaining({ kind, before: null })),
    ),
  )
  expect(await readPage(await browser.get('/settings/security'))).toContain('Connected by')

  const token = await deps.auth.resetToken(vendor.userId)
  const stranger = { headers: new Headers(), network: '192.0.2.7' }
  expect(
    await resetPassword(deps, stranger, { token, password: 'a-third-lantern-44' }),
  ).toMatchObject({ ok: true })
  await bookBy(app.visitor(), second, { name: 'Emil', contact: 'emil@example.com' })
  const stopped = await readers(deps, google, vendor)
  expect(stopped).toMatchObject({ chat: false, feed: false, bot: false })
  expect(stopped.calendar).not.toContain('Emil')

  const back = app.visitor()
  await back.post('/login', { email: vendor.email, password: 'a-third-lantern-44' })
  expect(await readPage(await back.get('/dashboard'))).toContain(
    'Stopped when your password was reset',
  )
  expect(await readPage(await back.get('/settings/security'))).toContain('Still mine')
  for (const kind of connectionKinds)
    expect((await back.post('/settings/security', { intent: 'keep', kind })).status).toBe(302)
  const again = await readers(deps, google, vendor)
  expect(again).toMatchObject(all)
  expect(again.calendar).toContain('Emil')
  expect(await readPage(await back.get('/settings/security'))).not.toContain('Still mine')
})

test('a stopped connection that is disconnected stays so', async ({ both: deps, google }) => {
  const { app, vendor } = await signedInVendor(deps)
  await connectAll(deps, google, vendor)
  const back = await reset(deps, app, vendor)
  for (const kind of connectionKinds)
    expect((await back.post('/settings/security', { intent: 'drop', kind })).status).toBe(302)
  for (const kind of connectionKinds)
    expect((await back.post('/settings/security', { intent: 'keep', kind })).status).toBe(409)
  expect(await readers(deps, google, vendor)).toMatchObject({
    chat: false,
    feed: false,
    bot: false,
  })
  expect(await deps.db.selectFrom('connections').select('kind').execute()).toEqual([])
})

test('what was connected is named in the mail, the audit log and the list, also what it replaces', async ({
  both: deps,
  google,
  databaseUrl,
  mails,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  await connectAll(deps, google, vendor)
  await connectChat(deps, vendor, 'a_stranger')
  const { rows } = await sql<{ name: string | null; before: string | null }>`
    select details ->> 'name' as name, details ->> 'before' as before from audit_log
    where action = 'connection.made' order by name, before`.execute(deps.db)
  expect(rows).toEqual([
    { name: '@a_stranger', before: '@anna_in_town' },
    { name: '@anna_in_town', before: null },
    { name: `@${ownBot.username}`, before: null },
    { name: vendor.email, before: null },
    { name: null, before: null },
  ])
  const page = await readPage(await browser.get('/settings/security'))
  expect(page).toContain('Telegram chat: @a_stranger')
  expect(page).toContain(`Google Calendar: ${vendor.email}`)
  expect(page).toContain(`Telegram bot: @${ownBot.username}`)
  expect(page).not.toContain('@anna_in_town')
  await work(databaseUrl, deps, mails)
  const told = mails.mails.map(({ text }) => text).join(' ')
  expect(told).toContain('a Telegram chat: @a_stranger, in place of @anna_in_town.')
  expect(told).toContain(`a Google calendar: ${vendor.email}.`)
  expect(told).toContain(`a Telegram bot: @${ownBot.username}.`)
})

test('"Still mine" of a feed makes a new address', async ({ both: deps }) => {
  const { app, vendor } = await signedInVendor(deps)
  await saveVendorFeed(deps.db, { vendorId: vendor.id, userId: vendor.userId }, { names: true })
  const copied = await findVendorFeed(deps.db, vendor.id)
  const back = await reset(deps, app, vendor)
  expect(await readPage(await back.get('/settings/security'))).toContain(
    'It will get a new address',
  )
  const kept = await back.post('/settings/security', { intent: 'keep', kind: 'feed' })
  expect(kept.headers.get('location')).toBe('/dashboard/calendar/feed')
  const feed = await findVendorFeed(deps.db, vendor.id)
  expect(feed).toMatchObject({ names: true })
  expect(feed?.id).not.toBe(copied?.id)
})

test('the clean-up spares what is only stopped, and its token is sealed again with a new key', async ({
  both: deps,
  google,
}) => {
  const { app, vendor } = await signedInVendor(deps)
  await connectAll(deps, google, vendor)
  const back = await reset(deps, app, vendor)
  await deps.db
    .updateTable('telegramChats')
    .set({ seenAt: new Date(Date.UTC(2020, 0, 1)) })
    .execute()
  await forgetOld(deps.db)
  const newer = 'another key for tests that protects nothing, too'
  const rotating: Deps = { ...deps, secretKeys: [newer, ...deps.secretKeys] }
  expect(await reseal(rotating, heldTokens)).toBe(1)
  expect(await reseal(rotating, heldTokens)).toBe(0)
  for (const kind of ['chat', 'bot'])
    expect((await back.post('/settings/security', { intent: 'keep', kind })).status).toBe(302)
  const bot = await findOwnBot(deps.db, vendor.id)
  const after: Deps = { ...deps, secretKeys: [newer] }
  expect(bot && unsealToken(after, bot.id, bot.sealedToken ?? '')).toBe(ownBot.token)
  const reader = await findVendorReader(deps.db, vendor.id)
  expect(reader?.hasAddress(chat)).toBe(true)
})

test('"Still mine" says so when nothing is left to go on', async ({ both: deps, google }) => {
  const { app, vendor } = await signedInVendor(deps)
  await connectAll(deps, google, vendor)
  const back = await reset(deps, app, vendor)
  await deps.db.deleteFrom('telegramBots').execute()
  for (const kind of ['chat', 'bot']) {
    const answer = await back.post('/settings/security', { intent: 'keep', kind })
    expect(answer.status).toBe(409)
    expect(await readPage(answer)).toContain('Please connect it again.')
  }
  const left = await deps.db.selectFrom('connections').orderBy('kind').select('kind').execute()
  expect(left.map(({ kind }) => kind)).toEqual(['calendar', 'feed'])
})

test('a calendar that a reset has stopped does not blame Google, and leads to "Still mine"', async ({
  both: deps,
  google,
}) => {
  const { app, vendor } = await signedInVendor(deps)
  await connectAndTell(deps, google, vendor)
  const back = await reset(deps, app, vendor)
  const page = await readPage(await back.get('/settings/integrations'))
  expect(page).toContain('Stopped because the person who connected it had their password reset')
  expect(page).toContain('Open “Password and devices”')
  expect(page).not.toContain('Google no longer lets us')
})

test('a bot and a chat that a reset has stopped say so where they are connected, and lead to "Still mine"', async ({
  both: deps,
  google,
}) => {
  const { app, vendor } = await signedInVendor(deps)
  await connectAll(deps, google, vendor)
  const back = await reset(deps, app, vendor)
  const said = async () => readPage(await back.get('/settings/integrations'))
  const stopped = ['was stopped when the password', 'were stopped when your password was reset']
  for (const words of stopped) expect(await said()).toContain(words)
  for (const kind of ['bot', 'chat'])
    await back.post('/settings/security', { intent: 'keep', kind })
  for (const words of stopped) expect(await said()).not.toContain(words)
})

test('the owner disconnects what another member has connected, and nobody else does', async ({
  both: deps,
  google,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const { browser: elsewhere } = await signedInVendor(deps)
  const colleague = app.visitor()
  await signInAs(deps, colleague, await aMember(deps.db, vendor, 'manager'))
  const of = await aMember(deps.db, vendor, 'manager')
  await connectAll(deps, google, { ...vendor, userId: of })
  for (const kind of connectionKinds) {
    const form = { intent: 'drop', kind, of }
    for (const other of [elsewhere, colleague])
      expect((await other.post('/settings/security', form)).status).toBe(409)
    expect((await browser.post('/settings/security', form)).status).toBe(302)
  }
  expect(await readers(deps, google, vendor)).toMatchObject({
    chat: false,
    feed: false,
    bot: false,
  })
  expect(await deps.db.selectFrom('connections').select('kind').execute()).toEqual([])
})
