import { sql } from 'kysely'
import { pino } from 'pino'
import { noticeOf, readPage, signInAs, type Visitor } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aBundle, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { formIn } from '#tests/support/page-form.ts'
import {
  agreementIn,
  anInstructor,
  classFields,
  errorsAt,
  signedInVendor,
} from '#tests/support/workspace.ts'
import { listPages } from '#tests/support/routes.ts'

const profile = { fullName: 'Vera Müller', businessName: 'Calm Yoga', location: 'Bremen' }

async function open(browser: Visitor, address: string, field = 'location') {
  return formIn(await (await browser.get(address)).text(), field)
}

test('no page of the settings is open to a signed-out visitor, and those of the business not to an instructor', async ({
  deps,
  db,
}) => {
  const { app, vendor } = await signedInVendor(deps)
  const pages = (await listPages()).filter((path) => path.startsWith('/settings'))
  expect(pages).toContain('/settings/profile')
  const stranger = app.visitor()
  for (const path of pages)
    expect((await stranger.get(path)).headers.get('location')).toBe(
      `/login?redirect_to=${encodeURIComponent(path)}`,
    )
  const instructor = app.visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  for (const path of ['/settings/profile', '/settings/integrations', '/settings/api'])
    expect([path, (await instructor.get(path)).status]).toEqual([path, 404])
  expect((await instructor.get('/settings')).headers.get('location')).toBe('/settings/security')
  expect((await instructor.post('/settings/profile', profile)).status).toBe(404)
})

test('Settings and Profile in the account menu lead to /settings, and its tabs to their pages', async ({
  deps,
}) => {
  const { browser } = await signedInVendor(deps)
  const page = await (await browser.get('/dashboard')).text()
  expect([...page.matchAll(/href="\/settings"/g)].length).toBeGreaterThan(1)
  for (const [tab, path] of [
    ['integrations', '/settings/integrations'],
    ['legacy', '/settings/legacy'],
    ['api', '/settings/api'],
  ])
    expect((await browser.get(`/settings?tab=${tab}`)).headers.get('location')).toBe(path)
  expect((await browser.get('/settings?tab=profile')).status).toBe(200)
  const list = await readPage(await browser.get('/settings'))
  for (const name of ['Profile', 'Integrations', 'Legacy Setup', 'API Settings'])
    expect(list).toContain(name)
  const rules = await (await browser.get('/settings/rules')).text()
  expect(rules).toMatch(/href="\/dashboard\/settings"[^>]*>Confirmation by class/)
  expect(list).toContain('Back to dashboard')
})

test.for(['/settings', '/settings/profile', '/dashboard/profile'])(
  'the profile is saved at %s, and the public page shows it',
  async (address, { deps, db }) => {
    const { app, vendor, browser } = await signedInVendor(deps)
    const other = await aVendor(db)
    const about = { description: 'Line one\r\nLine two', experienceYears: '12' }
    const form = { ...(await open(browser, address)), ...profile, ...about }
    const saved = await browser.post(address, form)
    expect(saved.headers.get('location')).toBe(address)
    expect(noticeOf(saved)).toMatchObject({ title: 'Profile updated' })
    const page = await readPage(await app.visitor().get(`/${vendor.username}`))
    for (const text of Object.values(profile)) expect(page).toContain(text)
    expect(page).toContain('Line one Line two')
    expect(page).toContain('12+ Years Experience')
    const user = await db
      .selectFrom('users')
      .where('id', '=', vendor.userId)
      .select('name')
      .executeTakeFirstOrThrow()
    expect(user.name).toBe('Vera Müller')
    expect(await readPage(await app.visitor().get(`/${other.username}`))).toContain('Studio Vera')
  },
)

test('a profile without its names is refused at the fields', async ({ deps }) => {
  const { browser } = await signedInVendor(deps)
  const refused = await browser.post('/settings/profile', { ...profile, location: ' ' })
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(errorsAt(html, 'location')).toBe('Please fill this in.')
  expect(html).toContain('Calm Yoga')
  const link = await browser.post('/settings/profile', {
    ...profile,
    businessName: 'https://pills.example/x',
  })
  expect(link.status).toBe(400)
  const old = await browser.post('/settings/profile', { ...profile, experienceYears: '81' })
  expect(errorsAt(await old.text(), 'experienceYears')).toBe('Please enter at most 80.')
})

