import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { pino } from 'pino'
import { openDatabase } from '#core/shared/db.ts'
import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import { password, registered, signInWith, wholeForm } from '#tests/support/accounts.ts'
import { appFor, noticeOf, readPage, type Visitor } from '#tests/support/app.ts'
import { linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { formIn } from '#tests/support/page-form.ts'
import { holdLock } from '#tests/support/race.ts'
import { springSunday } from '#tests/support/weekly-class.ts'
import { classFields, errorsAt, signedInVendor } from '#tests/support/workspace.ts'

/** The page's form that has the field; that of a booking has smaller forms beside it. */
async function open(
  browser: Visitor,
  address: string,
  field = address.startsWith('/dashboard/bookings/') ? 'notes' : 'version',
) {
  const html = await (await browser.get(address)).text()
  return formIn(html, field)
}

test('a form that was opened before a customer cancelled does not bring the booking back', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { purchaseId, bookingIds } = await aBooking(db, { session })
  const address = `/dashboard/bookings/${bookingIds[0]}`
  const stale = await open(browser, address)
  expect(await cancelByCustomer(db, linkTo(purchaseId), bookingIds)).toMatchObject({ ok: true })
  const asked = await browser.post(address, { ...stale, notes: 'Called twice' })
  expect(asked.status).toBe(409)
  expect(errorsAt(await asked.text(), 'status')).toContain('Saved now: “Cancelled”.')
  const row = await db.selectFrom('bookings').select(['status', 'notes']).executeTakeFirst()
  expect(row).toEqual({ status: 'cancelled', notes: null })
  const { currentStudents } = await db
    .selectFrom('classSessions')
    .select('currentStudents')
    .executeTakeFirstOrThrow()
  expect(currentStudents).toBe(0)
})

const onDay = { date: '2030-05-06', startTime: '10:00' }
const sessionForm = {
  ...onDay,
  durationMinutes: '45',
  maxStudents: '5',
  placeKind: 'address',
  location: 'Here',
}
const bundleForm = {
  name: 'Five',
  sessionCount: '5',
  price: '60',
  expiryDays: '90',
  expiryStarts: 'purchase',
  isActive: 'on',
}
test.for([
  ['classes', classFields(), 'title', () => '/dashboard/classes/new'],
  ['classSessions', sessionForm, 'date', (id: string) => `/dashboard/classes/${id}/sessions?add`],
  ['sessionBundles', bundleForm, 'name', (id: string) => `/dashboard/classes/${id}/bundles/new`],
] as const)(
  'the same form sent twice makes one row of %s; a changed one makes another',
  async ([table, fields, field, addressOf], { deps, db }) => {
    const { vendor, browser } = await signedInVendor(deps)
    const own = table === 'classes' ? null : await aClass(db, { vendor })
    const address = addressOf(own?.id ?? '')
    const { formKey = '' } = await open(browser, address, 'formKey')
    expect(formKey).toMatch(/^[0-9a-f-]{36}$/)
    const count = async () => {
      const row = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return row.n
    }
    const send = (more: Record<string, string> = {}) =>
      browser.post(address, { ...fields, formKey, ...more })
    const titles = (await Promise.all([send(), send(), send()])).map(
      (answer) => noticeOf(answer)?.title,
    )
    expect(new Set(titles).size).toBe(1)
    expect(titles[0]).toBeDefined()
    const once = await count()
    await send()
    expect(await count()).toBe(once)
    await send({ [field]: field === 'date' ? '2030-05-07' : 'Another' })
    expect(await count()).toBe(once + 1)
  },
)

test('a form that was refused is made when it is sent again without the reason', async ({
  deps,
  db,
}) => {
  const { browser } = await signedInVendor(deps)
  const onSkipped = {
    'times[0].weekday': '7',
    'times[0].startTime': '02:30',
    startDate: springSunday,
    endDate: springSunday,
    formKey: crypto.randomUUID(),
  }
  const send = () => browser.post('/dashboard/classes/new', classFields(onSkipped))
  expect((await send()).status).toBe(409)
  await db.updateTable('vendors').set({ timeZone: 'UTC' }).execute()
  expect((await send()).status).toBe(302)
  expect(await db.selectFrom('classes').select('id').execute()).toHaveLength(1)
})

