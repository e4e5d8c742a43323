import { moneyOfBooking } from '#core/money/queries.ts'
import { sql } from 'kysely'
import { cancelByCustomer, cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { markTold } from '#core/bookings/steps/mark-told.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import type { Db } from '#core/shared/db.ts'
import { addMinutes, wallClockOf } from '#core/shared/time.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { noticeOf, readPage, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { linkTo } from '#tests/support/links.ts'
import { buttonIn, formIn, spotsIn } from '#tests/support/page-form.ts'
import { aBooking, aClass, aSession, aVendor, weeklySessions } from '#tests/support/factories.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'
import { agreementIn, anInstructor, errorsAt, signedInVendor } from '#tests/support/workspace.ts'
import { onDay } from '#tests/support/times.ts'

const statusesOf = async (db: Db) => {
  const rows = await db
    .selectFrom('bookings')
    .orderBy('bookedAt')
    .orderBy('id')
    .select('status')
    .execute()
  return rows.map(({ status }) => status)
}

const editFields = (sessionId: string, fields: Record<string, string> = {}) => ({
  customerName: 'Carla Customer',
  customerEmail: 'carla@example.com',
  customerPhone: '',
  notes: '',
  status: 'confirmed',
  paymentStatus: 'pending',
  amountPaid: '',
  sessionId,
  ...fields,
})

test('pending requests are on the overview, and are confirmed and rejected there', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor, title: 'Boxing' }) })
  const wanted = await aBooking(db, {
    session,
    spots: 2,
    status: 'pending',
    customer: { name: 'Wanda' },
  })
  const other = await aBooking(db, { session, status: 'pending', customer: { name: 'Otto' } })
  const page = await readPage(await browser.get('/dashboard'))
  expect(page).toMatch(/Wanda\s+· 2 spots/)
  expect(page).toMatch(/Wanda\s.* 9 minutes left/)
  expect(page).toContain('Confirm all 3')

  const confirmed = await browser.post('/dashboard/bookings', {
    intent: 'confirm',
    bookingId: wanted.bookingIds,
    returnTo: '/dashboard',
  })
  expect(confirmed.headers.get('location')).toBe('/dashboard')
  expect(noticeOf(confirmed)?.title).toBe('2 requests confirmed.')
  const rejected = await browser.post('/dashboard/bookings', {
    intent: 'reject',
    bookingId: other.bookingIds,
    returnTo: 'https://evil.example/',
  })
  expect(rejected.headers.get('location')).toBe('/dashboard/bookings')
  expect(noticeOf(rejected)?.title).toBe('Booking rejected.')
  expect((await statusesOf(db)).toSorted()).toEqual(['confirmed', 'confirmed', 'rejected'])

  const again = await browser.post('/dashboard/bookings', {
    intent: 'confirm',
    bookingId: other.bookingIds,
  })
  expect(noticeOf(again)).toMatchObject({ tone: 'bad', title: 'Nothing was changed' })
})

test('all requests are confirmed at once, or none if one is not as the page showed it', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const session = await aSession(db, { class: of })
  const other = await aSession(db, { class: of })
  const requests = []
  for (const name of ['Wanda', 'Otto'])
    requests.push(await aBooking(db, { session, status: 'pending', customer: { name } }))
  const bookingId = requests.flatMap(({ bookingIds }) => bookingIds)
  const html = await (await browser.get('/dashboard')).text()
  const all =
    /<form(?:(?!<\/form>).)*Confirm all 2(?:(?!<\/form>).)*<\/form>/s.exec(html)?.[0] ?? ''
  const shown = spotsIn(all)
  expect(shown.version).toHaveLength(2)
  const confirmAll = () => browser.post('/dashboard/bookings', { intent: 'confirm', ...shown })
  const moveLast = (sessionId: string) =>
    db
      .updateTable('bookings')
      .set({ sessionId })
      .where('id', '=', bookingId[1] ?? '')
      .execute()
  await moveLast(other.id)
  expect(noticeOf(await confirmAll())).toMatchObject({ tone: 'bad' })
  expect(await statusesOf(db)).toEqual(['pending', 'pending'])
  await moveLast(session.id)
  expect(noticeOf(await confirmAll())?.title).toBe('2 requests confirmed.')
  expect(await statusesOf(db)).toEqual(['confirmed', 'confirmed'])
})

test('a session says how many of its spots are booked and how many only requested', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, {
    class: await aClass(db, { vendor, confirmationMode: 'manual' }),
    capacity: 6,
  })
  await aBooking(db, { session })
  const counts = async (path: string) => {
    const page = await readPage(await browser.get(path))
    return page.match(/\d\/6 booked(?:, \d requested)?/)?.[0]
  }
  expect(await counts('/dashboard/bookings')).toBe('1/6 booked')
  const request = { session, spots: 2, status: 'pending' as const }
  await aBooking(db, { ...request, expiresAt: addMinutes(new Date(), 60) })
  expect(await counts('/dashboard/bookings')).toBe('1/6 booked, 2 requested')
  // A filter that hides the requests does not make bookings of them.
  expect(await counts('/dashboard/bookings?status=confirmed')).toBe('1/6 booked, 2 requested')
})

test('no tick is shown where somebody without an email address still has to be called', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const session = await aSession(db, { class: own })
  const later = await aSession(db, { class: own, startsAt: onDay(5) })
  const customer = { name: 'Petra', email: null, phone: '+4915112345678' }
  const { bookingIds } = await aBooking(db, { session, customer })
  const address = `/dashboard/bookings/${bookingIds[0]}`
  const form = formIn(await (await browser.get(address)).text(), 'customerName')
  const moved = await browser.post(address, { ...form, sessionId: later.id })
  expect(noticeOf(moved)).toEqual({
    tone: 'warn',
    title: 'Success!',
    text: 'Booking updated successfully. 1 person has no email. You’ll need to call them.',
  })
  // The chat of a login reaches her.
  await sql`
    with bot as (insert into telegram_bots (id, username) values (7, 'site_bot') returning id), chat as (
      insert into telegram_chats (bot_id, telegram_id, name) select id, 8, 'Petra' from bot)
    update purchases set booking_method = 'telegram', customer_telegram = '7:8', customer_telegram_name = 'Petra'`.execute(
    db,
  )
  const again = formIn(await (await browser.get(address)).text(), 'customerName')
  const back = await browser.post(address, { ...again, sessionId: session.id })
  expect(noticeOf(back)).toMatchObject({ tone: 'good', text: 'Booking updated successfully' })
  await sql`update telegram_chats set blocked_at = now()`.execute(db)
  const cancel = { intent: 'cancel', bookingId: bookingIds }
  const cancelled = await browser.post('/dashboard/bookings', cancel)
  expect(noticeOf(cancelled)).toMatchObject({ tone: 'warn', title: 'Booking cancelled.' })
})