test('a page of the workspace that cannot be read keeps its frame, and is named', async ({
  deps,
  db,
}) => {
  const { browser, vendor } = await signedInVendor({ ...deps, log: pino({ level: 'silent' }) })
  const { id } = await aClass(db, { vendor })
  await sql`alter table class_sessions rename to gone`.execute(db)
  const unread = {
    '/dashboard': 'Overview',
    '/dashboard/bookings': 'Bookings',
    [`/dashboard/classes/${id}`]: 'Classes',
  }
  for (const [path, name] of Object.entries(unread)) {
    const answer = await browser.get(path)
    expect(answer.status).toBe(500)
    const html = await answer.text()
    expect(html).toContain(`Could not load “${name}”`)
    expect(html).toContain(`href="${path}"`)
    expect(html).toContain('href="/dashboard/calendar"')
    expect(html).not.toContain('Return to Home')
  }
  await sql`alter table gone rename to class_sessions`.execute(db)
})

test('settings whose profile cannot be read say so and lead to the sign-in', async ({
  deps,
  db,
}) => {
  const log = pino({ level: 'silent' })
  const { browser } = await signedInVendor({ ...deps, log })
  await sql`alter table vendor_members rename to gone`.execute(db)
  const unread = await browser.get('/settings')
  expect(unread.status).toBe(500)
  const page = await readPage(unread)
  expect(page).toContain('Unable to load profile data')
  expect(page).toContain('Failed to load profile data')
  expect(page).toContain('Return to Login')
})

test('the username of a bot is saved, opened by the Message button, and removed', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const address = '/settings/integrations'
  const page = await readPage(await browser.get(address))
  expect(page).toContain('Telegram integration not configured')
  expect(page).toContain('Not configured')
  const empty = await browser.post(address, await open(browser, address, 'telegramBotUsername'))
  expect(empty.status).toBe(400)
  expect(errorsAt(await empty.text(), 'telegramBotUsername')).toBe('Please fill this in.')
  const saved = await browser.post(address, {
    ...(await open(browser, address, 'telegramBotUsername')),
    telegramBotUsername: '@Vera_Yoga_bot',
  })
  expect(noticeOf(saved)).toMatchObject({ title: 'Saved' })
  const shown = async () => (await app.visitor().get(`/${vendor.username}`)).text()
  expect(await shown()).toContain('https://t.me/Vera_Yoga_bot')
  // Both pages say which of the two names customers write to.
  const said = async (path: string) => readPage(await browser.get(path))
  expect(await said(address)).toContain('The Message button on your page opens this bot.')
  expect(await said('/dashboard/settings/page')).toContain('opens your bot, @Vera_Yoga_bot.')
  await db.updateTable('vendors').set({ contactTelegram: 'vera_m' }).execute()
  expect(await shown()).toContain('https://t.me/vera_m')
  expect(await said(address)).toContain('opens your Telegram username, @vera_m, not the bot.')
  await browser.post(address, { intent: 'remove' })
  await db.updateTable('vendors').set({ contactTelegram: null }).execute()
  expect(await shown()).not.toContain('https://t.me/')
})

test('a bot that cannot be saved says "Save failed"', async ({ deps, db }) => {
  const log = pino({ level: 'silent' })
  const { browser } = await signedInVendor({ ...deps, log })
  const address = '/settings/integrations'
  const form = await open(browser, address, 'telegramBotUsername')
  await sql`alter table vendors add constraint broken check (false) not valid`.execute(db)
  const answer = await browser.post(address, { ...form, telegramBotUsername: 'vera_bot' })
  expect(answer.status).toBe(500)
  const page = await readPage(answer)
  expect(page).toContain('Save failed')
  expect(page).toContain('Failed to save Telegram bot settings')
})

