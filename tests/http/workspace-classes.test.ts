import { randomUUID } from 'node:crypto'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addDays, todayIn, weekdayOf } from '#core/shared/time.ts'
import { appFor, noticeOf, readPage, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { formIn } from '#tests/support/page-form.ts'
import {
  aBlockedTime,
  aBooking,
  aBundle,
  aClass,
  aFacility,
  aSession,
  aVendor,
  weeklySessions,
} from '#tests/support/factories.ts'
import { listActions } from '#tests/support/routes.ts'
import { bought, inDays, order, passOf } from '#tests/support/series.ts'
import {
  agreementIn,
  anInstructor,
  classFields,
  errorsAt,
  signedInVendor,
} from '#tests/support/workspace.ts'
import { beforeSpring, springSunday } from '#tests/support/weekly-class.ts'
import { fromNow } from '#tests/support/times.ts'

test('a class is created by its form, with its sessions on the vendor’s clock', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const form = await (await browser.get('/dashboard/classes/new')).text()
  for (const [name, value] of [
    ['price', '0'],
    ['maxStudents', '10'],
    ['durationMinutes', '60'],
  ])
    expect(form).toMatch(
      new RegExp(`name="${name}"[^>]*value="${value}"|value="${value}"[^>]*name="${name}"`),
    )

  const answer = await browser.post('/dashboard/classes/new', classFields())
  expect(answer.status).toBe(302)
  expect(noticeOf(answer)?.title).toBe('Class created successfully.')
  const made = await db
    .selectFrom('classes')
    .where('vendorId', '=', vendor.id)
    .select(['id', 'priceMinor', 'maxStudents'])
    .executeTakeFirstOrThrow()
  expect(made).toMatchObject({ priceMinor: 1250, maxStudents: 10 })
  const sessions = await db
    .selectFrom('classSessions')
    .where('classId', '=', made.id)
    .select('startTime')
    .execute()
  expect(sessions.length).toBeGreaterThanOrEqual(53)
  expect(new Set(sessions.map(({ startTime }) => startTime))).toEqual(new Set(['18:00']))
  const list = await readPage(await browser.get('/dashboard/classes'))
  expect(list).toMatch(/Mon 18:00\s· €12.50/)
})

test.for([
  ['title', { title: '' }, 'Please fill this in.'],
  ['price', { price: 'twelve' }, 'Please enter an amount like 12.50'],
  ['maxStudents', { maxStudents: '0' }, 'Please enter at least 1.'],
  ['durationMinutes', { durationMinutes: '1500' }, 'Please enter at most 1440.'],
  ['times-0-startTime', { 'times[0].startTime': '' }, 'Please fill this in.'],
  [
    'onlineUrl',
    { placeKind: 'online', onlineUrl: 'javascript:alert(1)' },
    'Please enter a web address that starts with https://',
  ],
  ['location', { location: '' }, 'Please fill this in.'],
  [
    'endDate',
    { startDate: '2026-05-01', endDate: '2026-04-01' },
    'The last day is before the first day.',
  ],
  [
    'times-0-weekday',
    // From a Tuesday to the Saturday after it.
    { 'times[0].weekday': '1', startDate: '2027-03-02', endDate: '2027-03-06' },
    'The class has no such weekday between its first and last day.',
  ],
  ['startDate', { startDate: '0000-01-01' }, 'This isn’t valid.'],
  ['title', { title: 'a\u0000b' }, 'This contains characters that aren’t allowed.'],
] as const)(
  'a class form with a wrong %s says so at the field and keeps what was typed',
  async ([field, fields, sentence], { deps }) => {
    const { browser } = await signedInVendor(deps)
    const answer = await browser.post(
      '/dashboard/classes/new',
      classFields({ description: 'Kept words', ...fields }),
    )
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(errorsAt(html, field)).toBe(sentence)
    expect(html).toContain('Kept words')
  },
)

test('a start that the clock change skips is named with its date and time', async ({
  deps,
  db,
}) => {
  const { browser } = await signedInVendor(deps)
  const fields = {
    'times[0].weekday': '7',
    'times[0].startTime': '02:30',
    startDate: springSunday,
    endDate: springSunday,
  }
  const answer = await browser.post('/dashboard/classes/new', classFields(fields))
  expect(answer.status).toBe(409)
  expect(errorsAt(await answer.text(), 'times')).toMatch(
    /The clocks go forward on Sun, Mar \d+(?:, 20\d\d)?, so 02:30 doesn’t exist/,
  )
  expect(await db.selectFrom('classes').select('id').execute()).toEqual([])
})

test('without JavaScript a weekly time is added and removed, and everything typed stays', async ({
  deps,
  db,
}) => {
  const { browser } = await signedInVendor(deps)
  const added = await browser.post(
    '/dashboard/classes/new',
    classFields({ title: 'Half typed', intent: 'add-time' }),
  )
  expect(added.status).toBe(200)
  const html = await added.text()
  expect(html).toContain('Half typed')
  // The second time is as the first one, on the next day.
  expect(formIn(html, 'title')).toMatchObject({
    'times[0].weekday': '1',
    'times[1].weekday': '2',
    'times[1].startTime': '18:00',
  })
  const removed = await browser.post(
    '/dashboard/classes/new',
    classFields({ title: 'Half typed', intent: 'remove-time:0' }),
  )
  expect(await removed.text()).not.toContain('name="times[0].weekday"')
  expect(await db.selectFrom('classes').select('id').execute()).toEqual([])
})