test('a booking is cancelled and deleted after a question', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { bookingIds } = await aBooking(db, { session, customer: { name: 'Carla' } })
  const question = `/dashboard/bookings?ask=cancel&booking=${bookingIds[0]}`
  expect(await readPage(await browser.get(question))).toContain('Cancel Carla’s booking?')
  expect(await statusesOf(db)).toEqual(['confirmed'])

  const cancelled = await browser.post('/dashboard/bookings', {
    intent: 'cancel',
    bookingId: bookingIds,
    returnTo: '/dashboard/bookings?q=Carla',
  })
  expect(cancelled.headers.get('location')).toBe('/dashboard/bookings?q=Carla')
  expect(noticeOf(cancelled)?.title).toBe('Booking cancelled.')
  expect(
    noticeOf(await browser.post('/dashboard/bookings', { intent: 'cancel', bookingId: bookingIds }))
      ?.title,
  ).toBe('Nothing was changed')

  const deleted = await browser.post('/dashboard/bookings', {
    intent: 'delete',
    bookingId: bookingIds,
  })
  expect(noticeOf(deleted)?.title).toBe('Booking deleted successfully.')
  expect(await readPage(await browser.get('/dashboard/bookings'))).toContain('No upcoming bookings')
  expect((await browser.get(question)).status).toBe(404)
})

test('a request is rejected after a question that says how many people are notified', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const wanda = await aBooking(db, {
    session,
    spots: 2,
    status: 'pending',
    customer: { name: 'Wanda' },
  })
  const petra = { name: 'Petra', phone: '+491701234567', email: null }
  const called = await aBooking(db, { session, status: 'pending', customer: petra })
  const ask = (ids: readonly string[], back: string) =>
    `/dashboard/bookings?ask=reject${ids.map((id) => `&booking=${id}`).join('')}${back}`
  const overview = (await (await browser.get('/dashboard')).text()).replaceAll('&amp;', '&')
  const links = [...overview.matchAll(/href="([^"]*ask=reject[^"]*)"/g)]
    .map(([, to = '']) => new URL(to, 'https://openspot.example').searchParams)
    .map((to) => [to.getAll('booking').toSorted(), to.get('returnTo')])
  expect(links).toContainEqual([wanda.bookingIds.toSorted(), '/dashboard'])
  expect(overview).not.toContain('value="reject"')
  const list = (await (await browser.get('/dashboard/bookings?q=Petra')).text()).replaceAll(
    '&amp;',
    '&',
  )
  expect(list).toContain(
    `/dashboard/bookings?q=Petra&ask=reject&booking=${called.bookingIds[0]}&returnTo=%2Fdashboard%2Fbookings%3Fq%3DPetra%23booking-${called.bookingIds[0]}#ask`,
  )

  const question = await browser.get(ask(wanda.bookingIds, '&returnTo=%2Fdashboard'))
  const html = await question.clone().text()
  const page = await readPage(question)
  expect(page).toContain('Reject the request from Wanda?')
  expect(page).toContain('1 person (2 spots) will be notified.')
  expect(await readPage(await browser.get(ask(called.bookingIds, '')))).toContain(
    '1 person has no email. You’ll need to call them.',
  )
  expect(await statusesOf(db)).toEqual(['pending', 'pending', 'pending'])
  for (const id of wanda.bookingIds) expect(html).toContain(`name="bookingId" value="${id}"`)
  expect(html).toContain('name="returnTo" value="/dashboard"')
  expect((await browser.get(ask([crypto.randomUUID()], ''))).status).toBe(404)
})

test('after Update Booking the list is as it was filtered', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { bookingIds } = await aBooking(db, { session })
  const list = await (await browser.get('/dashboard/bookings?status=confirmed')).text()
  const place = `/dashboard/bookings?status=confirmed#booking-${bookingIds[0]}`
  const address = `/dashboard/bookings/${bookingIds[0]}?returnTo=${encodeURIComponent(place)}`
  expect(list).toContain(`href="${address}"`)
  expect(list).toContain(`id="booking-${bookingIds[0]}"`)
  expect(await (await browser.get(address)).text()).toContain(`href="${place}"`)
  const saved = await browser.post(address, editFields(session.id))
  expect(saved.headers.get('location')).toBe(place)
  const elsewhere = address.replace(/returnTo=.*/, 'returnTo=https%3A%2F%2Fevil.example%2F')
  const away = await browser.post(elsewhere, editFields(session.id))
  expect(away.headers.get('location')).toBe('/dashboard/bookings')
})