test('a member chooses which email notifications to get', async ({ deps, db }) => {
  const { browser } = await signedInVendor(deps)
  const address = '/settings/notifications'
  const first = await open(browser, address, 'booked')
  expect(first).toMatchObject({ booked: 'on', requested: 'on', cancelled: 'on', moved: 'on' })
  delete first['booked']
  expect(noticeOf(await browser.post(address, first))).toMatchObject({ title: 'Saved' })
  const { mutedNews } = await db.selectFrom('vendors').select('mutedNews').executeTakeFirstOrThrow()
  expect(mutedNews).toEqual(['booked'])
  expect(await open(browser, address, 'booked')).not.toHaveProperty('booked')
})

test('the hour of the email of the day is chosen on the clock of the zone, or the email is switched off', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const address = '/settings/notifications'
  const form = await open(browser, address, 'agendaHour')
  expect(form).toMatchObject({ agendaHour: '7' })
  expect(await readPage(await browser.get(address))).toContain('Off 05:00 06:00 07:00')
  await db.updateTable('vendors').set({ timeZone: 'America/New_York' }).execute()
  expect(await readPage(await browser.get(address))).toMatch(/Off 5:00\sAM/)
  const stored = () =>
    db
      .selectFrom('vendors as v')
      .innerJoin('vendorMembers as m', 'm.vendorId', 'v.id')
      .where('v.id', '=', vendor.id)
      .where('m.userId', '=', vendor.userId)
      .select(['v.agendaHour', 'm.wantsAgenda'])
      .executeTakeFirstOrThrow()
  await browser.post(address, { ...form, agendaHour: '11' })
  expect(await stored()).toEqual({ agendaHour: 11, wantsAgenda: true })
  await browser.post(address, {
    ...(await open(browser, address, 'agendaHour')),
    agendaHour: 'off',
  })
  const off = { agendaHour: 11, wantsAgenda: false }
  expect(await stored()).toEqual(off)
  expect(await open(browser, address, 'agendaHour')).toMatchObject({ agendaHour: 'off' })
  const other = await browser.post(address, {
    ...(await open(browser, address, 'agendaHour')),
    agendaHour: '4',
  })
  expect(other.status).toBe(400)
  expect(errorsAt(await other.text(), 'agendaHour')).not.toBe('')
  // In another tab that was opened before.
  const late = await browser.post(address, { ...form, agendaHour: '9' })
  expect(late.status).toBe(409)
  expect(await stored()).toEqual(off)
})

test('the booking rules are saved; another period of notice needs the plan, the rest does not', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const address = '/settings/rules'
  const form = await open(browser, address, 'noticeMinutes')
  expect(form).toMatchObject({ noticeMinutes: '720', maxSpotsPerBooking: '4' })
  const saved = await browser.post(address, {
    ...form,
    noticeMinutes: '2880',
    maxSpotsPerBooking: '1',
    recordNewAsPaid: 'on',
    remindsDay: '',
  })
  expect(noticeOf(saved)).toMatchObject({ title: 'Settings Updated' })
  const stored = () =>
    db
      .selectFrom('vendors')
      .where('id', '=', vendor.id)
      .select(['noticeMinutes', 'maxSpotsPerBooking', 'recordNewAsPaid'])
      .select(['remindsDay', 'remindsHours'])
      .executeTakeFirstOrThrow()
  const rules = {
    noticeMinutes: 2880,
    maxSpotsPerBooking: 1,
    recordNewAsPaid: true,
    remindsDay: false,
    remindsHours: true,
  }
  expect(await stored()).toEqual(rules)

  await db
    .updateTable('vendors')
    .set({ trialEndsAt: new Date(0) })
    .execute()
  const onFree = await open(browser, address, 'noticeMinutes')
  const refused = await browser.post(address, { ...onFree, noticeMinutes: '60' })
  expect(refused.status).toBe(409)
  expect(errorsAt(await refused.text(), 'noticeMinutes')).toContain('Professional')
  const reminding = await browser.post(address, { ...onFree, remindsDay: 'on' })
  expect(reminding.status).toBe(409)
  expect(await stored()).toEqual(rules)
  expect((await browser.post(address, { ...onFree, maxSpotsPerBooking: '2' })).status).toBe(302)
  expect(await stored()).toEqual({ ...rules, maxSpotsPerBooking: 2 })
  const wrong = await browser.post(address, { ...onFree, maxSpotsPerBooking: '5' })
  expect(wrong.status).toBe(400)
})