test('a database error on a form is 500, keeps the form, says what failed and is logged once', async ({
  deps,
  db,
}) => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const { vendor, browser } = await signedInVendor({ ...deps, log })
  await db.updateTable('vendors').set({ location: 'Berlin' }).execute()
  const own = await aClass(db, { vendor })
  // What nobody has booked is saved without a question.
  const empty = await aSession(db, { class: own })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { bookingIds } = await aBooking(db, { session })
  const booking = `/dashboard/bookings/${bookingIds[0]}`
  const cases = [
    ['bookings', booking, 'notes', 'Failed to update booking. Please try again.'],
    ['classes', `/dashboard/classes/${own.id}`, 'description', 'Failed to save class.'],
    ['classes', `/dashboard/settings?class=${own.id}`, 'version', 'Failed to save settings.'],
    ['vendors', '/dashboard/settings/page', 'contactTelegram', 'Failed to update profile'],
    ['vendors', '/settings/profile', 'location', 'Failed to update profile'],
    ['classSessions', `/dashboard/sessions/${empty.id}`, 'location', 'Failed to change session.'],
  ] as const
  for (const [table, address, field, sentence] of cases) {
    const kept = field === 'contactTelegram' ? 'kept_words' : 'Kept words'
    const form = await open(browser, address)
    await sql`alter table ${sql.table(table)} add constraint broken check (false) not valid`.execute(
      db,
    )
    lines.length = 0
    const answer = await browser.post(address, {
      ...form,
      ...(field !== 'version' && { [field]: kept }),
      ...(field === 'version' && { confirmationMode: 'manual' }),
    })
    await sql`alter table ${sql.table(table)} drop constraint broken`.execute(db)
    expect([address, answer.status]).toEqual([address, 500])
    const html = await answer.clone().text()
    const page = await readPage(answer)
    expect(page).toContain(sentence)
    expect(page).toContain(`Reference: ${answer.headers.get('x-request-id')}`)
    if (field !== 'version') expect(html).toContain(kept)
    expect(page).not.toContain('broken')
    expect(lines).toHaveLength(1)
    const line: unknown = JSON.parse(lines[0] ?? '')
    expect(line).toMatchObject({ requestId: answer.headers.get('x-request-id') })
    expect(line).toHaveProperty('err.message')
  }
})

test('a lock that does not come in time is 503 with the form intact, where it was forgotten too', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const opened = openDatabase({ url: databaseUrl, max: 4, lockWaitMs: 100 })
  onTestFinished(opened.close)
  const { vendor, browser } = await signedInVendor({ ...deps, db: opened.db })
  const own = await aClass(db, { vendor })
  const session = await aSession(db, { class: own })
  const { bookingIds } = await aBooking(db, { session })
  const addresses = [
    `/dashboard/classes/${own.id}`,
    `/dashboard/settings?class=${own.id}`,
    `/dashboard/sessions/${session.id}`,
    `/dashboard/bookings/${bookingIds[0]}`,
  ]
  const fields = [undefined, undefined, 'startTime', undefined]
  const forms = await Promise.all(
    addresses.map((address, nth) => open(browser, address, fields[nth])),
  )
  const locks = [
    await holdLock(databaseUrl, 'select 1 from class_sessions for update'),
    await holdLock(databaseUrl, 'select 1 from classes for update'),
  ]
  for (const [at, address] of addresses.entries()) {
    const changed = { maxStudents: '9', confirmationMode: 'manual' }
    const answer = await browser.post(address, { ...forms[at], ...changed })
    expect([address, answer.status]).toEqual([address, 503])
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(await readPage(answer)).toMatch(/Please (?:press the button|try) again/)
  }
  const deleting = await browser.post(`/dashboard/classes/${own.id}/delete`, {
    upcomingBookings: 'keep',
  })
  expect(deleting.status).toBe(503)
  for (const lock of locks) await lock.rollback()
})