test('a payment the vendor recorded is owed back when the booking is cancelled, until the refund is recorded', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor, title: 'Pilates' }) })
  const { bookingIds } = await aBooking(db, { session, customer: { name: 'Rita' } })
  const [bookingId] = bookingIds
  const address = `/dashboard/bookings/${bookingId}`
  const edit = (fields: Record<string, string>) =>
    browser.post(address, editFields(session.id, { customerName: 'Rita', ...fields }))
  const overview = async () => readPage(await browser.get('/dashboard'))
  const customerPage = async () => {
    const purchase = await db
      .selectFrom('purchases')
      .select(['id as purchaseId', 'reference', 'tokenRotation'])
      .executeTakeFirstOrThrow()
    return readPage(await browser.get(manageUrl(deps, purchase)))
  }
  await edit({ amountPaid: '12', paymentStatus: 'paid' })
  expect(await readPage(await browser.get(address))).toContain(
    '€12 of €15 paid, nothing more to pay',
  )
  await edit({ amountPaid: '15', paymentStatus: 'paid' })
  expect(await overview()).not.toContain('Money owed')
  const asked = async (what: 'cancel' | 'delete') =>
    readPage(await browser.get(`/dashboard/bookings?ask=${what}&booking=${bookingId}`))
  expect(await asked('cancel')).toContain(
    '€15 is recorded as paid. Your overview will show the refund.',
  )
  expect(await asked('delete')).toContain(
    '€15 is recorded as paid, and this record disappears with the booking.',
  )
  await cancelByVendor(db, vendor.id, bookingIds)
  await db.updateTable('bookings').set({ attendance: 'late_cancel' }).execute()
  expect(await overview()).not.toContain('Money owed')
  expect(await customerPage()).not.toContain('To be refunded')
  await db.updateTable('bookings').set({ attendance: null }).execute()
  expect(await overview()).toContain('Money owed You owe €15 Rita Pilates You owe €15')
  const edited = await readPage(await browser.get(address))
  expect(edited).toContain('Paid, €15 to refund Mark as refunded')
  expect(await customerPage()).toContain('To be refunded €15 · by')
  await edit({ amountPaid: '0', paymentStatus: 'refunded', status: 'cancelled' })
  expect(await overview()).not.toContain('Money owed')
  expect(await customerPage()).not.toContain('To be refunded')
})

test('a booking is marked as paid in one tap, with its whole price, and changes in nothing else', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor, priceMinor: 1800 }) })
  const { bookingIds } = await aBooking(db, { session, customer: { name: 'Mia' } })
  const address = `/dashboard/bookings/${bookingIds[0]}?returnTo=%2Fdashboard%2Fbookings%3Fq%3DMia`
  expect(await readPage(await browser.get(address))).toMatch(/Mia .*Unpaid: €18 .*Mark as paid/)
  const row = () => db.selectFrom('bookings').selectAll().executeTakeFirstOrThrow()
  const before = await row()
  const spot = (paidMinor = 0) => ({
    intent: 'paid',
    version: `${session.id} held ${paidMinor} 1800`,
  })
  expect(await (await browser.get(address)).text()).toContain(spot().version)
  // Not with the payments that the page showed, or of a page that did not say.
  for (const unsure of [spot(500), { intent: 'paid' }])
    expect((await browser.post(address, unsure)).status).toBe(409)
  expect(await row()).toEqual(before)
  const paid = await browser.post(address, spot())
  expect(paid.headers.get('location')).toBe('/dashboard/bookings?q=Mia')
  expect(await db.selectFrom('payments').select('amountMinor').execute()).toEqual([
    { amountMinor: 1800 },
  ])
  expect(await row()).toEqual({ ...before, settledMinor: 1800 })
  const page = await readPage(await browser.get(address))
  expect(page).toMatch(/Mia .*Paid/)
  expect(page).not.toContain('Mark as paid')
  const stranger = (await signedInVendor(deps)).browser
  expect((await stranger.post(address, { intent: 'paid' })).status).toBe(404)
})

test('Edit Booking folds its form until something in it is wrong, and asks before it cancels', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor, title: 'Boxing' }) })
  const { bookingIds } = await aBooking(db, { session, customer: { name: 'Mia' } })
  const address = `/dashboard/bookings/${bookingIds[0]}`
  const closed = await (await browser.get(address)).text()
  expect(closed).toMatch(
    /<details(?![^>]*open)[^>]*>\s*<summary[^>]*>(?:(?!<\/summary>)[\s\S])*Correct details/,
  )
  const wrong = await browser.post(address, editFields(session.id, { customerName: '' }))
  expect(await wrong.text()).toMatch(/<details[^>]*open/)
  const [, ask = ''] = /href="([^"]*ask=cancel[^"]*)"/.exec(closed) ?? []
  const asked = await browser.get(ask.replaceAll('&amp;', '&'))
  expect(await asked.clone().text()).toContain('action="/dashboard/bookings"')
  expect(await readPage(asked)).toContain('Cancel Mia’s booking?')
})

test('Edit Booking saves contact, payment, status and session', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const session = await aSession(db, { class: own })
  const other = await aSession(db, { class: own, startsAt: onDay(5) })
  const { bookingIds } = await aBooking(db, { session })
  const address = `/dashboard/bookings/${bookingIds[0]}`
  expect(await readPage(await browser.get(address))).toContain('Edit Booking')
  const saved = await browser.post(
    address,
    editFields(other.id, {
      customerName: 'Nora',
      customerEmail: '',
      customerPhone: '0151 12345678',
      amountPaid: '7,50',
      paymentStatus: 'paid',
      notes: 'Brings a friend',
    }),
  )
  expect(noticeOf(saved)).toEqual({
    tone: 'warn',
    title: 'Success!',
    text: 'Booking updated successfully. 1 person has no email. You’ll need to call them.',
  })
  const row = await db
    .selectFrom('bookings as b')
    .innerJoinLateral(moneyOfBooking, (join) => join.onTrue())
    .select(['b.sessionId', 'm.paymentStatus', 'b.notes'])
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ sessionId: other.id, paymentStatus: 'paid', notes: 'Brings a friend' })
  const purchase = await db
    .selectFrom('purchases')
    .select(['customerName', 'customerEmail', 'customerPhone'])
    .executeTakeFirstOrThrow()
  expect(purchase).toEqual({
    customerName: 'Nora',
    customerEmail: null,
    customerPhone: '+4915112345678',
  })
  expect(await db.selectFrom('payments').select(['kind', 'amountMinor']).execute()).toEqual([
    { kind: 'paid', amountMinor: 750 },
    { kind: 'waived', amountMinor: 750 },
  ])
})