test('the time zone is changed after a question that says how many people will be notified', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const session = await aSession(db, { class: of, startsAt: new Date('2030-05-06T16:00:00Z') })
  await aBooking(db, { session, spots: 2 })
  const address = '/settings/business'
  const form = { ...(await open(browser, address, 'timeZone')), timeZone: 'Europe/Lisbon' }
  const asked = await browser.post(address, form)
  expect(asked.status).toBe(409)
  const html = await asked.clone().text()
  expect(await readPage(asked)).toContain('1 person (2 spots) will be notified.')
  const saved = await browser.post(address, { ...form, agreed: agreementIn(html) })
  expect(noticeOf(saved)).toEqual({
    tone: 'good',
    title: 'Time zone saved.',
    text: '1 upcoming session changed. 1 person (2 spots) will be notified.',
  })
  const { startsAt } = await db
    .selectFrom('classSessions')
    .select('startsAt')
    .executeTakeFirstOrThrow()
  expect(startsAt).toEqual(new Date('2030-05-06T17:00:00Z'))
  const wrong = await browser.post(address, { ...form, timeZone: 'Mars/Olympus' })
  expect(wrong.status).toBe(400)
})

test('the currency can be changed until the first booking; after that the page says why not', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const address = '/settings/business'
  const form = await open(browser, address, 'currency')
  const saved = await browser.post(address, { ...form, currency: 'USD' })
  expect(noticeOf(saved)).toMatchObject({ title: 'Currency saved.' })
  const stale = { ...(await open(browser, address, 'currency')), currency: 'GBP' }
  await aBooking(db, { session: await aSession(db, { class: await aClass(db, { vendor }) }) })
  const refused = await browser.post(address, stale)
  expect(refused.status).toBe(409)
  const page = await readPage(await browser.get(address))
  expect(page).toContain('so the currency can no longer be changed.')
  expect(page).not.toContain('Save currency')
  expect(
    await db.selectFrom('vendors').where('id', '=', vendor.id).select('currency').execute(),
  ).toEqual([{ currency: 'USD' }])
})

test('a price in a form that was opened before the currency changed is not read in the new one', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const ended = await aBooking(db, {
    status: 'cancelled',
    session: await aSession(db, { class: of }),
    customer: { name: 'Carla', email: 'carla@example.com' },
  })
  const bundle = await aBundle(db, { class: of })
  const bundles = `/dashboard/classes/${of.id}/bundles`
  const forms = [
    ['/dashboard/classes/new', { ...classFields(), price: '15' }],
    [`/dashboard/classes/${of.id}`, { price: '17' }],
    [`${bundles}/new`, { name: 'Five', price: '50' }],
    [`${bundles}/${bundle.id}`, { price: '51' }],
    [`/dashboard/bookings/new?session=${ended.session.id}`, { customerName: 'Hanna', price: '15' }],
  ] as const
  const opened = await Promise.all(forms.map(([address]) => open(browser, address, 'price')))
  const booking = `/dashboard/bookings/${ended.bookingIds[0]}`
  const currency = await open(browser, '/settings/business', 'currency')
  await browser.post('/settings/business', { ...currency, currency: 'JPY' })
  for (const [at, [address, typed]] of forms.entries()) {
    const refused = await browser.post(address, { ...opened[at], ...typed })
    const html = await refused.text()
    expect([address, refused.status]).toEqual([address, 409])
    expect(errorsAt(html, 'price')).toBe(
      'Your currency has changed since you opened this page. Please check the price.',
    )
    expect(formIn(html, 'price')).toMatchObject({ currency: 'JPY' })
  }
  expect(await db.selectFrom('bookings').select('id').execute()).toHaveLength(1)
  // This booking stays in euros, and so does what was paid for it.
  const form = await open(browser, booking, 'amountPaid')
  expect(form).toMatchObject({ currency: 'EUR' })
  const saved = await browser.post(booking, { ...form, paymentStatus: 'paid', amountPaid: '15,00' })
  expect(noticeOf(saved)).toMatchObject({ tone: 'good' })
  const paid = await db.selectFrom('payments').select(['amountMinor', 'currency']).execute()
  expect(paid).toEqual([{ amountMinor: 1500, currency: 'EUR' }])
})