test('a class form collapses rarely used fields unless they are filled in or have an error', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const isOpen = async (answer: Response) => /<details[^>]* open=""/.test(await answer.text())
  const create = (fields: Record<string, string>) =>
    browser.post('/dashboard/classes/new', classFields({ title: '', ...fields }))
  const today = new Date().toISOString().slice(0, 10)
  expect(await isOpen(await browser.get('/dashboard/classes/new'))).toBe(false)
  expect(await isOpen(await create({ visibility: 'link', startDate: today }))).toBe(true)
  expect(await isOpen(await create({ endDate: '2026-01-01' }))).toBe(true)
  const own = await aClass(db, { vendor, title: 'Yoga' })
  const edit = await browser.get(`/dashboard/classes/${own.id}`)
  expect(await edit.clone().text()).toMatch(/<title>Edit Yoga · .*>Yoga<\/h2>/)
  await db
    .updateTable('classes')
    .set({ startDate: '2026-01-05', difficulty: 'general', closesMinutesBefore: 0 })
    .execute()
  expect(await isOpen(await browser.get(`/dashboard/classes/${own.id}`))).toBe(false)
})

test('editing a class shows how many people will be notified, and refuses a capacity below the booked spots', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor, title: 'Yoga' })
  const session = await aSession(db, { class: own, capacity: own.maxStudents })
  await aBooking(db, { session, spots: 3 })
  const address = `/dashboard/classes/${own.id}`
  expect(await readPage(await browser.get(address))).toContain(
    '3 spots are booked in upcoming sessions.',
  )

  const bare = classFields({ price: '15' })
  for (const name of ['id', 'weekday', 'startTime', 'everyWeeks']) delete bare[`times[0].${name}`]
  const cut = await browser.post(address, { ...bare, maxStudents: '2' })
  expect(cut.status).toBe(409)
  expect(errorsAt(await cut.text(), 'maxStudents')).toMatch(
    /^3 spots are booked on .+\. The capacity can’t go below that\.$/,
  )

  const elsewhere = { ...bare, location: '2 Lake Road' }
  const asked = await browser.post(address, elsewhere)
  expect(asked.status).toBe(409)
  const question = await asked.text()
  expect(question).toContain('1 person (3 spots) will be notified.')
  expect(question).toContain('value="2 Lake Road"')
  const moved = await browser.post(address, { ...elsewhere, agreed: agreementIn(question) })
  expect(noticeOf(moved)).toMatchObject({
    title: 'Class saved.',
    text: '1 person (3 spots) will be notified.',
  })
  expect(
    await db
      .selectFrom('classSessions')
      .where('id', '=', session.id)
      .select('location')
      .executeTakeFirst(),
  ).toEqual({ location: '2 Lake Road' })
})

test('the price of a class does not go below what a bundle on sale asks for each session', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor, title: 'Yoga' })
  const bundle = await aBundle(db, { class: own, bundleName: 'Five weeks' })
  const bare = classFields({ price: '11.99' })
  for (const name of ['id', 'weekday', 'startTime', 'everyWeeks']) delete bare[`times[0].${name}`]
  const address = `/dashboard/classes/${own.id}`
  const refused = await browser.post(address, bare)
  expect(refused.status).toBe(409)
  expect(errorsAt(await refused.text(), 'price')).toBe(
    'The bundle “Five weeks” would cost more than its sessions booked separately. Change its price or end its sale first.',
  )
  await db
    .updateTable('sessionBundles')
    .set({ isActive: false })
    .where('id', '=', bundle.id)
    .execute()
  expect(noticeOf(await browser.post(address, bare))?.title).toBe('Class saved.')
})

test('the pages of a class lead to each other and to what customers see', async ({ deps, db }) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor, title: 'Yoga' })
  const at = `/dashboard/classes/${own.id}`
  const tabs = (html: string) => {
    const nav = /<nav aria-label="Pages of this class".*?<\/nav>/.exec(html)?.[0] ?? ''
    return [...nav.matchAll(/<a(?=([^>]*))[^>]*href="([^"]*)"/g)].map(
      ([, attributes = '', to]) => [to, attributes.includes('aria-current="page"')] as const,
    )
  }
  for (const page of [`${at}/sessions`, `${at}/bundles`, at]) {
    const html = await (await browser.get(page)).text()
    expect(html).toContain('>Yoga</h2>')
    expect(html).toContain(`href="/book/class/${own.id}"`)
    const all = [`${at}/sessions`, `${at}/bundles`, at]
    expect(tabs(html)).toEqual(all.map((to) => [to, to === page]))
  }
  const instructor = app.visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  expect(tabs(await (await instructor.get(`${at}/sessions`)).text())).toEqual([])
  await db.updateTable('classes').set({ visibility: 'closed' }).execute()
  expect(await (await browser.get(at)).text()).not.toContain('href="/book/class/')
})

test('each session in the list of its class leads to its own page and to its bookings', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const session = await aSession(db, { class: own })
  const html = await (await browser.get(`/dashboard/classes/${own.id}/sessions`)).text()
  expect(html).toContain(`href="/dashboard/sessions/${session.id}"`)
  expect(html).toMatch(
    new RegExp(`href="/dashboard/bookings\\?class=${own.id}&amp;from=[^"]*"[^>]*>Bookings</a>`),
  )
})

