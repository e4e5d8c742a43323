import { seenText } from '#core/bookings/rules/seen.ts'
import { sql } from 'kysely'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Writable } from 'node:stream'
import { emit } from '#core/events/emit.ts'
import { createLog } from '#core/shared/log.ts'
import { forgetOld } from '#core/telegram/commands/forget-old.ts'
import { pollBots, lookAfterBots } from '#core/telegram/commands/look-after-bots.ts'
import { digestOf, newCode, numbersOf, webhookSecret } from '#core/telegram/steps/codes.ts'
import type { Deps } from '#core/shared/deps.ts'
import { rejectRequest } from '#core/bookings/commands/answer-request.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { exportData } from '#core/own-data/commands/export-data.ts'
import { bookBy, classPath, locationOf } from '#tests/support/booking-form.ts'
import { findShopfront } from '#core/vendors/queries.ts'
import { appFor, noticeOf, readPage, signInAs, type Visitor } from '#tests/support/app.ts'
import { expect } from '#tests/support/database.ts'
import {
  aBooking,
  aBundle,
  aClass,
  aFacility,
  type ASession,
  aSession,
  aVendor,
} from '#tests/support/factories.ts'
import { everythingIn } from '#tests/support/everything.ts'
import { anna, carla, odd, ownBot, siteBot, test, withTelegram } from '#tests/support/telegram.ts'
import { walk } from '#tests/support/walk-wizard.ts'
import { anInstructor, errorsAt } from '#tests/support/workspace.ts'
import type { FakeTelegram } from '#tests/fakes/telegram/telegram.ts'
import { onDay } from '#tests/support/times.ts'
import { endLogins, keepHeard } from '#core/telegram/steps/keep-chat.ts'

/** A proven vendor with a session, and the browser of its owner. */
async function aStudio(site: Deps, columns: Parameters<typeof aClass>[1] = {}) {
  const { db } = site
  const vendor = await aVendor(db, { verified: true })
  const session = await aSession(db, { class: await aClass(db, { vendor, ...columns }) })
  const app = await appFor(site)
  const owner = app.visitor()
  await signInAs(site, owner, vendor.userId)
  return { vendor, session, app, owner, visitor: app.visitor() }
}

/** Where “Continue with Telegram” on a page leads; null: there is no such button. */
async function buttonOn(visitor: Visitor, path: string): Promise<string | null> {
  return linkIn(await (await visitor.get(path)).text())
}

const linkIn = (page: string) =>
  /href="(\/telegram\/login[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? null

async function press(visitor: Visitor, path: string): Promise<string> {
  const link = await buttonOn(visitor, path)
  if (link === null) throw new Error('The page has no button for Telegram.')
  return locationOf(await visitor.get(link))
}

/** What the browser does with an address of ours: opens the page, and presses the button that a script presses. */
async function comeBack(visitor: Visitor, to: string): Promise<Response> {
  const { pathname, search } = new URL(to, 'http://localhost:3000')
  expect((await visitor.get(pathname + search)).status).toBe(200)
  return visitor.post(pathname + search)
}

async function logIn(fake: FakeTelegram, visitor: Visitor, session: ASession, person = carla) {
  return comeBack(visitor, await fake.agree(await press(visitor, classPath(session)), person.id))
}

/** The link to a bot on a page, and the code in it. */
async function codeOn(visitor: Visitor, path: string): Promise<string> {
  const page = await (await visitor.get(path)).text()
  const code = /\/t\.me\/\w+\?start=([\w-]{1,64})"/.exec(page)?.[1]
  if (code === undefined) throw new Error('The page has no link to a bot.')
  return code
}

/** The number that the page of a login shows. */
async function numberOn(visitor: Visitor): Promise<string> {
  const page = await (await visitor.get('/telegram/login')).text()
  return /<strong[^>]*>(\d\d)<\/strong>/.exec(page)?.[1] ?? ''
}

const saidTo = (fake: FakeTelegram, person: { id: number }, bot = siteBot) =>
  fake.chat(bot.username, person.id).said.filter(({ by }) => by === 'bot')

