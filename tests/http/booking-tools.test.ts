import { spotVersion } from '#core/bookings/rules/spot-version.ts'
import { bookingsOf } from '#tests/support/bookings.ts'
import { sql } from 'kysely'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { deleteBooking } from '#core/bookings/commands/delete-booking.ts'
import { listGivenAway } from '#core/bookings/queries/given-away.ts'
import { manageUrl } from '#core/bookings/queries/links.ts'
import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import { addMinutes, todayIn, wallClockOf } from '#core/shared/time.ts'
import { appFor, noticeOf, readPage, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { formIn, spotsIn } from '#tests/support/page-form.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'
import { agreementIn, anInstructor, errorsAt, signedInVendor } from '#tests/support/workspace.ts'
import { fromNow, onDay } from '#tests/support/times.ts'

const form = (sessionId: string, fields: Record<string, string> = {}) => ({
  sessionId,
  customerName: 'Hanna Hand',
  contact: '',
  spots: '1',
  price: '15',
  notes: '',
  ...fields,
})

test('adding somebody by hand: choose a session, fill in the form, find the booking in the list', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor, title: 'Boxing' }) })
  const address = `/dashboard/bookings/new?session=${session.id}`
  const choice = await (await browser.get('/dashboard/bookings/new')).text()
  expect(choice.replaceAll('&amp;', '&')).toContain(`href="${address}&returnTo=`)
  const page = await readPage(await browser.get(address))
  expect(page).toContain('Add a booking')
  expect(page).toContain('Boxing')
  const added = await browser.post(
    address,
    form(session.id, { contact: '0151 12345678', tells: 'on' }),
  )
  expect(added.headers.get('location')).toContain(`#session-${session.id}`)
  expect(noticeOf(added)).toMatchObject({
    tone: 'neutral',
    text: expect.stringMatching(/^Cannot send confirmation\./),
  })
  const list = await readPage(await browser.get(added.headers.get('location') ?? ''))
  expect(list).toContain('Hanna Hand')
  expect(list).toContain('Unpaid: €15')
  const wrong = await browser.post(address, form(session.id, { contact: 'hanna@', price: 'x' }))
  expect(wrong.status).toBe(400)
  expect(errorsAt(await wrong.text(), 'price')).toContain('Please enter an amount')
  const short = await browser.post(address, form(session.id, { contact: '0151' }))
  expect(short.status).toBe(400)
  expect(errorsAt(await short.text(), 'contact')).toContain('Some digits are missing')
})

test('somebody added by hand to a class that confirms by hand is a request, unless the vendor clears the box', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const statusOf = async (name: string) => {
    const row = await db
      .selectFrom('bookings as b')
      .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
      .where('g.customerName', '=', name)
      .select('b.status')
      .executeTakeFirstOrThrow()
    return row.status
  }
  for (const confirmationMode of ['automatic', 'manual'] as const) {
    const session = await aSession(db, { class: await aClass(db, { vendor, confirmationMode }) })
    const address = `/dashboard/bookings/new?session=${session.id}`
    const html = await (await browser.get(address)).text()
    const isTicked = /<input[^>]*name="isRequest"[^>]*checked/.test(html)
    expect(isTicked).toBe(confirmationMode === 'manual')
    const shown = form(session.id, {
      customerName: `As shown: ${confirmationMode}`,
      ...(isTicked && { isRequest: 'on' }),
    })
    await browser.post(address, shown)
    await browser.post(address, form(session.id, { customerName: `Cleared: ${confirmationMode}` }))
    expect(await statusOf(`As shown: ${confirmationMode}`)).toBe(isTicked ? 'pending' : 'confirmed')
    expect(await statusOf(`Cleared: ${confirmationMode}`)).toBe('confirmed')
  }
})