test('moving to a session whose time has changed since the form was opened is asked about once', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const session = await aSession(db, { class: own })
  const other = await aSession(db, { class: own, startsAt: addMinutes(session.startsAt, 1440) })
  const { bookingIds } = await aBooking(db, { session })
  const address = `/dashboard/bookings/${bookingIds[0]}`
  const moveTo = (html: string) =>
    browser.post(address, { ...formIn(html, 'sessionId'), sessionId: other.id })
  const opened = await (await browser.get(address)).text()
  const { date, time } = wallClockOf(addMinutes(other.startsAt, 180), 'Europe/Berlin')
  const of = { vendorId: vendor.id, sessionId: other.id }
  await changeSession(db, of, sessionForm(date, { startTime: time }), new Date())
  const asked = await moveTo(opened)
  expect(asked.status).toBe(409)
  const html = await asked.text()
  expect(errorsAt(html, 'sessionId')).toContain('The time or place of this session has changed.')
  expect(html).toContain(time)
  expect((await moveTo(html)).status).toBe(302)
  const { sessionId } = await db
    .selectFrom('bookings')
    .select('sessionId')
    .executeTakeFirstOrThrow()
  expect(sessionId).toBe(other.id)
})

test('a payment for a spot that the customer has cancelled since is not recorded, and the page says why', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { purchaseId, bookingIds } = await aBooking(db, { session, customer: { name: 'Mia' } })
  const address = `/dashboard/bookings/${bookingIds[0]}`
  const opened = await (await browser.get(address)).text()
  const list = await (await browser.get('/dashboard/bookings')).text()
  await cancelByCustomer(db, linkTo(purchaseId), null)
  const why = 'This has changed since you opened the page, so nothing has been done yet.'
  const button = { ...formIn(opened, 'bookingId'), intent: 'paid' }
  const form = { ...formIn(opened, 'amountPaid'), amountPaid: '15', paymentStatus: 'paid' }
  for (const fields of [button, form]) {
    const answer = await browser.post(address, fields)
    expect(answer.status).toBe(409)
    expect(await readPage(answer)).toContain(why)
  }
  const row = { ...formIn(list, 'bookingId'), intent: 'paid' }
  expect(noticeOf(await browser.post('/dashboard/bookings', row))?.text).toContain(why)
  expect(await db.selectFrom('payments').select('id').execute()).toEqual([])
})

test('correcting an address asks about the other bookings that have it, and names the customer who has the new one', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor, title: 'Boxing' })
  const ada = { name: 'Ada', email: 'ada@exmaple.com' }
  const first = await aBooking(db, { session: await aSession(db, { class: of }), customer: ada })
  const son = { ...ada, name: 'Ada’s son' }
  const second = await aBooking(db, { session: await aSession(db, { class: of }), customer: son })
  await aBooking(db, {
    session: await aSession(db, { class: of }),
    customer: { name: 'Bob', email: 'bob@example.com' },
  })
  const address = `/dashboard/bookings/${first.bookingIds[0]}`
  const correct = async (customerEmail: string, agreed?: string, also: string[] = []) =>
    browser.post(address, {
      ...formIn(await (await browser.get(address)).text(), 'customerEmail'),
      customerEmail,
      ...(agreed !== undefined && { agreed }),
      also,
    })
  const emails = async () => {
    const purchases = await db
      .selectFrom('purchases')
      .orderBy('customerEmail')
      .select('customerEmail')
      .execute()
    return purchases.map(({ customerEmail }) => customerEmail)
  }
  const asked = await correct('ada@example.com')
  expect(asked.status).toBe(409)
  const html = await asked.clone().text()
  expect(html).toMatch(/<details[^>]*open/)
  expect(await readPage(asked)).toMatch(/Ada’s son · Boxing · /)
  expect(await emails()).toEqual(['ada@exmaple.com', 'ada@exmaple.com', 'bob@example.com'])
  // Only what has the same name is ticked.
  expect(html).not.toMatch(/<input[^>]*name="also"[^>]*checked/)
  const answered = await correct('ada@example.com', agreementIn(html), [second.purchaseId])
  expect(answered.status).toBe(302)
  expect(await emails()).toEqual(['ada@example.com', 'ada@example.com', 'bob@example.com'])
  const taken = await correct('bob@example.com')
  expect(taken.status).toBe(409)
  const question = await taken.clone().text()
  expect(await readPage(taken)).toContain('This address belongs to Bob')
  const all = await correct('bob@example.com', agreementIn(question), [second.purchaseId])
  expect(all.status).toBe(302)
  const contacts = await db.selectFrom('purchases').select('contactId').distinct().execute()
  expect(contacts).toHaveLength(1)
})

test.for([
  ['customerName', { customerName: ' ' }, 400, 'Please fill this in.'],
  [
    'customerEmail',
    { customerEmail: 'carla' },
    400,
    'Please enter an email address like name@example.com.',
  ],
  ['customerEmail', { customerEmail: '' }, 409, 'Please enter an email address or a phone number.'],
  [
    'customerPhone',
    { customerPhone: 'call me' },
    400,
    'This isn’t a phone number. Start with + and the country code.',
  ],
  [
    'customerPhone',
    { customerPhone: '12' },
    400,
    'Some digits are missing from this phone number.',
  ],
  [
    'customerPhone',
    { customerPhone: '49 170 1234567' },
    400,
    'Which country is this number from? Start with + and the country code, like +49.',
  ],
  ['amountPaid', { amountPaid: 'much' }, 400, 'Please enter an amount like 12.50'],
  [
    'status',
    { status: 'rejected' },
    409,
    'This booking has changed since you opened it. Please check it again.',
  ],
] as const)(
  'Edit Booking with a wrong %s says so at the field',
  async ([field, fields, status, sentence], { deps, db }) => {
    const { vendor, browser } = await signedInVendor(deps)
    const session = await aSession(db, { class: await aClass(db, { vendor }) })
    const { bookingIds } = await aBooking(db, { session })
    const answer = await browser.post(
      `/dashboard/bookings/${bookingIds[0]}`,
      editFields(session.id, { notes: 'Kept words', ...fields }),
    )
    expect(answer.status).toBe(status)
    const html = await answer.text()
    expect(html).toContain('Please check the fields below.')
    expect(html).not.toContain('Failed to update booking. Please try again.')
    expect(errorsAt(html, field)).toBe(sentence)
    expect(html).toContain('Kept words')
  },
)