test('a form sent after the session has ended comes back after the sign-in, and is sent from there', async ({
  deps,
  db,
}) => {
  const app = await appFor(deps)
  const browser = await registered(app, deps)
  await sql`insert into usernames (username, vendor_id) select 'vera', id from vendors`.execute(db)
  await db.updateTable('vendors').set({ username: 'vera', setUpAt: new Date() }).execute()
  const typed = classFields({ title: 'Half “typed” & kept', description: 'Two\nlines' })
  const sent = await browser.post('/dashboard/classes/new', typed)
  expect(sent.status).toBe(307)
  const login = sent.headers.get('location') ?? ''
  expect(login).toBe('/login?redirect_to=%2Fdashboard%2Fclasses%2Fnew&form=1')
  // A browser sends a form on, as it is.
  const carried = await browser.post(login, typed)
  expect(await readPage(carried.clone())).toContain('Your session has ended')
  const signIn = formIn(await carried.text(), 'password')
  const wrong = await browser.post(login, { ...signIn, email: wholeForm.email, password: 'no' })
  expect(wrong.status).toBe(400)
  const again = formIn(await wrong.text(), 'password')
  const signed = await browser.post(login, { ...again, email: wholeForm.email, password })
  expect(browser.cookies.has('openspot.session_token')).toBe(true)
  const html = await signed.text()
  expect(html).toMatch(/<form[^>]*action="\/dashboard\/classes\/new"/)
  const kept = formIn(html, 'restore')
  const back = await browser.post('/dashboard/classes/new', kept)
  expect(back.status).toBe(200)
  const page = await back.text()
  expect(page).toContain('You’re signed in again')
  expect(await db.selectFrom('classes').select('id').execute()).toEqual([])
  const form = formIn(page, 'title')
  expect(form).toMatchObject({ title: 'Half “typed” & kept', 'times[0].startTime': '18:00' })
  expect(form['description']?.trim()).toBe('Two\nlines')
  expect(form['restore']).toBeUndefined()
  const made = await browser.post('/dashboard/classes/new', form)
  expect(noticeOf(made)?.title).toBe('Class created successfully.')
})

test('a sign-in at an address that says that a form follows is not taken for that form', async ({
  deps,
}) => {
  const app = await appFor(deps)
  await registered(app, deps)
  const login = '/login?form=1&redirect_to=%2Fsettings%2Fdata%2Fexport'
  const browser = app.visitor()
  const page = await (await browser.get(login)).text()
  expect(formIn(page, 'response')).toHaveProperty('kept')
  const signed = await browser.post(login, {
    ...formIn(page, 'password'),
    email: wholeForm.email,
    password,
  })
  expect(signed.headers.get('location')).toBe('/settings/data/export')
  const bare = await app.visitor().post(login, { email: wholeForm.email, password })
  expect(bare.headers.get('location')).toBe('/settings/data/export')
  // A form with a password that has nothing to do with a sign-in is still kept.
  const carried = await app.visitor().post(login, { username: wholeForm.email, password })
  expect(await readPage(carried)).toContain('Your session has ended')
})

test('after the sign-in the reader returns to the page, not to the script’s data request', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const asked = [
    ['/dashboard/classes.data', '/dashboard/classes'],
    ['/dashboard/bookings.data?status=pending&_routes=root', '/dashboard/bookings?status=pending'],
    ['/onboarding.data', '/onboarding'],
  ] as const
  for (const [data, page] of asked) {
    const answer = await (await app.visitor().get(data)).text()
    expect(answer).toContain(`/login?redirect_to=${encodeURIComponent(page)}`)
    expect(answer).not.toContain('.data')
  }
  const form = await app.visitor().post('/dashboard/classes/new.data', classFields())
  expect(await form.text()).toContain('/login?redirect_to=%2Fdashboard%2Fclasses%2Fnew&form=1')
})

test('if the sessions to move to cannot be read, the page says so, and the rest can be edited', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { bookingIds } = await aBooking(db, { session })
  const address = `/dashboard/bookings/${bookingIds[0]}`
  await sql`alter table class_sessions rename max_students to gone`.execute(db)
  const page = await browser.get(address)
  await sql`alter table class_sessions rename gone to max_students`.execute(db)
  expect(page.status).toBe(200)
  const html = await page.text()
  expect(html).toContain('Failed to load available sessions.')
  const saved = await browser.post(address, { ...formIn(html, 'notes'), notes: 'Saved' })
  expect(saved.status).toBe(302)
  const row = await db.selectFrom('bookings').select('notes').executeTakeFirst()
  expect(row).toEqual({ notes: 'Saved' })
})

test('the summary names the fields, on every page with a form', async ({ deps }) => {
  const app = await appFor(deps)
  const { browser } = await signedInVendor(deps)
  // A short form says more only at the field.
  const cases = [
    [browser, '/dashboard/classes/new', classFields({ title: '' }), 'Title: Please fill this in.'],
    [app.visitor(), '/register', { ...wholeForm, password: 'short' }, 'Password</a>'],
    [app.visitor(), '/login', { email: 'vera@example.com', password: '' }, 'Password</a>'],
  ] as const
  for (const [visitor, address, form, line] of cases) {
    const html = await (await visitor.post(address, form)).text()
    expect(html).toMatch(new RegExp(`<a href="#field-[\\w-]+"[^>]*>${line}`))
  }
  const wrong = await signInWith(app.visitor(), 'vera@example.com', 'not the password')
  const html = await wrong.text()
  expect(html).toContain('Incorrect email or password.')
  expect(html).not.toMatch(/<li[^>]*>(?:<[^>]*>)*The email or the password/)
})