test('the list is sorted by session, or the newest booking first, and says which; its pages follow', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const startsIn = (days: number) => onDay(days)
  const sessions = [
    await aSession(db, { class: of, startsAt: startsIn(9), capacity: 40 }),
    await aSession(db, { class: of, startsAt: startsIn(2), capacity: 40 }),
    await aSession(db, { class: of, startsAt: startsIn(-2), capacity: 40 }),
  ]
  // Booked in this order, one a minute, in changing sessions.
  const names = Array.from({ length: 30 }, (_, nth) => `Guest${String(nth).padStart(2, '0')}`)
  for (const [nth, name] of names.entries()) {
    const session = sessions[nth % 3]
    if (!session) throw new Error('no session')
    const { bookingIds } = await aBooking(db, { session, customer: { name } })
    await db
      .updateTable('bookings')
      .set({ bookedAt: addMinutes(new Date(), nth - 100) })
      .where('id', 'in', bookingIds)
      .execute()
  }
  const shownAt = async (address: string) => {
    const html = await (await browser.get(address)).text()
    const guests = [...new Set([...html.matchAll(/Guest\d\d/g)].map(([name]) => name))]
    const [, next = ''] = /href="([^"]*cursor=[^"]*)"/.exec(html) ?? []
    return { html, guests, next: next.replaceAll('&amp;', '&') }
  }
  const bySession = await shownAt('/dashboard/bookings')
  expect(bySession.html).toContain('Sorted by session date.')
  expect(bySession.html).toContain('href="/dashboard/bookings?sort=booked"')
  const first = await shownAt('/dashboard/bookings?sort=booked')
  expect(first.html).toContain('Newest bookings first.')
  const second = await shownAt(first.next)
  expect(first.guests.length).toBe(25)
  expect([...first.guests, ...second.guests]).toEqual(names.toReversed())
  const ids = [...first.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

test('somebody with only a phone gets the link to the booking again by WhatsApp, SMS or copy', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor, title: 'Boxing' }) })
  const petra = { name: 'Petra', email: null, phone: '+4915112345678' }
  const { bookingIds } = await aBooking(db, { session, customer: petra })
  const html = await (await browser.get(`/dashboard/bookings/${bookingIds[0]}`)).text()
  expect(html).toContain('Send the link again')
  const [, sms = ''] = /href="sms:\+4915112345678\?body=([^"]+)"/.exec(html) ?? []
  expect(html).toContain(`href="https://wa.me/4915112345678?text=${sms}"`)
  const text = decodeURIComponent(sms)
  expect(text).toMatch(/^Boxing, .*\n/)
  const [, link = ''] = /\n(http\S+)$/.exec(text) ?? []
  const { pathname, search } = new URL(link)
  expect(html.replaceAll('&amp;', '&')).toContain(`href="${link}"`)
  expect(await readPage(await app.visitor().get(pathname + search))).toContain('Cancel booking')
})

test('a full session asks with the numbers, and its button adds the person', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }), capacity: 1 })
  await aBooking(db, { session })
  const address = `/dashboard/bookings/new?session=${session.id}`
  const asked = await browser.post(address, form(session.id, { customerName: 'Anna' }))
  expect(asked.status).toBe(409)
  const html = await asked.clone().text()
  expect(await readPage(asked)).toContain(
    'This session is full (1/1). Add Anna as person number 2?',
  )
  const agreed = agreementIn(html)
  const added = await browser.post(address, form(session.id, { customerName: 'Anna', agreed }))
  expect(noticeOf(added)?.title).toContain('Anna is booked')
  expect(await readPage(await browser.get('/dashboard/bookings'))).toContain('2/2 booked')
})

test('adding somebody to a session whose time has changed since the form was opened is asked about once', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const address = `/dashboard/bookings/new?session=${session.id}`
  const add = (html: string) =>
    browser.post(address, { ...formIn(html, 'customerName'), customerName: 'Hanna Hand' })
  const opened = await (await browser.get(address)).text()
  const { date, time } = wallClockOf(addMinutes(session.startsAt, 180), 'Europe/Berlin')
  const of = { vendorId: vendor.id, sessionId: session.id }
  await changeSession(db, of, sessionForm(date, { startTime: time }), new Date())
  const asked = await add(opened)
  expect(asked.status).toBe(409)
  const html = await asked.clone().text()
  const page = await readPage(asked)
  expect(page).toContain('The time or place of this session has changed.')
  expect(page).toContain(time)
  expect(await db.selectFrom('bookings').select('id').execute()).toEqual([])
  expect(noticeOf(await add(html))?.title).toContain(time)
})