test('a customer logs in with Telegram, books, and hears of it in the chat', async ({
  db,
  site,
  fake,
  worker,
  mails,
}) => {
  const { session, visitor, vendor } = await aStudio(site)
  const back = await logIn(fake, visitor, session)
  expect(back.status).toBe(303)
  expect(locationOf(back)).toMatch(/^\/book\/class\/.*#book$/)
  const page = await readPage(await visitor.get(classPath(session)))
  for (const words of ['Carla Weber', '@carla_w', 'Switch account']) expect(page).toContain(words)
  expect(page).not.toContain('Phone or email')
  // The browser knows it longer than we know a chat that nothing has come of.
  await sql`update telegram_chats set seen_at = now() - interval '8 days'`.execute(db)
  expect(await forgetOld(db)).toBe(1)

  const booked = await bookBy(visitor, session, { name: 'Carla Weber', contact: 'telegram' })
  expect(noticeOf(booked)).toMatchObject({
    title: '🎉 Booking Confirmed!',
    text: expect.stringContaining("You'll receive a confirmation on Telegram shortly."),
  })
  expect(
    await db
      .selectFrom('purchases as g')
      .innerJoin('contactAddresses as a', 'a.id', 'g.addressId')
      .select(['g.customerName', 'g.customerEmail', 'g.bookingMethod', 'g.customerTelegramName'])
      .select(['a.kind', 'a.value', 'a.typed'])
      .execute(),
  ).toEqual([
    {
      customerName: 'Carla Weber',
      customerEmail: null,
      bookingMethod: 'telegram',
      customerTelegramName: '@carla_w',
      kind: 'telegram',
      value: String(carla.id),
      typed: '@carla_w',
    },
  ])
  await worker.work()
  expect(saidTo(fake, carla).map(({ text }) => text)).toEqual([
    expect.stringContaining('/booking/'),
  ])
  expect(mails.mails.map(({ to }) => to)).toEqual([vendor.email])
  // The same person is the same contact, and the same form the same purchase.
  const again = await bookBy(visitor, session, { name: 'Carla Weber', contact: 'telegram' })
  expect(noticeOf(again)?.title).toBe('You have already booked this session as Carla Weber.')
  expect(await db.selectFrom('contacts').select('id').execute()).toHaveLength(1)
})

test('a bundle is bought with Telegram', async ({ db, site, fake }) => {
  const { session, visitor } = await aStudio(site)
  const bundle = await aBundle(db, { class: session.class, sessionCount: 2 })
  const later = await aSession(db, { class: session.class })
  await logIn(fake, visitor, session)
  const sold = await visitor.post(classPath(session), {
    bundleId: bundle.id,
    sessionId: [session.id, later.id],
    first: session.id,
    seen: seenText({ priceMinor: bundle.priceMinor }),
    name: 'Carla Weber',
    contact: 'telegram',
  })
  expect(sold.status).toBe(303)
  expect(noticeOf(sold)?.text).toContain('on Telegram shortly')
  expect(
    await db.selectFrom('purchases').select(['bookingMethod', 'customerTelegram']).execute(),
  ).toEqual([{ bookingMethod: 'telegram', customerTelegram: `700000100:${carla.id}` }])
})

test('a court is booked with Telegram: what was chosen is kept on the way, and the phone is a note', async ({
  db,
  site,
  fake,
  worker,
}) => {
  const extras = [{ name: 'Rackets', priceMinor: 1000, per: 'slot' }] as const
  const court = await aFacility(db, {
    vendor: await aVendor(db, { verified: true }),
    extras: [...extras],
    asksGender: true,
  })
  const slot = await aSession(db, { class: court, startsAt: onDay(3) })
  const visitor = (await appFor(site)).visitor()
  const begun = await walk(visitor, `/book-slot/${slot.id}`)
  const [rackets] = court.extras
  const chosen = { slot: slot.id, people: '3', extra: rackets?.id ?? '' }
  const login = await begun.send('select', chosen)
  const link = linkIn(await login.text())
  if (link === null) throw new Error('The step has no button for Telegram.')
  const back = await comeBack(
    visitor,
    await fake.agree(locationOf(await visitor.get(link)), carla.id),
  )

  const wizard = await walk(visitor, locationOf(back).replace('#book', ''))
  expect(wizard.form()).toMatchObject({ step: 'login', ...chosen })
  const shown = await wizard.read()
  for (const words of ['Carla Weber', '@carla_w', 'Switch account']) expect(shown).toContain(words)
  await wizard.send('signUp')
  expect(wizard.form()).toMatchObject({
    step: 'details',
    contact: 'telegram',
    firstName: 'Carla',
    lastName: 'Weber',
    phone: '',
  })
  await wizard.send('details', { gender: 'female', countryCode: '+49', phone: '0170 1234567' })
  for (const words of ['@carla_w', '+49 170 1234567', '3 people', 'Rackets'])
    expect(await wizard.read()).toContain(words)
  const last = wizard.form()
  const booked = await wizard.send('confirm')
  expect(noticeOf(booked)?.text).toContain('on Telegram shortly')
  const purchase = () =>
    db
      .selectFrom('purchases as g')
      .innerJoin('contactAddresses as a', 'a.id', 'g.addressId')
      .innerJoin('bookings as b', 'b.purchaseId', 'g.id')
      .select(['g.customerName', 'g.customerEmail', 'g.customerPhone', 'g.customerTelegramName'])
      .select(['g.bookingMethod', 'a.value', 'b.people', 'b.priceMinor'])
      .execute()
  expect(await purchase()).toEqual([
    {
      customerName: 'Carla Weber',
      customerEmail: null,
      customerPhone: '+491701234567',
      customerTelegramName: '@carla_w',
      bookingMethod: 'telegram',
      value: String(carla.id),
      people: 3,
      priceMinor: 1000,
    },
  ])
  await worker.work()
  expect(saidTo(fake, carla).map(({ text }) => text)).toEqual([
    expect.stringContaining('/booking/'),
  ])

  // The last form again, also with another phone, and after “Switch account”.
  const again = await visitor.post(`/book-slot/${slot.id}`, {
    ...last,
    intent: 'confirm',
    phone: '0170 7654321',
  })
  expect(await readPage(again)).toContain('You have already booked this session as Carla Weber.')
  await visitor.post(`/telegram/switch?vendor=${court.vendor.id}`)
  const refused = await visitor.post(`/book-slot/${slot.id}`, { ...last, intent: 'confirm' })
  expect(refused.status).toBe(409)
  const said = await readPage(refused)
  for (const words of ['Authentication Failed', 'Who is booking?', 'Continue with Telegram'])
    expect(said).toContain(words)
  expect(await purchase()).toHaveLength(1)
})

test('“Switch account” forgets who is logged in, and nobody books for them any more', async ({
  db,
  site,
  fake,
}) => {
  const { session, visitor, vendor } = await aStudio(site)
  await logIn(fake, visitor, session)
  const to = `/telegram/switch?vendor=${vendor.id}&to=${encodeURIComponent(classPath(session))}`
  const gone = await visitor.post(to)
  expect([gone.status, locationOf(gone)]).toEqual([303, classPath(session)])
  expect(await readPage(await visitor.get(classPath(session)))).toContain('Continue with Telegram')
  const refused = await bookBy(visitor, session, { name: 'Carla Weber', contact: 'telegram' })
  expect(refused.status).toBe(409)
  expect(await readPage(refused)).toContain('Authentication Failed')
  expect(await db.selectFrom('purchases').select('id').execute()).toEqual([])
  // Another site cannot lead anywhere with it.
  const away = await visitor.post(`/telegram/switch?vendor=${vendor.id}&to=https://evil.example/`)
  expect(locationOf(away)).toBe('/')
})

test.for([
  ['wrong_nonce', 'Telegram’s response was not valid. Please try again.'],
  ['used_code', 'Telegram’s response was not valid. Please try again.'],
  ['other_key', 'Telegram’s response was not valid. Please try again.'],
  ['no_id', 'Telegram’s response was not valid. Please try again.'],
] as const)(
  'a login that Telegram spoils (%s) is refused',
  async ([fault, text], { site, fake }) => {
    const { session, visitor } = await aStudio(site)
    const to = await fake.agree(await press(visitor, classPath(session)), carla.id, fault)
    const back = await comeBack(visitor, to)
    expect(noticeOf(back)).toEqual({ tone: 'bad', title: 'Authentication Failed', text })
    expect(locationOf(back)).toContain('/book/class/')
    expect(await buttonOn(visitor, classPath(session))).not.toBeNull()
  },
)

test.for([
  { isNumericAudience: true },
  { echoesNonce: true },
  { takesBasic: false, takesBody: true },
  { algorithm: 'ES256' },
  { algorithm: 'EdDSA' },
  { algorithm: 'ES256K' },
] as const)('a login counts also if Telegram sends it so: %o', async (habit, { site, fake }) => {
  const { session, visitor } = await aStudio(site)
  Object.assign(fake.loginHabits, habit)
  expect(noticeOf(await logIn(fake, visitor, session))).toBeNull()
  expect(await readPage(await visitor.get(classPath(session)))).toContain('@carla_w')
})

test('a login is cancelled, used twice, or brought by another browser', async ({ site, fake }) => {
  const { session, visitor, app } = await aStudio(site)
  const cancelled = await comeBack(
    visitor,
    await fake.deny(await press(visitor, classPath(session))),
  )
  expect(noticeOf(cancelled)?.text).toBe('You cancelled the login at Telegram.')
  const to = await fake.agree(await press(visitor, classPath(session)), carla.id)
  const { pathname, search } = new URL(to)
  const other = app.visitor()
  expect((await other.get(pathname + search)).status).toBe(410)
  expect(noticeOf(await other.post(pathname + search))?.title).toBe('Authentication Failed')
  expect(noticeOf(await comeBack(visitor, to))).toBeNull()
  expect(noticeOf(await visitor.post(pathname + search))?.title).toBe('Authentication Failed')
})

test('a login by the chat: the person confirms it there, and it counts once, in the browser that began it', async ({
  site,
  fake,
  worker,
}) => {
  const { session, visitor, app, vendor } = await aStudio(site)
  const begin = `/telegram/login?vendor=${vendor.id}&chat=1&to=${encodeURIComponent(classPath(session))}`
  const page = locationOf(await visitor.get(begin))
  const code = await codeOn(visitor, page)
  await fake.start(siteBot.username, carla.id, code)
  await worker.work()
  // Who only presses Start has not agreed to anything.
  expect(locationOf(await visitor.post('/telegram/login'))).toBe('/telegram/login')
  const number = await numberOn(visitor)
  const offered =
    saidTo(fake, carla)
      .at(-1)
      ?.buttons[0]?.map(({ text }) => text) ?? []
  expect([offered.length, offered.includes(number)]).toEqual([3, true])
  await fake.tap(siteBot.username, carla.id, number)
  // Somebody else has the code, too.
  await fake.start(siteBot.username, odd.id, code)
  await worker.work()
  await fake.tap(siteBot.username, odd.id, number)
  await worker.work()
  expect(fake.chat(siteBot.username, odd.id).notices.at(-1)).toContain('has expired')
  expect(noticeOf(await app.visitor().post('/telegram/login'))?.title).toBe('Authentication Failed')
  const cookies = visitor.cookies.headerFor(new URL('http://localhost:3000/'))
  const done = await visitor.post('/telegram/login')
  expect(locationOf(done)).toBe(classPath(session))
  expect(await readPage(await visitor.get(classPath(session)))).toContain('@carla_w')
  // What the browser had before opens nothing any more.
  const copied = await app.visitor().post('/telegram/login', {}, { cookie: cookies ?? '' })
  expect(noticeOf(copied)?.text).toContain('was already used')
})

test('a login that somebody else has begun ends with any number but theirs', async ({
  db,
  site,
  fake,
  worker,
}) => {
  const { visitor, vendor } = await aStudio(site)
  const begin = async () => {
    const page = locationOf(await visitor.get(`/telegram/login?vendor=${vendor.id}&chat=1&to=/`))
    await fake.start(siteBot.username, carla.id, await codeOn(visitor, page))
    await worker.work()
    return numberOn(visitor)
  }
  for (const wrong of ['a number', 'It wasn’t me', 'the right one first'] as const) {
    const right = await begin()
    const offered =
      saidTo(fake, carla)
        .at(-1)
        ?.buttons[0]?.map(({ text }) => text) ?? []
    const other = offered.find((one) => one !== right) ?? ''
    if (wrong === 'the right one first') {
      const data = (of: string) =>
        saidTo(fake, carla)
          .at(-1)
          ?.buttons.flat()
          .find(({ text }) => text === of)?.callback_data
      const [first = '', second = ''] = [data(right), data(other)]
      const message = saidTo(fake, carla).at(-1)?.id ?? 0
      await fake.tapData(siteBot.username, carla.id, message, first)
      await worker.work()
      await fake.tapData(siteBot.username, carla.id, message, second)
    } else await fake.tap(siteBot.username, carla.id, wrong === 'a number' ? other : wrong)
    await worker.work()
    expect(fake.chat(siteBot.username, carla.id).notices.at(-1)).toContain('was stopped')
    expect(noticeOf(await visitor.post('/telegram/login'))?.title).toBe('Authentication Failed')
  }
  // Buttons that nobody was shown leave no rows.
  const codes = () => db.selectFrom('telegramCodes').select('digest').execute()
  const before = (await codes()).length
  const message = saidTo(fake, carla).at(-1)?.id ?? 0
  for (let nth = 0; nth < 60; nth += 1)
    for (const number of ['', ' 7', ' 0'])
      await fake.tapData(
        siteBot.username,
        carla.id,
        message,
        `login ${digestOf(1, `made up ${nth}`)}${number}`,
      )
  await worker.work()
  expect((await codes()).length - before).toBeLessThan(20)
})

test.for(['“Switch account”', '/logout', 'blocking the bot'] as const)(
  '%s ends the logins of this person in all browsers; news keep their channel',
  async (how, { db, site, fake, worker }) => {
    const { session, visitor, app, vendor } = await aStudio(site)
    await fake.start(siteBot.username, carla.id)
    await logIn(fake, visitor, session)
    await bookBy(visitor, session, { name: 'Carla Weber', contact: 'telegram' })
    const copy = app.visitor()
    const cookies = visitor.cookies.headerFor(new URL('http://localhost:3000/')) ?? ''
    const asCopy = { cookie: cookies }
    const path = classPath(session)
    expect(await readPage(await copy.get(path, asCopy))).toContain('@carla_w')
    if (how === '/logout') await fake.write(siteBot.username, carla.id, '/logout')
    else if (how === 'blocking the bot') {
      await fake.block(siteBot.username, carla.id)
      await fake.block(siteBot.username, carla.id, false)
    } else await visitor.post(`/telegram/switch?vendor=${vendor.id}&to=/`)
    await worker.work()
    expect(await readPage(await copy.get(path, asCopy))).not.toContain('@carla_w')
    expect(locationOf(await copy.get('/telegram/picture?bot=700000100', asCopy))).toMatch(/avatars/)
    const { rows } = await sql<{ to: string[] }>`
      select customer_addresses(g) as to from purchases g`.execute(db)
    expect(rows).toEqual([{ to: [`700000100:${carla.id}`] }])
    // It is remembered for longer than the cookie lasts, and the next login counts.
    await sql`update telegram_chats set seen_at = now() - interval '8 days'`.execute(db)
    await sql`update purchases set customer_telegram = null, customer_telegram_name = null`.execute(
      db,
    )
    await forgetOld(db)
    expect(await readPage(await copy.get(path, asCopy))).not.toContain('@carla_w')
    await logIn(fake, visitor, session)
    expect(await readPage(await visitor.get(path))).toContain('@carla_w')
  },
)

test('who controls a bot cannot log in at another one as somebody who uses theirs', async ({
  site,
  fake,
  worker,
}) => {
  const { owner, visitor } = await aStudio(site)
  const { session: elsewhere, vendor: other } = await aStudio(site)
  await connect(owner)
  await lookAfterBots(site)
  const begin = `/telegram/login?vendor=${other.id}&chat=1&to=${encodeURIComponent(classPath(elsewhere))}`
  const code = await codeOn(visitor, locationOf(await visitor.get(begin)))
  await fake.start(ownBot.username, carla.id)
  await worker.work()
  const message = saidTo(fake, carla, ownBot)[0]?.id ?? 0
  for (const botId of [700_000_100, 700_000_200])
    for (const number of numbersOf(site, digestOf(botId, code)).offered)
      await fake.tapData(
        ownBot.username,
        carla.id,
        message,
        `login ${digestOf(botId, code)} ${number}`,
      )
  await worker.work()
  await visitor.post('/telegram/login')
  expect(await readPage(await visitor.get(classPath(elsewhere)))).not.toContain('@carla_w')
})

test('without a bot, only the owner sees a note about Telegram', async ({ deps, fake }) => {
  const site = withTelegram(deps, fake, { hasBot: false })
  const { session, visitor, owner, vendor, app } = await aStudio(site)
  // An instructor cannot connect one either.
  const instructor = app.visitor()
  await signInAs(site, instructor, await anInstructor(site.db, vendor))
  for (const reader of [visitor, instructor])
    expect(await readPage(await reader.get(classPath(session)))).not.toContain('Telegram')
  expect(await readPage(await visitor.get('/my-spots'))).not.toContain('Telegram')
  const page = await readPage(await owner.get(classPath(session)))
  expect(page).toContain('Telegram integration not configured')
  expect(page).not.toContain('Continue with Telegram')
  expect(await readPage(await owner.get('/settings/integrations'))).toContain(
    'Telegram integration not configured',
  )
})

const here = '/settings/integrations'
const connect = (owner: Visitor, more: Record<string, string> = {}) =>
  owner.post(here, { intent: 'connectTelegram', botToken: ownBot.token, login: 'link', ...more })

test('a vendor connects a bot of its own: Telegram is asked, and customers use it from then on', async ({
  db,
  site,
  fake,
}) => {
  const { owner, session, visitor, vendor } = await aStudio(site)
  for (const [botToken, words] of [
    ['', 'Enter the token of your bot.'],
    ['hello', 'Telegram doesn’t know this token.'],
    ['123456789:this-token-is-nobodys-at-all-0123456', 'Telegram doesn’t know this token.'],
    [siteBot.token, 'This bot belongs to someone else'],
  ] as const) {
    const refused = await connect(owner, { botToken })
    const html = await refused.text()
    expect([botToken, errorsAt(html, 'botToken')]).toEqual([
      botToken,
      expect.stringContaining(words.slice(0, 20)),
    ])
    if (botToken.length > 8) expect(html).not.toContain(botToken)
  }
  expect(noticeOf(await connect(owner))).toEqual({
    tone: 'good',
    title: 'Saved',
    text: '@studio_vera_bot is connected.',
  })
  await lookAfterBots(site)
  const page = await readPage(await owner.get(here))
  expect(page).toContain('Your customers use your bot, @studio_vera_bot.')
  expect(page).toContain('Telegram accepts the bot.')
  // Nobody reads what customers write to it, so it is no way to ask.
  expect((await findShopfront(site, vendor.id)).contactTelegram).toBeNull()
  const profile = await (await visitor.get(`/${vendor.username}`)).text()
  expect(profile).not.toContain('t.me/studio_vera_bot')
  const link = locationOf(await visitor.get((await buttonOn(visitor, classPath(session))) ?? ''))
  expect(await (await visitor.get(link)).text()).toContain('/t.me/studio_vera_bot?start=')
  // Another vendor cannot take it.
  const other = await aStudio(site)
  expect(errorsAt(await (await connect(other.owner)).text(), 'botToken')).toContain(
    'belongs to someone else',
  )
  expect((await other.owner.get(here)).status).toBe(200)
  const stored = await db.selectFrom('telegramBots').select(['vendorId', 'sealedToken']).execute()
  expect(stored.filter(({ vendorId }) => vendorId === vendor.id)).toHaveLength(1)
  // Telegram rejects its token.
  const refuse = (problem: 'unauthorized' | null) =>
    db.updateTable('telegramBots').set({ problem }).where('vendorId', '=', vendor.id).execute()
  await refuse('unauthorized')
  for (const to of ['/dashboard', here])
    expect(await readPage(await owner.get(to))).toContain('Messages go by email')
  await refuse(null)
  expect(await readPage(await owner.get('/dashboard'))).not.toContain('Messages go by email')
  await owner.post(here, { intent: 'disconnectTelegram' })
  expect(await readPage(await owner.get(here))).toContain('this site’s bot, @site_test_bot')
  expect(fake.asked).toContain('getMe')
})

test('a login that Telegram does not accept shows its owner the steps to set it right', async ({
  db,
  site,
  fake,
}) => {
  const { owner, session, visitor, app } = await aStudio(site)
  const missing = await connect(owner, { login: 'openid' })
  expect(errorsAt(await missing.text(), 'loginSecret')).toBe('Enter the client secret.')
  await connect(owner, { login: 'openid', loginSecret: 'not the secret' })
  const back = await logIn(fake, visitor, session)
  expect(noticeOf(back)?.title).toBe('Authentication Failed')
  // A look at the bot does not show whether its login works.
  await db.updateTable('telegramBots').set({ checkedAt: null }).execute()
  await lookAfterBots(site)
  const page = await readPage(await owner.get(classPath(session)))
  expect(page).toContain('Telegram Bot Configuration Error')
  expect(page).toContain('http://localhost:3000/telegram/login')
  expect(await readPage(await visitor.get(classPath(session)))).not.toContain('Configuration Error')
  // Customers are not sent there again.
  expect(await buttonOn(visitor, classPath(session))).toContain('chat=while_broken')
  expect(await buttonOn(owner, classPath(session))).not.toContain('chat=')
  await connect(owner, { login: 'openid', loginSecret: ownBot.loginSecret })
  await logIn(fake, visitor, session)
  expect(await readPage(await visitor.get(classPath(session)))).toContain('@carla_w')
  // It fails for a while, and works again without anybody of the vendor: a customer tries it, one in an hour.
  const breaks = () =>
    db
      .updateTable('telegramBots')
      .set({ problem: 'login' })
      .where('vendorId', 'is not', null)
      .execute()
  const problems = async () =>
    (
      await db
        .selectFrom('telegramBots')
        .where('vendorId', 'is not', null)
        .select('problem')
        .execute()
    ).map(({ problem }) => problem)
  await breaks()
  await logIn(fake, app.visitor(), session)
  expect(await problems()).toEqual([null])
  await breaks()
  expect(await press(app.visitor(), classPath(session))).toBe('/telegram/login')
  expect(await problems()).toEqual(['login'])
  // Who has no email and no phone gets the links from the bot at which this browser has logged in.
  expect(await (await visitor.get('/my-spots')).text()).toContain(
    `t.me/${ownBot.username}?start=spots`,
  )
  // What is wrong with the site's bot is nothing that a vendor can set right.
  await owner.post(here, { intent: 'disconnectTelegram' })
  await db.updateTable('telegramBots').set({ problem: 'login' }).execute()
  expect(await readPage(await owner.get(classPath(session)))).not.toContain('Configuration Error')
  const settings = await readPage(await owner.get(here))
  expect(settings).toContain('Something is wrong with this site’s bot.')
  expect(settings).not.toContain('Check the client secret')
})

async function aConnectedOwner(site: Deps, fake: FakeTelegram, worker: { work(): Promise<void> }) {
  const studio = await aStudio(site, { confirmationMode: 'manual' })
  await fake.start(siteBot.username, anna.id, await codeOn(studio.owner, here))
  await worker.work()
  return studio
}

test('a request is confirmed by its button in the vendor’s chat: once, only by its reader, whether there or on the page first', async ({
  db,
  site,
  fake,
  worker,
}) => {
  const { session, visitor, owner, vendor } = await aConnectedOwner(site, fake, worker)
  expect(saidTo(fake, anna)[0]?.text).toContain('Connected. Messages for Studio Vera')
  expect(await readPage(await owner.get(here))).toContain('Your messages go to @anna_b')
  const statuses = async () =>
    (await db.selectFrom('bookings').orderBy('bookedAt').select('status').execute()).map(
      ({ status }) => status,
    )
  await bookBy(visitor, session)
  await worker.work()
  const asked = saidTo(fake, anna).at(-1)
  expect(asked?.buttons.flat().map(({ text }) => text)).toEqual(['Confirm', 'Reject'])
  const data = asked?.buttons.flat()[0]?.callback_data ?? ''
  // Somebody else has got hold of the button.
  await fake.start(siteBot.username, carla.id)
  await fake.tapData(siteBot.username, carla.id, asked?.id ?? 0, data)
  await worker.work()
  expect(await statuses()).toEqual(['pending'])
  expect(fake.chat(siteBot.username, carla.id).notices.at(-1)).toBe('This button isn’t for you.')
  // The owner has given up the chat.
  const chatOfOwner = (telegram: string | null) =>
    db.updateTable('vendorMembers').set({ telegram }).execute()
  await chatOfOwner(null)
  await fake.tap(siteBot.username, anna.id, 'Confirm')
  await worker.work()
  expect(await statuses()).toEqual(['pending'])
  await chatOfOwner(`700000100:${anna.id}`)
  await fake.tap(siteBot.username, anna.id, 'Confirm')
  await worker.work()
  expect(await statuses()).toEqual(['confirmed'])
  expect(asked?.buttons.flat().map(({ text }) => text)).toEqual(['Confirmed'])
  // The same press again changes nothing, nor does the other button.
  await fake.tapData(siteBot.username, anna.id, asked?.id ?? 0, data)
  await fake.tapData(siteBot.username, anna.id, asked?.id ?? 0, data.replace('yes', 'no'))
  await worker.work()
  expect(await statuses()).toEqual(['confirmed'])
  expect(fake.chat(siteBot.username, anna.id).notices.at(-1)).toContain('is no longer waiting')

  // Answered on the page first.
  await bookBy(visitor, session, { name: 'Dora', contact: 'dora@example.com' })
  await worker.work()
  const { id: spot } = await db
    .selectFrom('bookings')
    .where('status', '=', 'pending')
    .select('id')
    .executeTakeFirstOrThrow()
  await rejectRequest(db, { vendorId: vendor.id, bookingIds: [spot] })
  expect((await statuses()).toSorted()).toEqual(['confirmed', 'rejected'])
  await fake.tap(siteBot.username, anna.id, 'Confirm')
  await worker.work()
  expect((await statuses()).toSorted()).toEqual(['confirmed', 'rejected'])
})

test('updates that come twice, in another order or again count once', async ({
  db,
  site,
  fake,
  worker,
}) => {
  const { session, visitor } = await aConnectedOwner(site, fake, worker)
  await bookBy(visitor, session)
  await worker.work()
  const data = saidTo(fake, anna).at(-1)?.buttons.flat() ?? []
  const message = saidTo(fake, anna).at(-1)?.id ?? 0
  fake.mischief.twice = true
  fake.mischief.reversed = true
  await fake.tapData(siteBot.username, anna.id, message, data[1]?.callback_data ?? '')
  await fake.tapData(siteBot.username, anna.id, message, data[1]?.callback_data ?? '')
  await worker.work()
  await worker.work()
  expect(await db.selectFrom('bookings').select('status').execute()).toEqual([
    { status: 'rejected' },
  ])
  const answers = fake.chat(siteBot.username, anna.id).notices
  expect(answers.filter((text) => text === 'Rejected')).toHaveLength(1)
  expect(answers).toHaveLength(2)
})

test('a webhook hears only what Telegram sends, once', async ({ deps, fake, db }) => {
  const origin = 'https://book.example.com'
  const site = withTelegram(deps, fake, { origin })
  await lookAfterBots(site)
  const url = `${origin}/telegram/hook/700000100`
  expect(fake.webhookOf(siteBot.username)).toMatchObject({ url })
  // Telegram names its last error for long after it is over.
  const hook = fake.webhookOf(siteBot.username)
  for (const [minutesAgo, problem] of [
    [60, null],
    [1, 'webhook'],
  ] as const) {
    if (hook)
      Object.assign(hook, {
        lastError: 'Connection timed out',
        lastErrorAt: Date.now() - minutesAgo * 60_000,
      })
    await db.updateTable('telegramBots').set({ checkedAt: null }).execute()
    await lookAfterBots(site)
    expect(await db.selectFrom('telegramBots').select('problem').execute()).toEqual([{ problem }])
  }
  const app = await appFor(site)
  const update = {
    update_id: 5,
    message: {
      message_id: 1,
      date: 1,
      chat: { id: carla.id, type: 'private' },
      from: { id: carla.id, is_bot: false, first_name: 'Carla' },
      text: '/start',
    },
  }
  const send = (body: unknown, secret: string) =>
    app.request('/telegram/hook/700000100', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-telegram-bot-api-secret-token': secret,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const secret = webhookSecret(site, 700_000_100)
  // The bot of a vendor who has disconnected it.
  const unknown = await app.request('/telegram/hook/700000200', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': webhookSecret(site, 700_000_200),
    },
    body: JSON.stringify(update),
  })
  expect(unknown.status).toBe(200)
  expect((await send(update, 'wrong')).status).toBe(401)
  expect((await send(update, webhookSecret(site, 700_000_200))).status).toBe(401)
  expect((await send('no json', secret)).status).toBe(400)
  // Telegram adds kinds of updates, and would send for a day what is not answered well.
  expect((await send({ update_id: 6, message: { story: true } }, secret)).status).toBe(200)
  expect((await send(update, secret)).status).toBe(200)
  expect((await send(update, secret)).status).toBe(200)
  const { rows } = await sql`
    select 1 from graphile_worker.jobs where task_identifier = 'telegram_heard'`.execute(db)
  expect(rows).toHaveLength(1)
})