test('a session by hand starts on the next free day at the usual time', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const list = `/dashboard/classes/${own.id}/sessions`
  const day = (n: number) => addDays(todayIn(vendor.timeZone, new Date()), n)
  const start = async (query = '?add') => {
    const html = await (await browser.get(list + query)).text()
    const { date, startTime } = formIn(html, 'startTime')
    return { date, startTime }
  }
  // At midnight, the day's own is always over.
  await weeklySessions(db, own, { date: day(1), time: '00:00', capacities: [9] })
  await weeklySessions(db, own, { date: day(3), time: '00:00', capacities: [9] })
  expect(await start()).toEqual({ date: day(2), startTime: '00:00' })
  await aBlockedTime(db, vendor, { startsOn: day(2), endsOn: day(4) })
  expect(await start()).toEqual({ date: day(5), startTime: '00:00' })
  expect(await start(`?date=${day(3)}&time=09:30`)).toEqual({ date: day(3), startTime: '09:30' })
  expect(await readPage(await browser.get(`${list}?add`))).toContain('Add session Cancel')
})

test('a new class starts with the category of the latest one, else of a specialty', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const category = async () => {
    const html = await (await browser.get('/dashboard/classes/new')).text()
    const select = /<select[^>]*name="category".*?<\/select>/.exec(html)?.[0] ?? ''
    return /<option value="(\w+)" selected/.exec(select)?.[1]
  }
  expect(await category()).toBe('fitness')
  await db
    .updateTable('vendors')
    .set({ specialties: ['Breathing', 'Vinyasa Yoga'] })
    .where('id', '=', vendor.id)
    .execute()
  expect(await category()).toBe('yoga')
  const made = await aClass(db, { vendor })
  await db.updateTable('classes').set({ category: 'dance' }).where('id', '=', made.id).execute()
  expect(await category()).toBe('dance')
})

test('the list of classes says to share the page only once people can find a class on it', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const isAsked = async () =>
    (await (await browser.get('/dashboard/classes')).text()).includes('role="status"')
  expect(await isAsked()).toBe(true)
  await db.updateTable('classes').set({ visibility: 'link' }).where('id', '=', own.id).execute()
  expect(await isAsked()).toBe(false)
  const archived = { status: 'archived', visibility: 'public' } as const
  await db.updateTable('classes').set(archived).where('id', '=', own.id).execute()
  expect(await readPage(await browser.get('/dashboard/classes'))).toContain('No classes yet')
  expect(await isAsked()).toBe(false)
})

test('a session is added by hand, changed and cancelled', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const fields = {
    date: '2030-05-06',
    startTime: '10:00',
    durationMinutes: '45',
    maxStudents: '5',
    placeKind: 'address',
    location: 'Here',
  }
  const list = `/dashboard/classes/${own.id}/sessions`
  expect(noticeOf(await browser.post(list, fields))?.title).toBe('Session added.')
  const twice = await (await browser.post(list, fields)).text()
  expect(errorsAt(twice, 'startTime')).toBe(
    'This class would have two sessions that start at the same time. Move or cancel one of them first. The first one: Mon, May 6, 2030, 10:00.',
  )
  const past = await browser.post(list, { ...fields, date: '2020-05-06' })
  expect(errorsAt(await past.text(), 'startTime')).toBe('This time is in the past.')

  const row = await db.selectFrom('classSessions').select('id').executeTakeFirstOrThrow()
  const session = {
    id: row.id,
    class: own,
    startsAt: new Date('2030-05-06T08:00:00Z'),
    maxStudents: 5,
  }
  await aBooking(db, { session, spots: 4, customer: { name: 'Carla Customer' } })
  // People who cancelled earlier get no message.
  await aBooking(db, { session, status: 'cancelled', customer: { name: 'Gone Before' } })
  const address = `/dashboard/sessions/${row.id}`
  const people = await browser.get(address)
  expect(await people.clone().text()).toMatch(
    /href="\/dashboard\/bookings\/[0-9a-f-]{36}\?[^>]*><bdi>Carla Customer/,
  )
  expect(await readPage(people)).toMatch(
    /Who’s coming.*4\/5 booked.*Carla Customer.*Spot 1 of 4.*Unpaid/,
  )
  const cut = await browser.post(address, {
    ...fields,
    maxStudents: '3',
    intent: 'change',
    scope: 'one',
  })
  expect(cut.status).toBe(409)
  expect(errorsAt(await cut.text(), 'maxStudents')).toBe(
    '4 spots are booked on Mon, May 6, 2030. The capacity can’t go below that.',
  )
  const atEleven = { ...fields, startTime: '11:00', scope: 'one' }
  const asked = await browser.post(address, { ...atEleven, intent: 'change' })
  expect(asked.status).toBe(409)
  const question = await asked.text()
  expect(question).toContain('1 person (4 spots) will be notified.')
  const later = await browser.post(address, { ...atEleven, agreed: agreementIn(question) })
  expect(noticeOf(later)).toMatchObject({
    title: 'Session changed.',
    text: '1 person (4 spots) will be notified.',
  })

  expect(await readPage(await browser.get(`${address}?cancel=one`))).toContain(
    '1 person (4 spots) will be notified. This can’t be undone.',
  )
  const asking = `${address}?cancel=one`
  const shown = formIn(await (await browser.get(asking)).text(), 'scope')
  await aBooking(db, { session, customer: { email: 'late@example.com' } })
  const refused = await browser.post(asking, { ...shown, intent: 'cancel' })
  expect(refused.status).toBe(409)
  const asks = await refused.clone().text()
  expect(await readPage(refused)).toContain('2 people (5 spots) will be notified.')
  const cancelled = await browser.post(asking, { ...formIn(asks, 'scope'), intent: 'cancel' })
  expect(noticeOf(cancelled)).toMatchObject({
    title: 'Session cancelled.',
    text: '2 people (5 spots) will be notified.',
  })
  const after = await readPage(await browser.get(address))
  expect(after).not.toContain('Who’s coming')
  expect(after).toMatch(/Who had booked.*Carla Customer\s+4 spots/)
  expect(await db.selectFrom('bookings').select('status').distinct().execute()).toEqual([
    { status: 'cancelled' },
  ])
})