test('a spot is given to another customer once, as it was shown, and nobody else can do it', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }), capacity: 1 })
  const customer = { name: 'Ada', email: 'ada@example.com' }
  const { purchaseId, reference, bookingIds } = await aBooking(db, { session, customer })
  const address = `/dashboard/bookings/${bookingIds[0]}/give`
  expect(await (await browser.get(`/dashboard/bookings/${bookingIds[0]}`)).text()).toContain(
    address,
  )
  const opened = await (await browser.get(address)).text()
  const give = (fields: Record<string, string>) =>
    browser.post(address, { ...formIn(opened, 'customerName'), customerName: 'Bob', ...fields })
  const own = await give({ contact: 'ADA@example.com' })
  expect(own.status).toBe(409)
  expect(errorsAt(await own.text(), 'contact')).toContain('has this spot')
  expect((await give({ contact: 'bob@' })).status).toBe(400)
  const other = await signedInVendor(deps)
  expect((await other.browser.get(address)).status).toBe(404)
  expect((await other.browser.post(address, { customerName: 'Bob' })).status).toBe(404)
  const places: (string | null)[] = []
  for (let sent = 0; sent < 2; sent += 1) {
    const given = await give({ contact: 'bob@example.com' })
    places.push(given.headers.get('location'))
    expect(noticeOf(given)?.title).toBe('Bob now has the spot of Ada.')
  }
  const spots = await db
    .selectFrom('bookings as b')
    .innerJoin('purchases as g', 'g.id', 'b.purchaseId')
    .orderBy('g.customerName')
    .select(['g.customerName', 'b.status', 'b.purchaseId', 'b.id'])
    .execute()
  expect(spots).toMatchObject([
    { customerName: 'Ada', status: 'cancelled', purchaseId },
    { customerName: 'Bob', status: 'confirmed' },
  ])
  // Who had it reads that it is somebody else's, without a name.
  const details = await findPurchaseDetails(db, purchaseId)
  expect(details && (await listGivenAway(db, details))).toEqual(bookingIds)
  const hers = await readPage(
    await (
      await appFor(deps)
    )
      .visitor()
      .get(manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })),
  )
  expect(hers).toMatch(/gave this spot to somebody else/)
  expect(hers).not.toMatch(/Bob|Cancelled by/)
  // The page of the new booking, where its link can be copied.
  const to = `/dashboard/bookings/${spots[1]?.id}?returnTo=%2Fdashboard%2Fbookings`
  expect(places).toEqual([to, to])
  const again = await give({ contact: 'cem@example.com' })
  expect(again.status).toBe(409)
  expect(await readPage(again)).toContain('Only a confirmed spot can be given to another customer.')
})

test('the form sent again after its booking was cancelled says that nobody was added', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const address = `/dashboard/bookings/new?session=${session.id}`
  const formKey = crypto.randomUUID()
  const send = async () => noticeOf(await browser.post(address, form(session.id, { formKey })))
  expect((await send())?.title).toContain('Hanna Hand is booked')
  const { id } = await db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
  await cancelByVendor(db, vendor.id, [id])
  expect(await send()).toMatchObject({ tone: 'neutral', title: 'Nobody was added' })
})

test('a walk-in and a past visit have the short form', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const at = async (startsAt: Date) => {
    const session = await aSession(db, { class: of, startsAt })
    return readPage(await browser.get(`/dashboard/bookings/new?session=${session.id}`))
  }
  const walkIn = await at(fromNow(-5))
  expect(walkIn).toContain('Add a walk-in')
  expect(walkIn).not.toContain('Email a confirmation')
  expect(await at(onDay(-2))).toContain('Add a past visit')
  const from = todayIn(vendor.timeZone, addMinutes(new Date(), -3 * 1440))
  expect(await readPage(await browser.get(`/dashboard/bookings/new?from=${from}`))).toContain(
    'Yoga',
  )
})