test('the list says where a booking was made, and asks no money for one that has ended', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor, priceMinor: 1550 }) })
  const { purchaseId, bookingIds } = await aBooking(db, { session })
  const list = async () => readPage(await browser.get('/dashboard/bookings'))
  expect(await list()).toMatch(/Unpaid: €15.50 .* Online, \w{3} \d/)
  await browser.post('/dashboard/bookings', { intent: 'cancel', bookingId: bookingIds })
  await db.updateTable('purchases').set({ source: 'api' }).where('id', '=', purchaseId).execute()
  const ended = await list()
  expect(ended).not.toContain('€15.50')
  expect(ended).toMatch(/Cancelled .* API, \w{3} \d/)
})

test('the amount of a booking without a payment is empty, and the form knows its price', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor, priceMinor: 1550 }) })
  const { bookingIds } = await aBooking(db, { session })
  const html = await (await browser.get(`/dashboard/bookings/${bookingIds[0]}`)).text()
  const [amount = ''] = /<input[^>]*name="amountPaid"[^>]*>/.exec(html) ?? []
  expect(amount).toMatch(/value=""/)
})

test('a full session cannot be chosen, and one of another class is not there', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const session = await aSession(db, { class: own })
  const full = await aSession(db, { class: own, capacity: 1 })
  const elsewhere = await aSession(db, { class: await aClass(db, { vendor }) })
  await aBooking(db, { session: full })
  const { bookingIds } = await aBooking(db, { session })
  const address = `/dashboard/bookings/${bookingIds[0]}`
  expect(await (await browser.get(address)).text()).toMatch(
    new RegExp(
      `<option[^>]*disabled=""[^>]*value="${full.id}"|<option[^>]*value="${full.id}"[^>]*disabled=""`,
    ),
  )
  const refused = await browser.post(address, editFields(full.id))
  expect(refused.status).toBe(409)
  expect(errorsAt(await refused.text(), 'sessionId')).toBe('This session is full.')
  expect((await browser.post(address, editFields(elsewhere.id))).status).toBe(404)
})

test('a booking stays on its session, however many sessions of its class come before', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const capacities = Array.from({ length: 400 }, () => 10)
  await weeklySessions(db, own, { date: '2030-05-06', capacities })
  const session = await aSession(db, { class: own, startsAt: new Date('2045-05-06T08:00:00Z') })
  const { bookingIds } = await aBooking(db, { session })
  const address = `/dashboard/bookings/${bookingIds[0]}`
  const shown = formIn(await (await browser.get(address)).text(), 'sessionId')
  expect(shown['sessionId']).toBe(session.id)
  expect((await browser.post(address, { ...shown, notes: 'Called' })).status).toBe(302)
  expect(await db.selectFrom('bookings').select(['sessionId', 'notes']).execute()).toEqual([
    { sessionId: session.id, notes: 'Called' },
  ])
})

test('a choice that is no longer offered stays chosen, so that nobody sends another one', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { bookingIds } = await aBooking(db, { session })
  const gone = crypto.randomUUID()
  const refused = await browser.post(
    `/dashboard/bookings/${bookingIds[0]}`,
    editFields(gone, { customerName: '' }),
  )
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(formIn(html, 'sessionId')['sessionId']).toBe(gone)
  expect(html).toMatch(/<option[^>]*selected=""[^>]*>another session</)
})

test('a rejected booking keeps its status when only its notes are edited', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { bookingIds } = await aBooking(db, { session, status: 'rejected' })
  await browser.post(
    `/dashboard/bookings/${bookingIds[0]}`,
    editFields(session.id, { status: 'rejected', notes: 'Called' }),
  )
  expect(await db.selectFrom('bookings').select(['status', 'notes']).executeTakeFirst()).toEqual({
    status: 'rejected',
    notes: 'Called',
  })
})

test('the list is filtered by status, class, day and text, and an overdue request is expired', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const yoga = await aSession(db, {
    class: await aClass(db, { vendor, title: 'Yoga' }),
    startsAt: new Date('2030-03-04T10:00:00Z'),
  })
  const boxing = await aSession(db, {
    class: await aClass(db, { vendor, title: 'Boxing' }),
    startsAt: new Date('2030-03-05T10:00:00Z'),
  })
  await aBooking(db, {
    session: yoga,
    customer: { name: 'Yola 100%', phone: '+4915112345678', email: null },
  })
  await aBooking(db, {
    session: boxing,
    status: 'pending',
    expiresAt: new Date(Date.now() - 60_000),
    customer: { name: 'Bert Late' },
  })
  const found = async (query: string) => {
    const page = await readPage(await browser.get(`/dashboard/bookings${query}`))
    return page.includes(' Late') ? 1 : 0
  }
  const names = async (query: string) => {
    const page = await readPage(await browser.get(`/dashboard/bookings${query}`))
    return ['Yola', 'Bert'].filter((name) => page.includes(name))
  }
  expect(await names('')).toEqual(['Yola', 'Bert'])
  expect(await names('?status=expired')).toEqual(['Bert'])
  expect(await names('?status=pending')).toEqual([])
  expect(await names(`?class=${yoga.class.id}`)).toEqual(['Yola'])
  expect(await names('?from=2030-03-05&to=2030-03-05')).toEqual(['Bert'])
  expect(await names('?q=0151+1234')).toEqual(['Yola'])
  expect(await names('?q=100%25')).toEqual(['Yola'])
  for (const query of ['Yola 100', '+4915112345678', 'yo', 'yol'])
    expect(await names(`?q=${encodeURIComponent(query)}`)).toEqual(['Yola'])
  expect(await names('?q=Late+Bert')).toEqual(['Bert'])
  // No reference begins with these letters: its alphabet leaves them out.
  for (const query of ['ola 1001', 'ol', '---', 'lu@'])
    expect(await names(`?q=${encodeURIComponent(query)}`)).toEqual([])
  expect(await names('?q=%00&from=0000-01-01&class=nonsense&cursor=nonsense&status=odd')).toEqual([
    'Yola',
    'Bert',
  ])
  // Letter and accent apart; found either way.
  await db
    .updateTable('purchases')
    .set({ customerName: 'Bért Late'.normalize('NFD') })
    .where('customerName', '=', 'Bert Late')
    .execute()
  for (const form of ['NFC', 'NFD'])
    expect(await found(`?q=${encodeURIComponent('bért'.normalize(form))}`)).toBe(1)
})