test('the bot of a closed account hears nothing until the account is taken back', async ({
  db,
  deps,
  site,
  fake,
}) => {
  const { owner, vendor } = await aStudio(site)
  await connect(owner)
  const called = withTelegram(deps, fake, { origin: 'https://book.example.com' })
  const close = (closedAt: Date | null) =>
    db.updateTable('vendors').set({ closedAt }).where('id', '=', vendor.id).execute()
  const isCalled = () => fake.webhookOf(ownBot.username) !== null
  // Where Telegram calls us.
  await lookAfterBots(called)
  expect(isCalled()).toBe(true)
  await close(new Date())
  await lookAfterBots(called)
  expect(isCalled()).toBe(false)
  await lookAfterBots(called)
  expect(isCalled()).toBe(false)
  await close(null)
  await lookAfterBots(called)
  expect(isCalled()).toBe(true)
  // Where we ask.
  await lookAfterBots(site)
  await close(new Date())
  await fake.start(ownBot.username, carla.id)
  expect(await pollBots(site, 0)).toBe(0)
  await close(null)
  expect(await pollBots(site, 0)).toBe(1)
})

test('a customer connects Telegram from the page of a booking; the code counts once and for this booking', async ({
  db,
  site,
  fake,
  worker,
  mails,
}) => {
  const { session, visitor } = await aStudio(site)
  const { purchaseId, reference } = await aBooking(db, {
    session,
    customer: { email: 'carla@x.test' },
  })
  const path = manageUrl(site, { purchaseId, reference, tokenRotation: 0 }).replace(site.origin, '')
  const code = await codeOn(visitor, path)
  const [later = '', third = ''] = [1000, 2000].map((ms) =>
    newCode(site, {
      kind: 'purchase',
      botId: 700_000_100,
      subject: purchaseId,
      at: new Date(Date.now() + ms),
    }),
  )
  const addresses = () => db.selectFrom('contactAddresses').select(['kind', 'value']).execute()
  const before = await addresses()
  // The vendor has renewed the link: the codes of its page go with it.
  const renew = (tokenRotation: number) =>
    db.updateTable('purchases').set({ tokenRotation }).execute()
  await renew(1)
  await fake.start(siteBot.username, anna.id, later)
  await worker.work()
  expect(saidTo(fake, anna).at(-1)?.text).toContain('has expired')
  await renew(0)
  await fake.start(siteBot.username, carla.id, code)
  await worker.work()
  expect(saidTo(fake, carla).at(-1)?.text).toContain('Messages about your booking of Yoga')
  await fake.start(siteBot.username, odd.id, code)
  await fake.start(
    siteBot.username,
    odd.id,
    `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`,
  )
  await worker.work()
  expect(saidTo(fake, odd).map(({ text }) => text)).toEqual([
    'This link has already been used.',
    expect.stringContaining('has expired'),
  ])
  const page = await (await visitor.get(path)).text()
  expect(page).toContain('go to @carla_w on Telegram, and by email too.')
  // Who sees the page now, or has seen it before, cannot lead the messages away; and the customer is who it was.
  expect(page).not.toContain('?start=')
  await fake.start(siteBot.username, odd.id, third)
  await worker.work()
  expect(saidTo(fake, odd).at(-1)?.text).toContain('go to another Telegram account')
  expect(await addresses()).toEqual(before)
  // Links go to the address that was typed.
  mails.mails.length = 0
  await emit(db, 'booking.link_resent', { purchaseId })
  await worker.work()
  expect(mails.mails.map(({ to, text }) => [to, text.includes(reference)])).toEqual([
    ['carla@x.test', true],
  ])
  // The links of everything upcoming.
  await fake.write(siteBot.username, carla.id, '/spots')
  await worker.work()
  expect(saidTo(fake, carla).at(-1)?.text).toContain('/booking/')
})