test('nobody else adds to a vendor’s session', async ({ deps, db }) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const foreign = await aSession(db)
  const address = `/dashboard/bookings/new?session=${foreign.id}`
  expect((await browser.get(address)).status).toBe(404)
  expect((await browser.post(address, form(foreign.id))).status).toBe(404)
  expect((await browser.get('/dashboard/bookings/new?session=nonsense')).status).toBe(404)
  const signedOut = await app.visitor().get('/dashboard/bookings/new')
  expect(signedOut.headers.get('location')).toMatch(/^\/login/)
  const instructor = (await appFor(deps)).visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  expect((await instructor.get('/dashboard/bookings/new')).status).toBe(404)
})

test('money is recorded from the row with one press', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  await aBooking(db, { session, customer: { name: 'Carla' } })
  const list = await (await browser.get('/dashboard/bookings')).text()
  expect(list).toMatch(/>Mark as paid<\/span><span class="sr-only">Carla<\/span>/)
  const press = (intent: string) =>
    browser.post('/dashboard/bookings', { intent, ...formIn(list, 'bookingId') })
  expect(noticeOf(await press('paid'))?.title).toBe('Marked as paid.')
  expect(await readPage(await browser.get('/dashboard/bookings'))).toContain('Paid')
})

test('when two spots share a row, the one whose payment has changed since is left unchanged and named', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { purchaseId, bookingIds } = await aBooking(db, {
    session,
    spots: 2,
    customer: { name: 'Carla' },
  })
  const shown = spotsIn(await (await browser.get('/dashboard/bookings')).text())
  const [bookingId = ''] = bookingIds
  await db
    .insertInto('payments')
    .values({
      vendorId: vendor.id,
      bookingId,
      amountMinor: 400,
      currency: 'EUR',
      method: 'correction',
    })
    .execute()
  const press = {
    intent: 'paid',
    bookingId: shown.bookingId.slice(0, 2),
    version: shown.version.slice(0, 2),
  }
  expect(noticeOf(await browser.post('/dashboard/bookings', press))).toEqual({
    tone: 'neutral',
    title: 'Marked as paid.',
    text: 'One booking has changed and was left as it is: Carla.',
  })
  const rows = await bookingsOf(db, purchaseId)
  expect(rows.find(({ id }) => id === bookingId)?.paymentStatus).toBe('pending')
})

test('several bookings are selected and cancelled after a confirmation that states their number; any that have changed are named', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const carla = await aBooking(db, { session, spots: 2, customer: { name: 'Carla' } })
  const otto = await aBooking(db, { session, customer: { name: 'Otto' } })
  await aBooking(db, { session, status: 'cancelled', customer: { name: 'Gone' } })
  const list = await (await browser.get('/dashboard/bookings')).text()
  expect(list).toContain(`value="${carla.purchaseId}.${session.id}"`)
  const address = `/dashboard/bookings/selected?session=${session.id}`
  const chosen = await readPage(await browser.get(address))
  expect(chosen).toContain('2 people, 3 bookings')
  expect(chosen).not.toContain('Gone')
  const one = `/dashboard/bookings/selected?row=${otto.purchaseId}.${session.id}`
  expect(await readPage(await browser.get(one))).toContain('1 person, 1 booking')
  const question = await (await browser.get(`${address}&ask=cancel`)).text()
  expect(question).toContain('Cancel 3 bookings of 2 people?')
  const shown = spotsIn(question)
  expect(shown.version).toHaveLength(3)
  await cancelByVendor(db, vendor.id, otto.bookingIds)
  const done = await browser.post(address, { intent: 'cancel', ...shown })
  expect(noticeOf(done)).toMatchObject({
    title: '2 bookings cancelled.',
    text: 'One booking has changed and was left as it is: Otto.',
  })
  expect(await readPage(await browser.get('/dashboard/bookings/selected'))).toContain(
    'Nothing was ticked',
  )
})