test('the list is filtered by money, as its rows say it', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const add = async (name: string, columns: Parameters<typeof aBooking>[1] = {}, paid = 0) => {
    const { bookingIds } = await aBooking(db, { session, customer: { name }, ...columns })
    if (paid !== 0)
      await db
        .insertInto('payments')
        .values({
          vendorId: vendor.id,
          bookingId: bookingIds[0] ?? '',
          amountMinor: paid,
          currency: 'EUR',
          method: 'correction',
        })
        .execute()
  }
  await add('Dora Due')
  await add('Petra Part', {}, 500)
  await add('Paul Paid', {}, 1500)
  await add('Fred Free', { priceMinor: 0 })
  await add('Rita Refunded', { money: 'refunded', status: 'cancelled' })
  await add('Carl Cancelled', { status: 'cancelled' })
  const people = ['Dora', 'Petra', 'Paul', 'Fred', 'Rita', 'Carl']
  const names = async (payment: string) => {
    const page = await readPage(await browser.get(`/dashboard/bookings?payment=${payment}`))
    return people.filter((name) => page.includes(`${name} `))
  }
  expect(await names('due')).toEqual(['Dora', 'Petra'])
  expect(await names('paid')).toEqual(['Paul'])
  expect(await names('refunded')).toEqual(['Rita'])
  expect(await names('bundle')).toEqual([])
  expect(await names('odd')).toEqual(people)
})

test('a search finds the vendor’s own bookings only', async ({ deps, db }) => {
  const { browser } = await signedInVendor(deps)
  await aBooking(db, { customer: { name: 'Otto Other' } })
  const page = await readPage(await browser.get('/dashboard/bookings?q=Otto'))
  expect(page).toContain('Nobody called “Otto”')
  expect(page).not.toContain('Otto Other')
})

test('a page ends with a session, after twenty-five bookings or more; the rest is behind a link', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const first = await aSession(db, { class: own, startsAt: inHours(48), capacity: 40 })
  const second = await aSession(db, { class: own, startsAt: inHours(50) })
  for (let at = 10; at < 45; at += 1)
    await aBooking(db, {
      session: at < 40 ? first : second,
      customer: { name: `Guest ${at}` },
    })
  const guests = (html: string) =>
    new Set([...html.matchAll(/Guest \d\d(?=<)/g)].map(([name]) => name))
  const html = await (await browser.get('/dashboard/bookings')).text()
  const next = /href="(\/dashboard\/bookings\?cursor=[^"]+)"/.exec(html)?.[1] ?? ''
  const shown = guests(html)
  const rest = guests(await (await browser.get(next)).text())
  expect([shown.size, rest.size]).toEqual([30, 5])
  expect(new Set([...shown, ...rest]).size).toBe(35)
})

test('the list goes session by session: upcoming ones in their order, past ones the latest first', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor, title: 'Boxing' })
  const inDays = (days: number) => onDay(days)
  const sessionIn = (days: number) => aSession(db, { class: own, startsAt: inDays(days) })
  const [late, soon, before, longBefore] = await Promise.all([9, 2, -2, -9].map(sessionIn))
  // The latest to book is not the first to come.
  for (const [session, name] of [
    [soon, 'Soon'],
    [late, 'Late'],
    [longBefore, 'Longago'],
    [before, 'Before'],
    [soon, 'Also'],
  ] as const)
    if (session) await aBooking(db, { session, customer: { name } })
  const namesIn = async (query: string) => {
    const html = await (await browser.get(`/dashboard/bookings${query}`)).text()
    return [...html.matchAll(/<bdi>(Soon|Late|Longago|Before|Also)<\/bdi>/g)].map(
      ([, name]) => name,
    )
  }
  expect(await namesIn('')).toEqual(['Soon', 'Also', 'Late'])
  expect(await namesIn('?when=past')).toEqual(['Before', 'Longago'])
  expect(await namesIn('?when=all')).toEqual(['Late', 'Soon', 'Also', 'Before', 'Longago'])
  // Who looks for a person looks everywhere.
  expect(await namesIn('?q=Longago')).toEqual(['Longago'])
  expect(await namesIn('?q=Longago&when=upcoming')).toEqual([])
  const page = await readPage(await browser.get('/dashboard/bookings'))
  expect(page.match(/Boxing\s+2\/10 booked/g)).toHaveLength(1)
})

test('no page ends within a session, and no spot is lost or shown twice', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  // Two sessions at the same time: their bookings do not mix.
  const startsAt = onDay(3)
  const sessions = await Promise.all(
    [1, 2].map(async () =>
      aSession(db, { class: await aClass(db, { vendor }), startsAt, capacity: 30 }),
    ),
  )
  sessions.push(await aSession(db, { class: own, capacity: 30 }))
  for (const [nth, session] of sessions.entries())
    for (let at = 10; at < 30; at += 1)
      await aBooking(db, { session, customer: { name: `Guest ${nth}${at}` } })
  for (const when of ['upcoming', 'all']) {
    const seen: string[] = []
    const heads: string[][] = []
    let to: string | undefined = `/dashboard/bookings?when=${when}`
    while (to !== undefined) {
      const html: string = (await (await browser.get(to)).text()).replaceAll('&amp;', '&')
      seen.push(...[...html.matchAll(/<bdi>(Guest \d+)<\/bdi>/g)].map(([, name = '']) => name))
      heads.push([...html.matchAll(/id="session-([^"]+)"/g)].map(([, id = '']) => id))
      to = /href="([^"]+)"[^>]*rel="next"|rel="next"[^>]*href="([^"]+)"/
        .exec(html)
        ?.slice(1)
        .find(Boolean)
    }
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
    for (const ids of heads) expect(ids).toEqual([...new Set(ids)])
    expect(heads.flat()).toHaveLength(3)
  }
})