test('this and all following sessions are cancelled together', async ({ deps, db }) => {
  const { browser } = await signedInVendor(deps)
  await browser.post('/dashboard/classes/new', classFields())
  const rows = await db.selectFrom('classSessions').orderBy('startsAt').select('id').execute()
  const third = rows[2]
  const address = `/dashboard/sessions/${third?.id}`
  expect(await readPage(await browser.get(`${address}?cancel=following`))).toContain(
    `Cancel ${rows.length - 2} sessions?`,
  )
  await browser.post(address, { intent: 'cancel', scope: 'following' })
  const left = await db
    .selectFrom('classSessions')
    .where('status', '=', 'confirmed')
    .select('id')
    .execute()
  expect(left).toHaveLength(2)
})

test('people without an email address are counted separately: the vendor has to call them', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const session = await aSession(db, { class: own, capacity: own.maxStudents })
  const phone = '+491701234567'
  await aBooking(db, { session, spots: 2, customer: { name: 'Petra', phone, email: null } })
  const call = '1 person has no email. You’ll need to call them.'
  const bare = classFields()
  for (const name of ['id', 'weekday', 'startTime', 'everyWeeks']) delete bare[`times[0].${name}`]
  const moved = { ...bare, location: '2 Lake Road' }
  const asked = await (await browser.post(`/dashboard/classes/${own.id}`, moved)).text()
  expect(asked).toContain('1 person has no email. You’ll need to call them.')
  const agreed = { ...moved, agreed: agreementIn(asked) }
  const saved = await browser.post(`/dashboard/classes/${own.id}`, agreed)
  expect(noticeOf(saved)?.text).toBe(call)

  await aBooking(db, { session, spots: 1 })
  const address = `/dashboard/sessions/${session.id}`
  expect(await readPage(await browser.get(`${address}?cancel=one`))).toContain(
    '1 person (1 spot) will be notified. 1 person has no email. You’ll need to call them.',
  )
  const cancelled = await browser.post(address, { intent: 'cancel', scope: 'one' })
  expect(noticeOf(cancelled)?.text).toBe(`1 person (1 spot) will be notified. ${call}`)
  // On the page that follows they are listed with the ways to call them.
  const page = await (await browser.get(cancelled.headers.get('location') ?? '')).text()
  for (const way of [`tel:${phone}`, `sms:${phone}`, `https://wa.me/${phone.slice(1)}`])
    expect(page).toContain(`href="${way}`)
  expect(page.match(/href="tel:/g)).toHaveLength(1)
  // Done can be pressed at once, also before the worker has made a message of it.
  expect(await db.selectFrom('messages').select('id').execute()).toEqual([])
  const { purchaseId } = formIn(page, 'purchaseId')
  const returnTo = cancelled.headers.get('location') ?? ''
  await browser.post('/dashboard?index', { purchaseId: purchaseId ?? '', returnTo })
  const after = await readPage(await browser.get(returnTo))
  expect(after).not.toContain('Petra ·')
  const [message] = await db.selectFrom('messages').select(['status', 'handledAt']).execute()
  expect(message).toMatchObject({ status: 'no_channel', handledAt: expect.any(Date) })
})

test('a last day that removes sessions says how many before it does', async ({ deps, db }) => {
  const { browser } = await signedInVendor(deps)
  const day = (days: number) => addDays(todayIn('Europe/Berlin', new Date()), days)
  await browser.post(
    '/dashboard/classes/new',
    classFields({ startDate: day(1), 'times[0].weekday': String(weekdayOf(day(1))) }),
  )
  const made = await db.selectFrom('classes').select('id').executeTakeFirstOrThrow()
  const time = await db.selectFrom('classTimes').select('id').executeTakeFirstOrThrow()
  const count = async () => (await db.selectFrom('classSessions').select('id').execute()).length
  const all = await count()
  const address = `/dashboard/classes/${made.id}`
  const shorter = classFields({
    startDate: day(1),
    endDate: day(9),
    'times[0].id': time.id,
    'times[0].weekday': String(weekdayOf(day(1))),
  })
  const asked = await browser.post(address, shorter)
  expect(asked.status).toBe(409)
  const question = await asked.text()
  expect(question).toContain(`${all - 2} sessions without bookings will be removed.`)
  expect(await count()).toBe(all)
  expect((await browser.post(address, { ...shorter, agreed: 'removes 1' })).status).toBe(409)

  const done = await browser.post(address, { ...shorter, agreed: agreementIn(question) })
  expect(noticeOf(done)?.title).toBe('Class saved.')
  expect(await count()).toBe(2)
  expect(await readPage(await browser.get('/dashboard/classes'))).toMatch(
    /18:00, until [A-Z][a-z]{2} \d+/,
  )
})

/** A weekly class from tomorrow on, and Carla's bundle of five sessions with tomorrow booked. */
async function aClassWithBundle(db: Db, deps: Deps) {
  const { vendor, browser } = await signedInVendor(deps)
  const fields = classFields({
    startDate: inDays(1),
    'times[0].weekday': String(weekdayOf(inDays(1))),
  })
  await browser.post('/dashboard/classes/new', fields)
  const { id } = await db.selectFrom('classes').select('id').executeTakeFirstOrThrow()
  const time = await db.selectFrom('classTimes').select('id').executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('classSessions')
    .orderBy('startsAt')
    .limit(2)
    .select('id')
    .execute()
  const own = { id, vendor, durationMinutes: 60, priceMinor: 1250, maxStudents: 10 }
  const bundle = await aBundle(db, { class: own })
  await bought(deps, order(bundle, sessions.slice(0, 1), { leaveRest: true }))
  return { browser, classId: id, sessions, fields: { ...fields, 'times[0].id': time.id } }
}

test('saving a class that takes the dates from bundle sessions asks first, then opens the page to withdraw them', async ({
  deps,
  db,
}) => {
  const { browser, classId, fields } = await aClassWithBundle(db, deps)
  const address = `/dashboard/classes/${classId}`
  const shorter = { ...fields, endDate: inDays(9) }
  const asked = await browser.post(address, shorter)
  expect(asked.status).toBe(409)
  const question = await asked.text()
  expect(question).toContain('3 bundle sessions of 1 customer will have no date left: Carla.')
  const done = await browser.post(address, { ...shorter, agreed: agreementIn(question) })
  expect(done.headers.get('location')).toBe(`${address}/bundles`)
  expect(noticeOf(done)?.text).toContain('3 bundle sessions have no date left.')
  expect(await readPage(await browser.get(`${address}/bundles`))).toContain('End bundle')
})

test('cancelling all following sessions asks first about bundle sessions without a date, then opens the page to withdraw them', async ({
  deps,
  db,
}) => {
  const { browser, classId, sessions } = await aClassWithBundle(db, deps)
  const address = `/dashboard/sessions/${sessions[1]?.id}`
  const question = await (await browser.get(`${address}?cancel=following`)).text()
  expect(question).toContain('4 bundle sessions of 1 customer will have no date left: Carla.')
  const done = await browser.post(address, { ...formIn(question, 'scope'), intent: 'cancel' })
  expect(done.headers.get('location')).toBe(`/dashboard/classes/${classId}/bundles`)
  expect(noticeOf(done)?.text).toContain('4 bundle sessions have no date left.')
})

test('a weekly time without a day up to the last day is named when it is saved, and listed nowhere', async ({
  deps,
}) => {
  const { browser } = await signedInVendor(deps)
  const day = (days: number) => addDays(todayIn('Europe/Berlin', new Date()), days)
  const created = await browser.post(
    '/dashboard/classes/new',
    classFields({
      // Its only day is over.
      startDate: day(-5),
      endDate: day(2),
      'times[0].weekday': String(weekdayOf(day(4))),
    }),
  )
  expect(noticeOf(created)?.text).toContain('1 weekly time has no dates left before the class ends')
  expect(await readPage(await browser.get('/dashboard/classes'))).not.toContain('18:00')
})

test('every mistake of a class form is named at once, as the fields follow on the page', async ({
  deps,
}) => {
  const { browser } = await signedInVendor(deps)
  const fields = { title: '', maxStudents: '0', startDate: '2026-05-01', endDate: '2026-04-01' }
  const html = await (
    await browser.post('/dashboard/classes/new', classFields({ ...fields, price: 'x' }))
  ).text()
  const summary = [...html.matchAll(/<a href="#field-[^>]*>([^<]*)</g)].map(([, text]) => text)
  expect(summary).toEqual([
    'Title: Please fill this in.',
    'Price: Please enter an amount like 12.50',
    'Max students: Please enter at least 1.',
    'Last day: The last day is before the first day.',
  ])
})

test('a session kept from a deleted class is listed with the classes until it is over', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor, title: 'Boxing' })
  const session = await aSession(db, { class: own })
  await aBooking(db, { session, spots: 2 })
  const link = `href="/dashboard/sessions/${session.id}"`
  expect(await (await browser.get('/dashboard/classes')).text()).not.toContain(link)
  await browser.post(`/dashboard/classes/${own.id}/delete`, { upcomingBookings: 'keep' })
  const answer = await browser.get('/dashboard/classes')
  expect(await answer.clone().text()).toContain(link)
  const page = await readPage(answer)
  expect(page).toContain('Sessions of deleted classes')
  expect(page).toMatch(/Boxing, .*2\/10 booked/)
  await db
    .updateTable('classSessions')
    .set({ startsAt: fromNow(-120), endsAt: fromNow(-60) })
    .execute()
  expect(await readPage(await browser.get('/dashboard/classes'))).not.toContain('Boxing')
})