test('after a cancellation the page that follows has the phone of whom no message reaches', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const customer = { name: 'Carla', email: null, phone: '+4915112345678' }
  const { bookingIds } = await aBooking(db, { session, customer })
  await aBooking(db, { session, customer: { name: 'Otto', email: 'otto@example.com' } })
  const address = `/dashboard/bookings/selected?session=${session.id}`
  const question = await (await browser.get(`${address}&ask=cancel`)).text()
  const done = await browser.post(address, { intent: 'cancel', ...spotsIn(question) })
  const page = await (await browser.get(done.headers.get('location') ?? '')).text()
  expect(page).toContain('href="tel:+4915112345678"')
  expect(page).toMatch(/href="https:\/\/wa\.me\/4915112345678/)
  expect(page).toMatch(/href="sms:\+4915112345678/)
  expect(bookingIds).toHaveLength(1)
})

test('nobody else’s bookings can be chosen', async ({ deps, db }) => {
  const { app, browser } = await signedInVendor(deps)
  const foreign = await aBooking(db, { customer: { name: 'Otto Other' } })
  const address = `/dashboard/bookings/selected?row=${foreign.purchaseId}.${foreign.session.id}&session=${foreign.session.id}`
  expect(await readPage(await browser.get(address))).not.toContain('Otto Other')
  const shown = {
    bookingId: foreign.bookingIds[0] ?? '',
    version: spotVersion({ sessionId: foreign.session.id, isHeld: true }),
  }
  for (const intent of ['paid', 'cancel', 'links', 'odd'])
    expect((await browser.post(address, { intent, ...shown })).status).toBe(404)
  for (const odd of [{ bookingId: 'nonsense' }, { version: '' }])
    expect((await browser.post(address, { intent: 'paid', ...shown, ...odd })).status).toBe(404)
  expect((await app.visitor().get(address)).headers.get('location')).toMatch(/^\/login/)
})

test('a message to everyone of a session says who gets it how, and where the others are listed', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  await db.insertInto('vendorBadges').values({ vendorId: vendor.id, badge: 'verified' }).execute()
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  await aBooking(db, { session, customer: { name: 'Carla' } })
  const phone = { name: 'Petra', email: null, phone: '+4915112345678' }
  await aBooking(db, { session, customer: phone })
  const address = `/dashboard/bookings/message?session=${session.id}`
  const html = await (await browser.get(address)).text()
  expect(html).toContain('Message to 2 people')
  const people = [...html.matchAll(/name="people\[\d\]" value="([^"]*)"/g)].map(
    ([, key = '']) => key,
  )
  expect(people).toHaveLength(2)
  expect(html).toContain('href="tel:+4915112345678"')
  expect(html).toContain('href="sms:+4915112345678?body="')
  expect(html).toContain('href="https://wa.me/4915112345678?text="')
  const fields = {
    text: 'Bring a towel.',
    'people[0]': people[0] ?? '',
    'people[1]': people[1] ?? '',
  }
  expect((await browser.post(address, { ...fields, text: ' ' })).status).toBe(400)
  const unsent = await browser.post(address, {
    ...fields,
    text: 'Bring a towel. & mat',
    people: 'x',
  })
  expect(unsent.status).toBe(400)
  expect(await unsent.text()).toContain(
    'href="https://wa.me/4915112345678?text=Bring%20a%20towel.%20%26%20mat"',
  )
  const sent = await browser.post(address, fields)
  expect(sent.headers.get('location')).toBe('/dashboard')
  expect(noticeOf(sent)).toMatchObject({
    title: 'Your message is on its way.',
    text: 'Please call or message the people listed as not reached on your overview.',
  })
  const foreign = await aBooking(db)
  const stolen = { ...fields, 'people[0]': foreign.purchaseId }
  expect((await browser.post(address, stolen)).status).toBe(404)
  expect(
    (await browser.get(`/dashboard/bookings/message?session=${foreign.session.id}`)).status,
  ).toBe(404)
  expect((await app.visitor().get(address)).headers.get('location')).toMatch(/^\/login/)
})