test('the language of the emails to a vendor is its own choice', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const address = '/settings/business'
  const form = await open(browser, address, 'language')
  const saved = await browser.post(address, { ...form, language: 'ru' })
  expect(noticeOf(saved)).toMatchObject({ title: 'Language saved.' })
  const row = await db
    .selectFrom('vendors')
    .innerJoin('users', 'users.language', 'vendors.language')
    .where('vendors.id', '=', vendor.id)
    .where('users.id', '=', vendor.userId)
    .select('vendors.language')
    .executeTakeFirst()
  expect(row).toEqual({ language: 'ru' })
  expect((await browser.post(address, { ...form, language: 'fr' })).status).toBe(400)
})

test('another username is a new address, the former one leads there, and its case does not matter', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const other = await aVendor(db)
  const address = '/settings/profile'
  const form = await open(browser, address, 'username')
  expect(form).toMatchObject({ intent: 'username', username: vendor.username })
  const rename = (username: string) => browser.post(address, { ...form, username })
  const saved = await browser.post(address, { ...form, username: 'Calm-Yoga' })
  expect(noticeOf(saved)).toMatchObject({
    title: 'Profile updated',
    text: `Your page is now at ${deps.origin}/calm-yoga.`,
  })
  expect((await app.visitor().get('/calm-yoga')).status).toBe(200)
  const former = await app.visitor().get(`/${vendor.username}`)
  expect(former.headers.get('location')).toBe('/calm-yoga')

  const fresh = async (username: string) =>
    browser.post(address, { ...(await open(browser, address, 'username')), username })
  for (const [username, sentence] of [
    [other.username.toUpperCase(), 'taken'],
    ['dashboard', 'reserved'],
    ['a b', ''],
  ] as const) {
    const refused = await fresh(username)
    expect([username, refused.status >= 400]).toEqual([username, true])
    expect(errorsAt(await refused.text(), 'username')).toContain(sentence)
  }
  // A second tab that still shows the former name.
  expect((await rename('quiet-yoga')).status).toBe(409)
  for (const name of ['one-yoga', 'two-yoga', 'three-yoga'])
    expect((await fresh(name)).status).toBe(302)
  const limited = await fresh('four-yoga')
  expect(limited.status).toBe(429)
  expect((await fresh('calm-yoga')).status).toBe(302)
  expect((await app.visitor().get('/three-yoga')).headers.get('location')).toBe('/calm-yoga')
})

test('a class has a period of notice of its own, if the plan has cancellation rules', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const address = `/dashboard/classes/${own.id}`
  const page = await readPage(await browser.get(address))
  expect(page).toContain('As in your settings: until 12 hours before the start')
  const save = async (noticeMinutes: string) =>
    browser.post(address, { ...(await open(browser, address, 'noticeMinutes')), noticeMinutes })
  const stored = () =>
    db.selectFrom('classes').where('id', '=', own.id).select('noticeMinutes').executeTakeFirst()
  expect((await save('2880')).status).toBe(302)
  expect(await stored()).toEqual({ noticeMinutes: 2880 })

  await db
    .updateTable('vendors')
    .set({ trialEndsAt: new Date(0) })
    .execute()
  expect((await save('2880')).status).toBe(302)
  const refused = await save('60')
  expect(refused.status).toBe(409)
  expect(errorsAt(await refused.text(), 'noticeMinutes')).toContain('Professional')
  expect(
    (await browser.post('/dashboard/classes/new', classFields({ noticeMinutes: '60' }))).status,
  ).toBe(409)
  expect((await save('')).status).toBe(302)
  expect(await stored()).toEqual({ noticeMinutes: null })
})