test('the vendor sends the confirmation again, and hears what became of it', async ({
  db,
  site,
  fake,
  worker,
}) => {
  const { session, visitor, owner } = await aStudio(site)
  await logIn(fake, visitor, session)
  await bookBy(visitor, session, { name: 'Carla Weber', contact: 'telegram' })
  await worker.work()
  const byPhone = await aBooking(db, { session, customer: { email: null, phone: '+4930123456' } })
  const { id } = await db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .where('g.bookingMethod', '=', 'telegram')
    .select('b.id')
    .executeTakeFirstOrThrow()
  const send = async (bookingId: string | undefined) => {
    let isDone = false
    const answer = owner.post(`/dashboard/bookings/${bookingId}`, { intent: 'sendConfirmation' })
    void answer.finally(() => (isDone = true))
    while (!isDone) await worker.work()
    return noticeOf(await answer)
  }
  expect(await send(id)).toEqual({
    tone: 'good',
    title: 'Confirmation sent!',
    text: 'Carla Weber gets it on Telegram.',
  })
  expect(saidTo(fake, carla)).toHaveLength(2)
  expect((await send(byPhone.bookingIds[0]))?.title).toBe('Cannot send confirmation')
  // The bot hears nothing of it before it writes.
  fake.fail('blocked', { method: 'sendMessage' })
  expect((await send(id))?.title).toBe('Failed to send confirmation')
  expect((await send(id))?.title).toBe('Cannot send confirmation')
  const page = await readPage(await owner.get(`/dashboard/bookings/${id}`))
  expect(page).toContain('@carla_w')
  expect(page).toContain('The bot can no longer write to this chat.')
  const message = await readPage(
    await owner.get(`/dashboard/bookings/message?session=${session.id}`),
  )
  expect(message).not.toContain('gets it on Telegram')
})