test('a message to more than a hundred people is sent; a toast of many names fits its cookie', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }), capacity: 200 })
  for (let nth = 0; nth < 101; nth += 1)
    await aBooking(db, {
      session,
      customer: { name: `Александра Константиновна ${nth}`, email: `guest${nth}@example.com` },
    })
  const address = `/dashboard/bookings/message?session=${session.id}`
  const html = await (await browser.get(address)).text()
  const people = Object.fromEntries(
    [...html.matchAll(/name="(people\[\d+\])" value="([^"]*)"/g)].map(([, name = '', key = '']) => [
      name,
      key,
    ]),
  )
  expect(Object.keys(people)).toHaveLength(101)
  for (const { id } of await db.selectFrom('bookings').select('id').execute())
    await deleteBooking(db, { vendorId: vendor.id, userId: vendor.userId }, id)
  const sent = await browser.post(address, { ...people, text: 'Bring a towel.' })
  expect(noticeOf(sent)?.text).toMatch(/(Александра Константиновна \d+, ){4}.* and 96 more\.$/)
  for (const line of sent.headers.getSetCookie()) expect(line.length).toBeLessThan(4000)
  await deps.limits.messagedPerVendor.take(vendor.id, 1000)
  const refused = await browser.post(address, { ...people, text: 'Bring a mat.' })
  expect(refused.status).toBe(429)
  const page = await refused.text()
  expect(page).toContain('at most 1,000 people in 24 hours')
  expect(page).toContain('Bring a mat.')
})

test('to people without an email address we send nothing, and say so before and after', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const petra = { name: 'Petra', email: null, phone: '+4915112345678' }
  const { purchaseId } = await aBooking(db, { session, customer: petra })
  const address = `/dashboard/bookings/message?session=${session.id}`
  const html = await (await browser.get(address)).text()
  expect(html).toContain('href="sms:+4915112345678?body="')
  const toOne = await readPage(await browser.get(address))
  expect(toOne).toContain('This person has no email address, so we can’t send your message.')
  expect(toOne).not.toContain('Send message')
  expect(toOne).not.toContain('vendorBookings.message')

  await aBooking(db, { session, customer: { ...petra, name: 'Paul', phone: '+4915112345679' } })
  const toTwo = await readPage(await browser.get(address))
  expect(toTwo).toContain('None of them has an email address')
  expect(toTwo).toContain('Add to my overview')
  const listed = await browser.post(address, {
    text: 'Bring a towel.',
    'people[0]': purchaseId,
  })
  expect(listed.headers.get('location')).toBe('/dashboard')
  expect(noticeOf(listed)).toEqual({
    tone: 'neutral',
    title: 'We sent no email.',
    text: 'Please call or message the people listed as not reached on your overview.',
  })
})

test('a new vendor’s own words go out from its own phone and mailbox only', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const { purchaseId } = await aBooking(db, { session, customer: { email: 'carla@example.com' } })
  const address = `/dashboard/bookings/message?session=${session.id}`
  const page = await (await browser.get(address)).text()
  expect(page).toContain('href="mailto:carla%40example.com?body="')
  expect(page).not.toContain('Send message')
  const listed = await browser.post(address, {
    text: 'Bring a towel.',
    'people[0]': purchaseId,
  })
  expect(noticeOf(listed)?.title).toBe('We sent no email.')
})