test('deleting a class with upcoming bookings asks what happens to them', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor, title: 'Strength' })
  const session = await aSession(db, { class: own })
  await aBooking(db, { session, spots: 2 })
  const address = `/dashboard/classes/${own.id}/delete`
  expect(await readPage(await browser.get(address))).toContain(
    '2 spots are booked in 1 upcoming session.',
  )
  const open = await browser.post(address)
  expect(open.status).toBe(409)
  expect(errorsAt(await open.text(), 'upcomingBookings')).toBe(
    'Please choose what happens to the bookings.',
  )
  const agreed = agreementIn(await (await browser.get(address)).text())
  await aBooking(db, { session })
  const asked = await (await browser.post(address, { upcomingBookings: 'cancel', agreed })).text()
  expect(asked).toContain(
    'The bookings or bundles have changed since you opened this page. Please check them and press the button again.',
  )
  expect(asked).toContain('3 spots are booked in 1 upcoming session.')
  const done = await browser.post(address, {
    upcomingBookings: 'cancel',
    agreed: agreementIn(asked),
  })
  expect(noticeOf(done)).toMatchObject({
    title: 'Class deleted.',
    text: '3 bookings were cancelled. 2 people (3 spots) will be notified.',
  })
  expect((await browser.get(address)).status).toBe(404)
})