test('the question is asked at the row it is about, and answers lead back to its session', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const [, second] = await Promise.all(
    ['Anna', 'Bert'].map((name) => aBooking(db, { session, customer: { name } })),
  )
  const id = second?.bookingIds[0] ?? ''
  const list = await (await browser.get('/dashboard/bookings?status=confirmed')).text()
  const [, to = ''] = new RegExp(`href="([^"]*ask=cancel&amp;booking=${id}#ask)"`).exec(list) ?? []
  expect(to).toContain('?status=confirmed&amp;')
  const html = await (await browser.get(to.replaceAll('&amp;', '&'))).text()
  const [, row = ''] = html.split(`id="booking-${id}"`)
  const [own = ''] = row.split(/id="booking-/)
  expect(own).toContain('id="ask"')
  expect(own).toContain('Cancel <!-- -->Bert'.replace('<!-- -->', ''))
  expect(own).toContain(
    `name="returnTo" value="/dashboard/bookings?status=confirmed#session-${session.id}"`,
  )
})

test('a request for several dates is confirmed in one tap, also those on other pages', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const own = await aClass(db, { vendor })
  const inDays = (days: number) => onDay(days)
  const first = await aSession(db, { class: own, startsAt: inDays(1) })
  const last = await aSession(db, { class: own, startsAt: inDays(30) })
  const { purchaseId, bookingIds } = await aBooking(db, {
    session: first,
    spots: 2,
    status: 'pending',
  })
  await moveByCustomer(db, linkTo(purchaseId), bookingIds.slice(1), last.id)
  const between = await aSession(db, { class: own, startsAt: inDays(10), capacity: 30 })
  for (let at = 0; at < 25; at += 1) await aBooking(db, { session: between })
  const html = await (await browser.get('/dashboard/bookings')).text()
  expect(html).not.toContain(`id="session-${last.id}"`)
  expect(html).toContain('Confirm all 2')
  for (const id of bookingIds) expect(html).toContain(`name="bookingId" value="${id}"`)
})

test('the first spot of a purchase is spot 1, for the vendor as for the customer', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { bookingIds } = await aBooking(db, { session, spots: 3 })
  const html = await (await browser.get('/dashboard/bookings')).text()
  const places = [...html.matchAll(/Spot (\d) of 3/g)].map(([, place]) => place)
  expect([...new Set(places)]).toEqual(['1', '2', '3'])
  const ids = [...html.matchAll(/ask=cancel&amp;booking=([0-9a-f-]{36})#ask/g)].map(([, id]) => id)
  expect(ids).toEqual(bookingIds.toSorted())
})

test('an overview without classes asks for the first one; with classes a free day names the next session', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const empty = await readPage(await browser.get('/dashboard'))
  expect(empty).toContain('Publish your first class')
  expect(empty).not.toContain('No sessions today')
  const own = await aClass(db, { vendor, title: 'Boxing' })
  await aSession(db, { class: own, startsAt: onDay(5) })
  const page = await readPage(await browser.get('/dashboard'))
  expect(page).toMatch(/No sessions today\.\s+Next:\s+Boxing\s*,/)
  expect(page).toContain('0 booked')
})

test.for([
  ['e-mail', 'customerEmail', 'carla@'],
  ['phone number', 'customerPhone', '12'],
] as const)(
  'Edit Booking names a wrong %s and a wrong amount together',
  async ([, field, wrong], { deps, db }) => {
    const { vendor, browser } = await signedInVendor(deps)
    const session = await aSession(db, { class: await aClass(db, { vendor }) })
    const { bookingIds } = await aBooking(db, { session })
    const refused = await browser.post(
      `/dashboard/bookings/${bookingIds[0]}`,
      editFields(session.id, { [field]: wrong, amountPaid: 'ten' }),
    )
    const html = await refused.text()
    expect(errorsAt(html, field)).not.toBe('')
    expect(errorsAt(html, 'amountPaid')).toBe('Please enter an amount like 12.50')
  },
)