test('somebody without a contact cannot be messaged', async ({ deps, db }) => {
  const { vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  await browser.post('/dashboard/bookings/new', form(session.id))
  const page = await readPage(
    await browser.get(`/dashboard/bookings/message?session=${session.id}`),
  )
  expect(page).toContain('Cannot message customer')
  expect(page).not.toContain('Send message')
})

test('the filtered list is downloaded as CSV, whole and without formulas', async ({ deps, db }) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const [soon, late] = [await aSession(db, { class: of }), await aSession(db, { class: of })]
  await aBooking(db, { session: soon, customer: { name: '=1+1', phone: '+4915112345678' } })
  for (let nth = 0; nth < 30; nth += 1)
    await aBooking(db, {
      session: late,
      status: 'cancelled',
      customer: { name: `Guest "${nth}"` },
    })
  await aBooking(db, { customer: { name: 'Otto Other' } })
  await sql`update purchases set customer_telegram = '7:8', customer_telegram_name = 'Gina on Telegram'
    where customer_name = '=1+1'`.execute(db)
  const csv = async (query: string) => {
    const answer = await browser.get(`/dashboard/bookings/export${query}`)
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="bookings-/)
    return (await answer.text()).trimEnd().split('\r\n')
  }
  const all = await csv('')
  expect(all).toHaveLength(32)
  expect(all[0]).toContain('Date,Start,Class,Name')
  expect(all.find((line) => line.includes('1+1'))).toContain(`,'=1+1,+49 1511 2345678,`)
  expect(all.find((line) => line.includes('1+1'))).toContain(',Gina on Telegram,')
  expect(all.join('\n')).not.toContain('Otto Other')
  expect(await csv('?status=confirmed')).toHaveLength(2)
  expect(all.find((line) => line.includes('Guest'))).toContain('"Guest ""')
  await db.updateTable('users').set({ language: 'de' }).where('id', '=', vendor.userId).execute()
  const german = await csv('?status=confirmed')
  expect(german[0]).toContain('Datum;Beginn;')
  expect(german[1]).toContain(';+49 1511 2345678;')
  expect(german[1]).toMatch(/;Bestätigt;;;;\d+,\d\d;0,00;.*;EUR;Online;/)
  // Each file holds contacts, as the export of everything does.
  const audited = () =>
    db.selectFrom('auditLog').select(['vendorId', 'actorUserId', 'action', 'details']).execute()
  const entry = {
    vendorId: vendor.id,
    actorUserId: vendor.userId,
    action: 'data.exported',
    details: { of: 'bookings' },
  }
  expect(await audited()).toEqual([entry, entry, entry])
  const signedOut = await app.visitor().get('/dashboard/bookings/export')
  expect(signedOut.headers.get('location')).toMatch(/^\/login/)
  const instructor = (await appFor(deps)).visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  expect((await instructor.get('/dashboard/bookings/export')).status).toBe(404)
  expect(await audited()).toHaveLength(3)
})

test('the list of blocked contacts has pages, and unblocking stays on the page while somebody is on it', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const blocked = Array.from({ length: 52 }, (_, nth) => ({
    id: crypto.randomUUID(),
    vendorId: vendor.id,
    name: `Fay ${nth}`,
    blockedAt: new Date(2026, 0, 1, 0, nth),
  }))
  await db.insertInto('contacts').values(blocked).execute()
  await db
    .insertInto('contactAddresses')
    .values(
      blocked.map(({ id: contactId }, nth) => ({
        vendorId: vendor.id,
        contactId,
        kind: 'email' as const,
        value: `fay${nth}@example.com`,
        typed: `fay${nth}@example.com`,
      })),
    )
    .execute()
  const start = '/dashboard/bookings/blocked'
  const first = await (await browser.get(start)).text()
  expect(first).toContain('fay51@example.com')
  expect(first).not.toContain('fay1@example.com')
  const next = /href="([^"]*)"[^>]*rel="next"|rel="next"[^>]*href="([^"]*)"/.exec(first)
  const later = (next?.[1] ?? next?.[2] ?? '').replaceAll('&amp;', '&')
  const second = await (await browser.get(later)).text()
  expect(second).toContain('fay0@example.com')
  expect(second).toContain('rel="prev"')
  expect(second).not.toContain('rel="next"')
  const people = [...second.matchAll(/name="contactId" value="([^"]*)"/g)].map(([, id]) => id ?? '')
  expect(people).toHaveLength(2)
  for (const contactId of people) {
    const freed = await browser.post(later, { contactId })
    expect(freed.headers.get('location')).toBe(later)
  }
  // Nobody is left on this page.
  const empty = await browser.get(later)
  expect(empty.headers.get('location')).toBe(start)
})