test('the settings say on their button which class they are saved on', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  await aClass(db, { vendor, title: 'Yoga' })
  const own = await aClass(db, { vendor, title: 'Boxing' })
  expect(await readPage(await browser.get(`/dashboard/settings?class=${own.id}`))).toContain(
    'Save settings for Boxing',
  )
})

test('the confirmation settings of a class are changed', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor, title: 'Boxing' })
  const answer = await browser.post('/dashboard/settings', {
    classId: own.id,
    confirmationMode: 'manual',
    confirmationTimeoutMinutes: '180',
  })
  expect(noticeOf(answer)?.title).toBe('Settings Updated')
  const row = await db
    .selectFrom('classes')
    .select(['confirmationMode', 'confirmationTimeoutMinutes'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ confirmationMode: 'manual', confirmationTimeoutMinutes: 180 })
  const odd = await browser.post('/dashboard/settings', {
    classId: own.id,
    confirmationMode: 'manual',
    confirmationTimeoutMinutes: '7',
  })
  expect(odd.status).toBe(400)
})

test('rows of another vendor are not found, on any page or by any action', async ({ deps, db }) => {
  const { browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor: await aVendor(db) }) })
  const own = session.class.id
  const times = {
    date: '2030-05-06',
    startTime: '10:00',
    durationMinutes: '45',
    maxStudents: '5',
    placeKind: 'address',
    location: 'Here',
  }
  const gets = [
    `classes/${own}`,
    `classes/${own}/sessions`,
    `classes/${own}/delete`,
    `sessions/${session.id}`,
    `settings?class=${own}`,
    'classes/nonsense',
    'sessions/nonsense',
  ]
  for (const address of gets)
    expect([address, (await browser.get(`/dashboard/${address}`)).status]).toEqual([address, 404])
  const posts: [string, Record<string, string>][] = [
    [`classes/${own}`, classFields()],
    [`classes/${own}/sessions`, times],
    [`classes/${own}/delete`, { upcomingBookings: 'cancel' }],
    [`sessions/${session.id}`, { ...times, intent: 'change', scope: 'one' }],
    [`sessions/${session.id}`, { ...times, intent: 'change', scope: 'following' }],
    [`sessions/${session.id}`, { intent: 'cancel', scope: 'one' }],
    [`sessions/${session.id}`, { intent: 'cancel', scope: 'following' }],
    ['settings', { classId: own, confirmationMode: 'manual', confirmationTimeoutMinutes: '10' }],
    ['sessions/nonsense', { intent: 'cancel', scope: 'one' }],
  ]
  for (const [address, form] of posts)
    expect([address, (await browser.post(`/dashboard/${address}`, form)).status]).toEqual([
      address,
      404,
    ])
  expect(await db.selectFrom('classSessions').select('status').execute()).toEqual([
    { status: 'confirmed' },
  ])
})

test('no action of the workspace is open to an instructor, except marking who came', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser: owner } = await signedInVendor(deps)
  const { session, bookingIds } = await aBooking(db, {
    session: await aSession(db, { class: await aClass(db, { vendor }) }),
  })
  const bundle = await aBundle(db, { class: session.class })
  const dates = { date: inDays(3), capacities: [9, 9, 9, 9] }
  const { purchaseId } = await bought(
    deps,
    // One session is left, so that the bundle can be extended.
    order(bundle, await weeklySessions(db, session.class, dates), { leaveRest: true }),
  )
  const ids: Record<string, string | undefined> = {
    ':classId': session.class.id,
    ':sessionId': session.id,
    ':bookingId': bookingIds[0],
    ':bundleId': bundle.id,
    ':passId': (await passOf(db, purchaseId)).passId,
    ':facilityId': (await aFacility(db, { vendor })).id,
  }
  const instructor = app.visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  const isForMarks = (address: string) => address.startsWith('/dashboard/today')
  const isNothing = (address: string) => address.endsWith('/*')
  const actions = (await listActions('/dashboard')).filter(
    (address) => !isForMarks(address) && !isNothing(address),
  )
  expect(actions.length).toBeGreaterThan(10)
  for (const action of actions) {
    const address = action.replaceAll(/:\w+/g, (name) => ids[name] ?? name)
    expect([address, (await instructor.post(address, {})).status]).toEqual([address, 404])
    // The address is right: its owner sees the page, or the mistakes in a form without a page. A message goes to those of
    // a session.
    const chosen = address.endsWith('/message') ? `?session=${session.id}` : ''
    const [seen, status] = address.endsWith('/calendar/move')
      ? [await owner.post(address, {}), 400]
      : [await owner.get(address + chosen), 200]
    expect([address, seen.status]).toEqual([address, status])
  }
})

test('an instructor sees the classes and changes nothing', async ({ deps, db }) => {
  const { app, vendor } = await signedInVendor(deps)
  const own = await aClass(db, { vendor, title: 'Pilates' })
  const browser = app.visitor()
  await signInAs(deps, browser, await anInstructor(db, vendor))
  const list = await readPage(await browser.get('/dashboard/classes'))
  expect(list).toContain('Pilates')
  expect(list).not.toContain('Add class')
  expect((await browser.get('/dashboard/classes/new')).status).toBe(404)
  expect((await browser.post(`/dashboard/classes/${own.id}/delete`)).status).toBe(404)
  expect((await browser.get('/dashboard/settings')).status).toBe(404)
})