test('people who were not reached are listed with ways to contact them, until ticked off', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor, title: 'Yoga' }) })
  const booked = await aBooking(db, {
    session,
    customer: { name: 'Petra', phone: '+491701234567', email: null },
  })
  await db.transaction().execute((tx) => markTold(tx, [booked.purchaseId]))
  const { date, time } = wallClockOf(addMinutes(session.startsAt, 60), 'Europe/Berlin')
  const form = sessionForm(date, { startTime: time })
  const of = { vendorId: vendor.id, sessionId: session.id }
  await agreeing(form, (typed) => changeSession(db, of, typed, new Date()))
  await work(databaseUrl, deps, keepMails())
  const html = await (await browser.get('/dashboard')).text()
  expect(html).toContain('1 person not reached')
  expect(html).toMatch(
    /Session changed[\s\S]*<bdi>Yoga<\/bdi>, (?:<!-- -->)?was \w{3}, \w{3} \d+, \d\d:\d\d, now \w{3}, \w{3} \d+, \d\d:\d\d/,
  )
  expect(html).toContain('href="tel:+491701234567"')
  expect(html).toMatch(/href="sms:\+491701234567\?body=Studio%20Vera%20changed[^"]+token/)
  expect(html).toMatch(/href="https:\/\/wa\.me\/491701234567\?text=/)
  // The vendor can read what it sends: it must not be the link with which the customer acts.
  const sent = decodeURIComponent(/href="sms:[^"]*body=([^"]+)"/.exec(html)?.[1] ?? '')
  const link = /http\S+/.exec(sent)?.[0] ?? ''
  const { purchaseId, reference, bookingIds } = booked
  expect(link).not.toBe(manageUrl(deps, { purchaseId, reference, tokenRotation: 0 }))
  const page = await readPage(await browser.get(link))
  expect(page).toContain('Studio Vera sent you this link.')
  await browser.post(link, { intent: 'cancel', spot: bookingIds })
  expect(await readPage(await browser.get(link))).toContain(
    'Cancelled with a link from Studio Vera',
  )
  expect(await db.selectFrom('auditLog').select(['action', 'details']).execute()).toEqual([
    { action: 'booking.cancelled', details: { issuedBy: vendor.userId } },
  ])
  const shown = [...html.matchAll(/name="messageId" value="([^"]+)"/g)].map(([, id = '']) => id)
  expect(shown).toHaveLength(1)
  expect(html.match(/href="tel:/g)).toHaveLength(1)
  const instructor = app.visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  expect(await (await instructor.get('/dashboard')).text()).not.toContain('token')
  const ticked = await browser.post('/dashboard?index', { messageId: shown })
  expect(ticked.status).toBe(302)
  expect(await readPage(await browser.get('/dashboard'))).not.toContain('not reached')
})

test('who asks for the links of two bookings by phone is one line, and the text has both links', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const customer = { name: 'Petra', phone: '+491701234567', email: null }
  const one = await aBooking(db, { session: await aSession(db, { class: of }), customer })
  const other = await aBooking(db, { session: await aSession(db, { class: of }), customer })
  for (const { purchaseId } of [one, other])
    await db.transaction().execute((tx) => markTold(tx, [purchaseId]))
  await app.visitor().post('/my-spots', { contact: customer.phone })
  await work(databaseUrl, deps, keepMails())
  const html = await (await browser.get('/dashboard')).text()
  expect(html).toContain('1 person not reached')
  expect(html.match(/New link to the booking/g)).toHaveLength(1)
  const sent = decodeURIComponent(/href="sms:[^"]*body=([^"]+)"/.exec(html)?.[1] ?? '')
  for (const { reference } of [one, other]) expect(sent).toContain(`/booking/${reference}?`)
})

test('no action finds another vendor’s bookings', async ({ deps, db }) => {
  const { browser, vendor } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor: await aVendor(db) }) })
  const foreign = await aBooking(db, { session, status: 'pending' })
  const mine = await aBooking(db, {
    session: await aSession(db, { class: await aClass(db, { vendor }) }),
    status: 'pending',
  })
  for (const intent of ['confirm', 'reject', 'cancel', 'delete']) {
    const ids =
      intent === 'delete' ? foreign.bookingIds : [...mine.bookingIds, ...foreign.bookingIds]
    expect([
      intent,
      (await browser.post('/dashboard/bookings', { intent, bookingId: ids })).status,
    ]).toEqual([intent, 404])
    expect([
      intent,
      (await browser.post('/dashboard/bookings', { intent, bookingId: 'nonsense' })).status,
    ]).toEqual([intent, 404])
  }
  const address = `/dashboard/bookings/${foreign.bookingIds[0]}`
  expect((await browser.get(address)).status).toBe(404)
  expect((await browser.get('/dashboard/bookings/nonsense')).status).toBe(404)
  expect((await browser.post(address, editFields(session.id))).status).toBe(404)
  expect(
    (await browser.get(`/dashboard/bookings?ask=delete&booking=${foreign.bookingIds[0]}`)).status,
  ).toBe(404)
  expect((await browser.post('/dashboard?index', { messageId: foreign.purchaseId })).status).toBe(
    404,
  )
  expect(await statusesOf(db)).toEqual(['pending', 'pending'])
})

test('an instructor sees the bookings and answers none', async ({ deps, db }) => {
  const { app, vendor } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { bookingIds } = await aBooking(db, {
    session,
    status: 'pending',
    customer: { name: 'Wanda', email: 'secret@example.com', phone: '+4915112345678' },
  })
  const browser = app.visitor()
  await signInAs(deps, browser, await anInstructor(db, vendor))
  const html = await (await browser.get('/dashboard/bookings')).text()
  for (const contact of ['secret@example.com', '15112345678']) {
    expect(html).not.toContain(contact)
    const found = await browser.get(`/dashboard/bookings?q=${contact}`)
    expect(await found.text()).not.toContain('Wanda')
  }
  expect(await (await browser.get('/dashboard/bookings?q=wand')).text()).toContain('Wanda')
  expect(html).toContain('Wanda')
  expect(html).not.toContain('value="confirm"')
  expect(
    (await browser.post('/dashboard/bookings', { intent: 'confirm', bookingId: bookingIds }))
      .status,
  ).toBe(404)
  expect(await statusesOf(db)).toEqual(['pending'])
})

test('a button answers what its page showed: a request that has moved since is asked about again', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const other = await aSession(db, { class: session.class })
  const { purchaseId, bookingIds } = await aBooking(db, { session, status: 'pending' })
  const asks = ['/dashboard', `/dashboard/bookings?ask=reject&booking=${bookingIds[0]}`]
  const opened = await Promise.all(
    asks.map(async (page) => formIn(await (await browser.get(page)).text(), 'bookingId')),
  )
  await moveByCustomer(db, linkTo(purchaseId), bookingIds, other.id)
  for (const [at, intent] of (['confirm', 'reject'] as const).entries())
    expect(
      noticeOf(await browser.post('/dashboard/bookings', { ...opened[at], intent })),
    ).toMatchObject({
      text: expect.stringContaining('This has changed since you opened the page'),
    })
  const statuses = await db.selectFrom('bookings').select('status').execute()
  expect(statuses).toEqual([{ status: 'pending' }])
})

test('a question about deleting a cancelled booking deletes nothing after the booking was confirmed again', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { bookingIds } = await aBooking(db, {
    session,
    status: 'cancelled',
    customer: { email: 'carla@example.com' },
  })
  const page = '/dashboard/bookings'
  const ask = async () => {
    const asked = await browser.get(`${page}?ask=delete&booking=${bookingIds[0]}`)
    return buttonIn(await asked.text(), 'delete')
  }
  const opened = await ask()
  await browser.post(`${page}/${bookingIds[0]}`, editFields(session.id))
  expect(await statusesOf(db)).toEqual(['confirmed'])
  const send = async (form: Record<string, string>) =>
    noticeOf(await browser.post(page, { ...form, intent: 'delete' }))
  expect(await send(opened)).toMatchObject({
    text: expect.stringContaining('This has changed since you opened the page'),
  })
  expect(await send(await ask())).toMatchObject({
    title: 'Booking deleted successfully.',
  })
})
