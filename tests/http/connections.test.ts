import { sql } from 'kysely'
import { resetPassword } from '#core/accounts/commands/reset-password.ts'
import { saveVendorFeed } from '#core/feeds/commands/vendor-feed.ts'
import { findVendorFeed } from '#core/feeds/queries/links.ts'
import { findVendorReader } from '#core/messages/queries/vendor-reader.ts'
import type { Deps } from '#core/shared/deps.ts'
import { connectBot } from '#core/telegram/commands/connect-bot.ts'
import { findBotOf } from '#core/telegram/queries.ts'
import { connectMember } from '#core/telegram/steps/connect.ts'
import { connectionKinds } from '#core/vendors/catalogue.ts'
import type { FakeGoogle } from '#tests/fakes/google.ts'
import { readPage } from '#tests/support/app.ts'
import { bookBy } from '#tests/support/booking-form.ts'
import { connectAndTell } from '#tests/support/connect-at-google.ts'
import { expect } from '#tests/support/database.ts'
import { aClass, aSession, type AVendor } from '#tests/support/factories.ts'
import { startGoogle, syncCalendars, withGoogle } from '#tests/support/google-calendar.ts'
import { work } from '#tests/support/jobs.ts'
import { anna, ownBot, test as withBots } from '#tests/support/telegram.ts'
import { signedInVendor } from '#tests/support/workspace.ts'

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
  const stranger = { headers: new Headers(), address: '192.0.2.7' }
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
  const token = await deps.auth.resetToken(vendor.userId)
  const stranger = { headers: new Headers(), address: '192.0.2.7' }
  await resetPassword(deps, stranger, { token, password: 'a-third-lantern-44' })
  const back = app.visitor()
  await back.post('/login', { email: vendor.email, password: 'a-third-lantern-44' })
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