test('every page of the workspace says whose it is, and leads to the public page with and without script', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  await db.updateTable('vendors').set({ businessName: 'Vera Moves' }).execute()
  const page = await (await browser.get('/dashboard/classes')).text()
  const [header = ''] = /<header[\s\S]*?<\/header>/.exec(page) ?? []
  expect(header).toContain('<bdi>Vera Moves</bdi>')
  expect(header).toContain(`href="${deps.origin}/${vendor.username}"`)
  expect(
    [...header.matchAll(/aria-current="page"[^>]*href="([^"]+)"/g)].map(([, to]) => to),
  ).toEqual(['/dashboard/classes'])
  const settings = await (await browser.get('/dashboard/share')).text()
  expect(settings).toContain(`data-openspot=&quot;${vendor.username}&quot;`)
  const instructor = app.visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  expect(await (await instructor.get('/dashboard')).text()).not.toContain('/dashboard/settings')
})

test('the dashboard names the plan, and nothing of plans where they are off', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const page = await readPage(await browser.get('/dashboard'))
  expect(page).toContain('Vendor Dashboard')
  expect(page).toContain('Trial: 14 days left')
  await db
    .updateTable('vendors')
    .set({ trialEndsAt: new Date(0) })
    .where('id', '=', vendor.id)
    .execute()
  expect(await readPage(await browser.get('/dashboard'))).toMatch(/Vendor Dashboard\s+Free/)
  deps.settings.plans = false
  expect(await readPage(await browser.get('/dashboard'))).not.toMatch(
    /Vendor Dashboard\s+(?:Free|Trial|Enterprise)/,
  )
  expect((await app.visitor().get('/dashboard')).headers.get('location')).toBe(
    '/login?redirect_to=%2Fdashboard',
  )
})

test.for([
  ['maxStudents', '', 'Please fill this in.'],
  ['durationMinutes', '', 'Please fill this in.'],
  ['maxStudents', '1.5', 'Please enter a whole number.'],
  ['maxStudents', '0', 'Please enter at least 1.'],
  ['durationMinutes', '1441', 'Please enter at most 1440.'],
] as const)(
  'a class whose %s is “%s” is saved by no form, and nothing is put in its place',
  async ([field, value, sentence], { deps, db }) => {
    const { vendor, browser } = await signedInVendor(deps)
    const own = await aClass(db, { vendor, maxStudents: 7, durationMinutes: 45 })
    for (const address of ['/dashboard/classes/new', `/dashboard/classes/${own.id}`]) {
      const refused = await browser.post(address, classFields({ [field]: value }))
      expect(refused.status).toBe(400)
      expect(errorsAt(await refused.text(), field)).toBe(sentence)
    }
    expect(
      await db.selectFrom('classes').select(['maxStudents', 'durationMinutes']).execute(),
    ).toEqual([{ maxStudents: 7, durationMinutes: 45 }])
  },
)

test.for([
  [{}, 'People can book it now.'],
  [{ visibility: 'link' }, 'People with the link can book it now.'],
  [{ visibility: 'closed' }, 'Bookings are closed for now.'],
  [
    { registrationClosedDate: '2026-01-04' },
    'People can’t book it because registration has closed.',
  ],
] as const)('a new class says who can book it: %o', async ([fields, text], { deps }) => {
  const { browser } = await signedInVendor(deps)
  const created = await browser.post('/dashboard/classes/new', classFields(fields))
  expect(noticeOf(created)).toMatchObject({ title: 'Class created successfully.', text })
})

test('a new class without a weekly time asks for a session, and one on a clock change names it', async ({
  deps,
}) => {
  const { browser } = await signedInVendor(deps)
  const bare = classFields()
  for (const name of ['id', 'weekday', 'startTime', 'everyWeeks']) delete bare[`times[0].${name}`]
  expect(noticeOf(await browser.post('/dashboard/classes/new', bare))?.text).toBe(
    'Add a session so that people can book it.',
  )
  const sunday = classFields({
    startDate: beforeSpring,
    'times[0].weekday': '7',
    'times[0].startTime': '02:30',
  })
  expect(noticeOf(await browser.post('/dashboard/classes/new', sunday))?.text).toMatch(
    /^People can book it now\. No session on Sun, Mar \d+(?:, 20\d\d)?, 02:30: the clocks go forward then\.$/,
  )
})