test('a person’s data is deleted after a question that names all bookings, and the list keeps them without a name', async ({
  deps,
  db,
}) => {
  const { vendor, browser } = await signedInVendor(deps)
  const of = await aClass(db, { vendor })
  const past = await aSession(db, { class: of, startsAt: onDay(-3) })
  const upcoming = await aSession(db, { class: of })
  const customer = { name: 'Fay', email: 'fay@example.com' }
  const [bookingId] = (await aBooking(db, { session: past, customer })).bookingIds
  const next = await aBooking(db, {
    session: upcoming,
    customer: { ...customer, name: 'Fay’s son' },
  })
  const address = `/dashboard/bookings/${bookingId}/erase`
  const first = await (await browser.get(address)).text()
  expect(first).toContain('This person has upcoming bookings')
  const toBookings = /href="(\/dashboard\/bookings\?q=[^"]+)"/.exec(first)?.[1] ?? ''
  expect(await readPage(await browser.get(toBookings))).toContain('Fay’s son')
  await db
    .updateTable('bookings')
    .set({ status: 'completed' })
    .where('id', 'in', next.bookingIds)
    .execute()
  const asked = await browser.get(address)
  const agreed = agreementIn(await asked.clone().text())
  const question = await readPage(asked)
  expect(question).toContain('Delete the data of Fay?')
  expect(question).toContain('2 bookings in the name of Fay, Fay’s son')
  expect((await browser.post(address, { agreed: `${agreed}x` })).status).toBe(409)
  const other = await signedInVendor(deps)
  expect((await other.browser.get(address)).status).toBe(404)
  expect((await other.browser.post(address, { agreed })).status).toBe(404)
  const instructor = (await appFor(deps)).visitor()
  await signInAs(deps, instructor, await anInstructor(db, vendor))
  expect((await instructor.get(address)).status).toBe(404)
  expect((await instructor.post(address, { agreed })).status).toBe(404)
  const erased = await browser.post(address, { agreed })
  expect(noticeOf(erased)).toMatchObject({ title: 'The personal data is deleted.' })
  const list = await readPage(await browser.get('/dashboard/bookings?when=all'))
  expect(list).toContain('Deleted customer')
  expect(list).not.toContain('Fay')
  expect(list).not.toContain('fay@example.com')
})

test('a contact is blocked after a question with the number of its bookings, and unblocked in the list', async ({
  deps,
  db,
}) => {
  const { app, vendor, browser } = await signedInVendor(deps)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const customer = { name: 'Fay', email: 'fay@example.com' }
  const { bookingIds } = await aBooking(db, { session, spots: 2, customer })
  const address = `/dashboard/bookings/${bookingIds[0]}/block`
  const asked = await browser.get(address)
  const html = await asked.clone().text()
  const cancels = /name="cancels"[^>]* value="([^"]*)"/.exec(html)?.[1] ?? ''
  const question = await readPage(asked)
  expect(question).toContain('Block Fay?')
  expect(question).toContain('Fay can no longer book online.')
  expect(question).toContain('fay@example.com')
  expect(question).toContain('Don’t block')
  expect(question).not.toContain('Keep it')
  expect(question).toContain('Also cancel the 2 upcoming bookings of this contact')
  expect((await browser.post(address, { cancels: `${cancels}x` })).status).toBe(409)
  const blocked = await browser.post(address, { cancels })
  expect(noticeOf(blocked)).toMatchObject({
    title: 'Fay is blocked.',
    text: '2 bookings were cancelled.',
  })
  const list = await (await browser.get('/dashboard/bookings/blocked')).text()
  expect(list).toContain('fay@example.com')
  const contactId = /name="contactId" value="([^"]*)"/.exec(list)?.[1] ?? ''
  const other = await signedInVendor(deps)
  expect((await other.browser.get(address)).status).toBe(404)
  expect((await other.browser.post(address, {})).status).toBe(404)
  expect((await other.browser.post('/dashboard/bookings/blocked', { contactId })).status).toBe(404)
  const freed = await browser.post('/dashboard/bookings/blocked', { contactId })
  expect(noticeOf(freed)?.title).toBe('Fay can book online again.')
  expect(await readPage(await browser.get('/dashboard/bookings/blocked'))).toContain(
    'Nobody is blocked',
  )
  for (const path of [address, '/dashboard/bookings/blocked'])
    expect((await app.visitor().get(path)).headers.get('location')).toMatch(/^\/login/)
})