test('no page or form of a booking opens a connection to Telegram', async ({
  db,
  site,
  deps,
  fake,
}) => {
  const { session, visitor, owner } = await aStudio(site, { confirmationMode: 'manual' })
  const bundle = await aBundle(db, { class: session.class, sessionCount: 2 })
  const later = await aSession(db, { class: session.class })
  await logIn(fake, visitor, session, anna)
  const calls = { count: 0 }
  const port = createServer((socket) => {
    calls.count += 1
    socket.destroy()
  })
  port.listen(0, '127.0.0.1')
  await once(port, 'listening')
  const address = port.address()
  const root = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const app = await appFor(withTelegram(deps, { root }))
  const [customer, vendor] = [visitor, owner].map((one) => {
    const browser = app.visitor()
    const cookies = one.cookies.headerFor(new URL(deps.origin)) ?? ''
    for (const pair of cookies.split('; ')) {
      const at = pair.indexOf('=')
      browser.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return browser
  })
  if (!customer || !vendor) throw new Error('nobody is there')
  const path = classPath(session)
  expect(await readPage(await customer.get(path))).toContain('@anna_b')
  const booked = await bookBy(customer, session, { name: 'Anna', contact: 'telegram' })
  expect(booked.status).toBe(303)
  const sold = await customer.post(path, {
    bundleId: bundle.id,
    sessionId: [session.id, later.id],
    first: session.id,
    seen: seenText({ priceMinor: bundle.priceMinor }),
    name: 'Anna',
    contact: 'telegram',
  })
  expect(sold.status).toBe(303)
  const manage = locationOf(booked)
  expect(await readPage(await customer.get(manage))).toContain('go to @anna_b on Telegram')
  const [{ id } = { id: '' }] = await db.selectFrom('bookings').select('id').execute()
  const confirmed = await vendor.post('/dashboard/bookings', { intent: 'confirm', bookingId: id })
  expect(noticeOf(confirmed)?.title).toContain('confirmed')
  for (const page of ['/dashboard', '/dashboard/bookings', `/dashboard/bookings/${id}`])
    expect((await vendor.get(page)).status).toBe(200)
  expect(calls.count).toBe(0)
  // What does open one.
  await customer.get('/telegram/picture?bot=700000100')
  expect(calls.count).toBeGreaterThan(0)
  port.close()
})

test('the picture comes through this server, to those who may see it; without one, a stock picture does', async ({
  db,
  site,
  fake,
}) => {
  const { session, visitor, owner, app } = await aStudio(site)
  await logIn(fake, visitor, session)
  await bookBy(visitor, session, { name: 'Carla Weber', contact: 'telegram' })
  const own = await visitor.get('/telegram/picture?bot=700000100')
  expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(locationOf(await app.visitor().get('/telegram/picture?bot=700000100'))).toMatch(/avatars/)
  const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
  expect((await owner.get(`/dashboard/bookings/${id}/face`)).status).toBe(200)
  const { owner: other } = await aStudio(site)
  expect((await other.get(`/dashboard/bookings/${id}/face`)).status).toBe(404)
  const second = app.visitor()
  await logIn(fake, second, session, odd)
  fake.fail('error', { method: 'getUserProfilePhotos' })
  expect(locationOf(await second.get('/telegram/picture?bot=700000100'))).toMatch(/avatars/)
})

test('no token, secret or code is in a page, a log line, the export or, unsealed, in the database', async ({
  db,
  site: quiet,
  fake,
  worker,
}) => {
  const lines: string[] = []
  const log = createLog(
    'trace',
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  const site = { ...quiet, log }
  const { owner, session, visitor, vendor } = await aStudio(site)
  await connect(owner, { login: 'openid', loginSecret: ownBot.loginSecret })
  await lookAfterBots(site)
  const code = await codeOn(owner, here)
  fake.fail('down', { method: 'sendMessage' })
  fake.fail('reset', { method: 'getMe' })
  await fake.start(ownBot.username, anna.id, code)
  await worker.work()
  await connect(owner)
  await connect(owner, { login: 'openid', loginSecret: ownBot.loginSecret })
  await logIn(fake, visitor, session)
  await bookBy(visitor, session, { name: 'Carla Weber', contact: 'telegram' })
  fake.removeBot(ownBot.username)
  await worker.work()
  const pages = await Promise.all(
    [here, '/settings', '/dashboard', '/dashboard/bookings', classPath(session)].map(async (path) =>
      (await owner.get(path)).text(),
    ),
  )
  const done = await exportData(
    site,
    { vendorId: vendor.id, userId: vendor.userId },
    { readme: '', language: 'en', words: { status: { completed: '' } } },
  )
  const exported = done.ok
    ? Buffer.from(await new Response(done.body).arrayBuffer())
    : Buffer.alloc(0)
  expect(exported.byteLength).toBeGreaterThan(1000)
  const stored = await everythingIn(db)
  for (const secret of [
    siteBot.token,
    ownBot.token,
    siteBot.loginSecret,
    ownBot.loginSecret,
    code,
  ]) {
    expect(stored.filter((row) => row.includes(secret))).toEqual([])
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
    if (secret !== code) expect(pages.filter((page) => page.includes(secret))).toEqual([])
    expect(exported.includes(secret)).toBe(false)
  }
})

test('a block or a “/logout” that is heard late ends no login that came after it', async ({
  db,
  site,
  fake,
}) => {
  const { session, visitor } = await aStudio(site)
  await logIn(fake, visitor, session)
  const { id: botId } = await db.selectFrom('telegramBots').select('id').executeTakeFirstOrThrow()
  const known = { botId, telegramId: carla.id, name: 'Carla', username: null }
  const now = Math.floor(Date.now() / 1000)
  const isKnown = async () =>
    (await readPage(await visitor.get(classPath(session)))).includes('@carla_w')
  await keepHeard(db, known, { at: now - 60, update: 1, isBlocked: true })
  await endLogins(db, known, now - 30)
  expect(await isKnown()).toBe(true)
  await keepHeard(db, known, { at: now + 1, update: 2, isBlocked: true })
  expect(await isKnown()).toBe(false)
})