test('a class with more weekly times than one form may add keeps them all when it is edited', async ({
  deps,
  db,
}) => {
  const { browser } = await signedInVendor(deps)
  const times = Array.from({ length: 21 }, (_, at) => [
    [`times[${at}].id`, ''],
    [`times[${at}].weekday`, String((at % 7) + 1)],
    [`times[${at}].startTime`, `${String(8 + Math.floor(at / 7)).padStart(2, '0')}:00`],
    [`times[${at}].everyWeeks`, '1'],
  ]).flat()
  const created = await browser.post(
    '/dashboard/classes/new',
    classFields({
      ...Object.fromEntries(times),
      startDate: inDays(0),
      formKey: crypto.randomUUID(),
    }),
  )
  expect(created.status).toBe(302)
  const { id } = await db.selectFrom('classes').select('id').executeTakeFirstOrThrow()
  const first = await db
    .selectFrom('classSessions')
    .where('sessionDate', '>', inDays(10))
    .orderBy('startsAt')
    .select('id')
    .executeTakeFirstOrThrow()
  const session = `/dashboard/sessions/${first.id}`
  const split = formIn(await (await browser.get(session)).text(), 'version')
  const moved = { ...split, startTime: '15:00', scope: 'following' }
  expect((await browser.post(session, moved)).status).toBe(302)

  const address = `/dashboard/classes/${id}`
  const shown = formIn(await (await browser.get(address)).text(), 'version')
  expect(Object.keys(shown).filter((name) => name.endsWith('.id'))).toHaveLength(22)
  expect((await browser.post(address, { ...shown, title: 'Yin' })).status).toBe(302)
  const running = await db
    .selectFrom('classTimes')
    .where('endsOn', 'is', null)
    .select('id')
    .execute()
  expect(running).toHaveLength(21)

  const more = { ...shown, title: 'Yin', 'times[22].weekday': '1', 'times[22].startTime': '07:00' }
  const refused = await browser.post(address, more)
  expect(refused.status).toBe(400)
  expect(errorsAt(await refused.text(), 'times')).toContain('21')
})

test('a class is paused, resumed and duplicated from the list; those of other vendors are not there', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const yoga = await aClass(db, { vendor, title: 'Morning Yoga' })
  const session = await aSession(db, { class: yoga })
  const foreign = await aClass(db)
  const app = await appFor(deps)
  const list = '/dashboard/classes'
  expect((await app.visitor().get(list)).headers.get('location')).toMatch(/^\/login/)
  for (const intent of ['pause', 'resume', 'duplicate', 'other']) {
    const answer = await browser.post(list, { intent, classId: foreign.id })
    expect([intent, answer.status]).toEqual([intent, 404])
  }
  expect(await db.selectFrom('classes').where('pausedAt', 'is not', null).execute()).toEqual([])

  const paused = await browser.post(list, { intent: 'pause', classId: yoga.id })
  expect(noticeOf(paused)).toMatchObject({ title: 'Bookings paused.' })
  expect(await readPage(await browser.get(list))).toContain('Paused: no new bookings')
  const page = await readPage(await app.visitor().get(`/book/class/${yoga.id}`))
  expect(page).toContain('New bookings are paused at the moment.')
  const trainer = await (await app.visitor().get(`/${vendor.username}`)).text()
  expect(trainer).not.toContain(`session=${session.id}`)

  const resumed = await browser.post(list, { intent: 'resume', classId: yoga.id })
  expect(noticeOf(resumed)).toMatchObject({ title: 'Bookings resumed.' })
  expect(await readPage(await app.visitor().get(`/book/class/${yoga.id}`))).not.toContain('paused')

  const formKey = randomUUID()
  const copied = await browser.post(list, { intent: 'duplicate', classId: yoga.id, formKey })
  const again = await browser.post(list, { intent: 'duplicate', classId: yoga.id, formKey })
  expect(again.headers.get('location')).toBe(copied.headers.get('location'))
  const form = await (await browser.get(copied.headers.get('location') ?? '')).text()
  expect(form).toContain('value="Morning Yoga (copy)"')
})

test('many classes are searched, filtered and paged', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const create = (nth: number) =>
    aClass(db, { vendor, title: `Yoga ${nth}`, createdAt: new Date(Date.UTC(2030, 0, 1, nth)) })
  const oldest = await create(0)
  for (let nth = 1; nth < 22; nth++) await create(nth)
  await aClass(db, { vendor, title: 'Secret Pilates', visibility: 'link' })
  const read = async (query: string) => readPage(await browser.get(`/dashboard/classes${query}`))
  const first = await (await browser.get('/dashboard/classes?state=open')).text()
  expect(first).toContain('Yoga 21')
  expect(first).not.toContain('Yoga 1<')
  const next = /href="(\/dashboard\/classes\?[^"]*after=[^"]*)"/.exec(first)?.[1]
  const second = await (await browser.get((next ?? '').replaceAll('&amp;', '&'))).text()
  expect(second).toContain('Yoga 1<')
  expect(second).not.toContain('Secret Pilates')
  expect(await read('?q=pilates')).toContain('Secret Pilates')
  expect(await read('?q=pilates')).not.toContain('Yoga 21')
  expect(await read('?state=link')).toContain('By link only (1)')
  expect(await read('?q=nothing-like-it')).toContain('No classes found')

  // The oldest class has the next session.
  await aSession(db, { class: oldest })
  const titles = async (query: string) =>
    [...(await read(query)).matchAll(/Yoga \d+/g)].map(([title]) => title)
  expect((await titles('?state=open')).slice(0, 3)).toEqual(['Yoga 0', 'Yoga 21', 'Yoga 20'])
  expect(await read('?state=open')).toContain('Sorted by the next session')
  const newest = await read('?state=open&sort=newest')
  expect(newest).toContain('Sorted newest first')
  expect((await titles('?state=open&sort=newest')).slice(0, 2)).toEqual(['Yoga 21', 'Yoga 20'])
  const page = await (await browser.get('/dashboard/classes?state=open&sort=newest')).text()
  const rest = /href="(\/dashboard\/classes\?[^"]*after=[^"]*)"/.exec(page)?.[1] ?? ''
  expect(await titles(rest.replaceAll('&amp;', '&').slice('/dashboard/classes'.length))).toEqual([
    'Yoga 1',
    'Yoga 0',
  ])
})
