import { spotVersion } from '#core/bookings/rules/spot-version.ts'
import { sql } from 'kysely'
import { archiveClass } from '#core/schedule/commands/archive-class.ts'
import { redeemSession } from '#core/bookings/commands/redeem-session.ts'
import { manageUrl, requestUrl, viewUrl } from '#core/bookings/queries/links.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes } from '#core/shared/time.ts'
import { appFor, noticeOf, readPage } from '#tests/support/app.ts'
import { locationOf, purchasesIn, stateOf } from '#tests/support/booking-form.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  type ABooking,
  aBooking,
  aClass,
  aSession,
  aVendor,
  weeklySessions,
} from '#tests/support/factories.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { linkTo } from '#tests/support/links.ts'
import { aSeries, bought, inDays, order, passOf } from '#tests/support/series.ts'
import { fromNow, onDay } from '#tests/support/times.ts'

function linkOf(deps: Deps, { purchaseId, reference }: ABooking): string {
  return manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })
}

function answerLinkOf(deps: Deps, { purchaseId, reference }: ABooking): string {
  return requestUrl(deps, { purchaseId, reference, tokenRotation: 0 }, 'en')
}

/** What the form of the request's page sends, with the spots it showed. */
const pressed = (intent: string, { bookingIds, session }: ABooking) => ({
  intent,
  bookingId: bookingIds,
  version: bookingIds.map(() => spotVersion({ sessionId: session.id, isHeld: true })),
})

test('the manage link shows what is booked, is in no index and leaks to no other site', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db, { spots: 2, customer: { name: 'Zoë' } })
  const page = await (await appFor(deps)).visitor().get(linkOf(deps, booking))
  expect(page.status).toBe(200)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
  const html = await page.clone().text()
  expect(html).toContain('name="robots" content="noindex"')
  const text = await readPage(page)
  expect(text).toContain(booking.reference)
  expect(text).toContain('Zoë')
  expect(text).toContain('1 Park Street')
  expect(text).toContain('€30')
})

test('the link of an online session is for confirmed spots only', async ({ db, deps }) => {
  const onlineUrl = 'https://meet.example.com/secret'
  const session = await aSession(db, { class: await aClass(db, { onlineUrl }), onlineUrl })
  const visitor = (await appFor(deps)).visitor()
  const pages = {
    waiting: await visitor.get(linkOf(deps, await aBooking(db, { session, status: 'pending' }))),
    cancelled: await visitor.get(
      linkOf(deps, await aBooking(db, { session, status: 'cancelled' })),
    ),
    confirmed: await visitor.get(linkOf(deps, await aBooking(db, { session }))),
  }
  expect(await pages.waiting.text()).not.toContain(onlineUrl)
  expect(await pages.cancelled.text()).not.toContain(onlineUrl)
  expect(await pages.confirmed.text()).toContain(onlineUrl)
})

test('a wrong token, a token of another purpose and an unknown reference are the same 404', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db)
  const other = await aBooking(db)
  const app = await appFor(deps)
  const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''
  const token = tokenOf(linkOf(deps, booking))
  const nothingUnder = async (folder: string) => {
    const unknown = await app.visitor().get(`/${folder}/AAAAAAAAAA?token=${token}`)
    return (await readPage(unknown)).replace(/[0-9a-f-]{36}/g, '')
  }
  for (const path of [
    `/booking/${booking.reference}?token=${tokenOf(linkOf(deps, other))}`,
    `/booking/${booking.reference}?token=${tokenOf(answerLinkOf(deps, booking))}`,
    `/booking/${booking.reference}`,
    `/booking/'nonsense--?token=${token}`,
    `/booking/${booking.reference}/calendar.ics?session=${booking.session.id}&token=wrong`,
    `/request/${booking.reference}?token=${token}`,
  ]) {
    const answer = await app.visitor().get(path)
    expect(answer.status, path).toBe(404)
    if (!path.includes('.ics')) {
      const nothing = await nothingUnder(path.startsWith('/request') ? 'request' : 'booking')
      expect((await readPage(answer)).replace(/[0-9a-f-]{36}/g, ''), path).toBe(nothing)
    }
    const form = { intent: 'cancel', spot: booking.bookingIds }
    expect((await app.visitor().post(path, form)).status, path).toBeGreaterThanOrEqual(404)
  }
  expect((await purchasesIn(db)).map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
})

test('no GET and no HEAD of any link changes anything', async ({ db, deps }) => {
  const waiting = await aBooking(db, { status: 'pending', spots: 2 })
  const booked = await aBooking(db)
  const before = await stateOf(db)
  const visitor = (await appFor(deps)).visitor()
  for (const link of [
    linkOf(deps, waiting),
    linkOf(deps, booked),
    `${linkOf(deps, booked)}&do=cancel`,
    `${linkOf(deps, booked)}&do=move`,
    `${linkOf(deps, booked)}&intent=cancel&spot=${booked.bookingIds[0]}`,
    linkOf(deps, booked).replace('?', `/calendar.ics?session=${booked.session.id}&`),
    answerLinkOf(deps, waiting),
    `${answerLinkOf(deps, waiting)}&intent=confirm`,
  ]) {
    expect((await visitor.get(link)).status, link).toBe(200)
    expect((await (await appFor(deps)).request(link, { method: 'HEAD' })).status, link).toBe(200)
  }
  expect(await stateOf(db)).toEqual(before)
})

test('one of two spots is cancelled by the link, which first shows the cost', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db, { spots: 2 })
  const [first = '', second = ''] = booking.bookingIds
  const visitor = (await appFor(deps)).visitor()
  const link = linkOf(deps, booking)
  const question = await readPage(await visitor.get(`${link}&do=cancel`))
  expect(question).toContain('Cancelling now is free.')
  expect(question).toContain('Move to another time')
  const answer = await visitor.post(`${link}&do=cancel`, { intent: 'cancel', spot: first })
  expect(answer.status).toBe(303)
  expect(new URL(locationOf(answer), deps.origin).href).toBe(link)
  expect(noticeOf(answer)).toMatchObject({
    title: 'Cancelled',
    text: 'Your spot is open again for others.',
  })
  expect(await readPage(await visitor.get(link))).toContain('Cancelled by you')
  const statuses = Object.fromEntries((await purchasesIn(db)).map(({ id, status }) => [id, status]))
  expect(statuses).toEqual({ [first]: 'cancelled', [second]: 'confirmed' })

  const twice = await visitor.post(link, { intent: 'cancel', spot: first })
  expect(noticeOf(twice)?.text).toBe('It was already cancelled. Nothing else has changed.')
})

test('an old link to the question shows the booking if nothing is left to cancel', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db, { status: 'cancelled' })
  const page = await (await appFor(deps)).visitor().get(`${linkOf(deps, booking)}&do=cancel`)
  const text = await readPage(page)
  expect(text).toContain('Your booking')
  expect(text).not.toContain('Which spots do you want to cancel?')
  expect(text).not.toContain('Cancel now')
})

test('inside the notice period the page says so, and the spot is still freed', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { startsAt: fromNow(120) })
  const booking = await aBooking(db, { session, bookedAt: addMinutes(new Date(), -1440) })
  const visitor = (await appFor(deps)).visitor()
  const link = linkOf(deps, booking)
  const page = await readPage(await visitor.get(`${link}&do=cancel`))
  expect(page).toContain('The session starts in less than 12 hours')
  expect(page).toContain('may still ask you to pay €15')
  expect(await readPage(await visitor.get(link))).not.toContain('Move to another time')
  const answer = await visitor.post(link, { intent: 'cancel', spot: booking.bookingIds })
  expect(noticeOf(answer)?.text).toContain('This was a late cancellation.')
  expect(await readPage(await visitor.get(link))).toContain('(late)')
})

test('after the start a spot can be neither cancelled nor moved', async ({ db, deps }) => {
  const session = await aSession(db, { startsAt: fromNow(-10) })
  const later = await aSession(db, { class: session.class })
  const booking = await aBooking(db, { session })
  const visitor = (await appFor(deps)).visitor()
  const link = linkOf(deps, booking)
  expect(await readPage(await visitor.get(link))).toContain('This session has started.')
  const cancel = await visitor.post(link, { intent: 'cancel', spot: booking.bookingIds })
  expect(cancel.status).toBe(409)
  const move = await visitor.post(`${link}&do=move`, {
    intent: 'move',
    spot: booking.bookingIds,
    sessionId: later.id,
  })
  expect(move.status).toBe(409)
  expect((await purchasesIn(db)).map(({ status }) => status)).toEqual(['confirmed'])
})

test('a booking moves to another session of the class, and to no other', async ({ db, deps }) => {
  const booking = await aBooking(db)
  const target = await aSession(db, {
    class: booking.session.class,
    startsAt: onDay(5),
  })
  const full = await aSession(db, { class: booking.session.class, capacity: 1 })
  await aBooking(db, { session: full })
  const foreign = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  const link = linkOf(deps, booking)
  expect(await (await visitor.get(`${link}&do=move`)).text()).toContain(target.id)
  const to = (sessionId: string) =>
    visitor.post(`${link}&do=move`, { intent: 'move', spot: booking.bookingIds, sessionId })

  const refused = await to(full.id)
  expect(refused.status).toBe(409)
  expect(await readPage(refused)).toContain('That session is now full. You keep your current time.')
  expect((await to(foreign.id)).status).toBe(409)
  expect((await to('nonsense')).status).toBe(400)
  const moved = await to(target.id)
  expect(moved.status).toBe(303)
  expect(noticeOf(moved)?.title).toBe('Moved')
  const [row] = (await purchasesIn(db)).filter(
    ({ purchaseId }) => purchaseId === booking.purchaseId,
  )
  expect(row).toMatchObject({ sessionId: target.id, status: 'confirmed' })
})

test('one’s own link cannot cancel somebody else’s spot', async ({ db, deps }) => {
  const own = await aBooking(db)
  const foreign = await aBooking(db)
  const visitor = (await appFor(deps)).visitor()
  const answer = await visitor.post(linkOf(deps, own), {
    intent: 'cancel',
    spot: foreign.bookingIds,
  })
  expect(answer.status).toBe(409)
  expect((await visitor.post(linkOf(deps, own), { intent: 'cancel' })).status).toBe(400)
  expect((await purchasesIn(db)).map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
})

test('the calendar file holds the session in UTC with the link back', async ({ db, deps }) => {
  const startsAt = new Date('2031-03-31T16:00:00Z')
  const booking = await aBooking(db, { session: await aSession(db, { startsAt }) })
  const link = linkOf(deps, booking).replace('?', `/calendar.ics?session=${booking.session.id}&`)
  const file = await (await appFor(deps)).visitor().get(link)
  expect(file.headers.get('content-type')).toContain('text/calendar')
  expect(file.headers.get('cache-control')).toBe('private, no-store')
  const text = (await file.text()).replaceAll('\r\n ', '')
  expect(text).toContain('DTSTART:20310331T160000Z')
  const { purchaseId, reference } = booking
  expect(text).toContain(viewUrl(deps, { purchaseId, reference, tokenRotation: 0 }))
})

test('the page of a bundle offers one calendar file with all dates that are still held', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const { purchaseId, reference, spots } = await bought(deps, order(bundle, sessions))
  const visitor = (await appFor(deps)).visitor()
  const link = manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })
  const whole = await (await visitor.get(link)).text()
  expect(whole.match(/>Confirmed</g)).toHaveLength(1)
  expect(whole).toContain('Add all dates to your calendar')
  expect(whole).not.toContain('Add to calendar')
  await visitor.post(link, { intent: 'cancel', spot: spots.slice(0, 1).map(({ id }) => id) })
  const page = await (await visitor.get(link)).text()
  const [, path = ''] = /href="([^"]*calendar\.ics\?token=[^"&]*)"/.exec(page) ?? []
  expect(page).not.toContain('Still to pay')
  const file = (await (await visitor.get(path)).text()).replaceAll('\r\n ', '')
  expect(file.match(/^BEGIN:VEVENT/gm)).toHaveLength(4)
  expect(file).not.toContain('METHOD:CANCEL')
})

test('a bundle without any dates left says what is to pay', async ({ db, deps }) => {
  const { bundle, sessions } = await aSeries(db)
  const { purchaseId, reference, spots } = await bought(deps, order(bundle, sessions))
  const visitor = (await appFor(deps)).visitor()
  const link = manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })
  await visitor.post(link, { intent: 'cancel', spot: spots.map(({ id }) => id) })
  expect(await readPage(await visitor.get(link))).toContain('Still to pay: ')
})

test('the calendar file names the sender of mails, never an address of the vendor', async ({
  db,
  deps,
}) => {
  const fileFor = async (contactEmail: string | null) => {
    const vendor = await aVendor(db, { contactEmail })
    const session = await aSession(db, { class: await aClass(db, { vendor }) })
    const booking = await aBooking(db, { session })
    const link = linkOf(deps, booking).replace('?', `/calendar.ics?session=${session.id}&`)
    const file = await (await (await appFor(deps)).visitor().get(link)).text()
    return { file: file.replaceAll('\r\n ', ''), signsInWith: vendor.email }
  }
  // One that never changes: calendars refuse an update from another organizer.
  const named = await fileFor('studio@example.com')
  const unnamed = await fileFor(null)
  for (const { file, signsInWith } of [named, unnamed]) {
    expect(file).toContain('ORGANIZER;CN="Studio Vera":mailto:openspot@example.com')
    expect(file).not.toContain('studio@example.com')
    expect(file).not.toContain(signsInWith)
  }
  for (const { file } of [named, unnamed]) expect(file).not.toContain('ATTENDEE')
})

test('a weekly 18:00 in Berlin is 18:00 on the page before and after the clocks change', async ({
  db,
  deps,
}) => {
  const visitor = (await appFor(deps)).visitor()
  for (const instant of ['2031-03-24T17:00:00Z', '2031-03-31T16:00:00Z', '2031-10-27T17:00:00Z']) {
    const booking = await aBooking(db, {
      session: await aSession(db, { startsAt: new Date(instant) }),
    })
    expect(await readPage(await visitor.get(linkOf(deps, booking)))).toContain('18:00–19:00')
  }
})

test('the vendor confirms through the link in the email, once', async ({ db, deps }) => {
  const booking = await aBooking(db, { status: 'pending', customer: { name: 'Zoë' } })
  const visitor = (await appFor(deps)).visitor()
  const link = answerLinkOf(deps, booking)
  const page = await visitor.get(link)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(await readPage(page)).toMatch(/Zoë requests 1 spot .* Price €15/)
  const confirmed = await visitor.post(link, pressed('confirm', booking))
  expect(confirmed.status).toBe(303)
  expect(noticeOf(confirmed)?.title).toBe('Confirmed')
  expect(await readPage(await visitor.get(link))).toContain('This request has been answered')
  const rejected = await visitor.post(link, pressed('reject', booking))
  expect(rejected.status).toBe(409)
  expect(await readPage(rejected)).toContain('This request is no longer open')
  expect((await purchasesIn(db)).map(({ status }) => status)).toEqual(['confirmed'])
})

test('before a request is rejected by the link, it asks and says who is notified', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db, { status: 'pending', spots: 2 })
  const app = await appFor(deps)
  const visitor = app.visitor()
  const link = answerLinkOf(deps, booking)
  const page = await (await visitor.get(link)).text()
  expect(page).toContain('value="confirm"')
  expect(page).not.toContain('value="reject"')
  expect(page).toContain('ask=reject')
  const toConfirm = await (await visitor.get(`${link}&ask=confirm`)).text()
  expect(toConfirm).toContain('value="confirm"')
  expect(toConfirm.split('</main>')[0]).not.toMatch(/<a [^>]*ask=reject/)
  expect((await purchasesIn(db)).map(({ status }) => status)).toEqual(['pending', 'pending'])
  for (const [language, words] of [
    ['en', '1 person (2 spots) will be notified.'],
    ['de', '1 Person wird benachrichtigt (2 Plätze).'],
    ['ru', 'Сообщение получит 1 человек (2 места).'],
  ] as const) {
    const own = requestUrl(deps, { ...booking, tokenRotation: 0 }, language)
    const asked = await app.visitor().get(`${own}&ask=reject`)
    expect(await readPage(asked.clone())).toContain(words)
    expect(await asked.text()).toContain('value="reject"')
  }
  await db.updateTable('purchases').set({ customerEmail: null, customerPhone: '+491701' }).execute()
  await sql`update purchases set customer_telegram = '7:8', customer_telegram_name = '@carla_w'`.execute(
    db,
  )
  const called = await readPage(await visitor.get(`${link}&ask=reject`))
  expect(called).toContain('@carla_w (Telegram)')
  expect(called).toContain('1 person has no email. You’ll need to call them.')
  const answer = await visitor.post(`${link}&ask=reject`, pressed('reject', booking))
  expect(locationOf(answer)).not.toContain('ask=')
  expect(await readPage(await visitor.get(`${link}&ask=reject`))).toContain(
    'This request has been answered',
  )
})

test('a request is rejected by the link and gives its seat back', async ({ db, deps }) => {
  const booking = await aBooking(db, { status: 'pending', spots: 2 })
  const visitor = (await appFor(deps)).visitor()
  const answer = await visitor.post(answerLinkOf(deps, booking), pressed('reject', booking))
  expect(noticeOf(answer)?.title).toBe('Rejected')
  expect((await purchasesIn(db)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await readPage(await visitor.get(linkOf(deps, booking)))).toContain('Rejected')
})

test('after the expiry nobody can confirm, and both pages say Expired', async ({ db, deps }) => {
  const booking = await aBooking(db, { status: 'pending', expiresAt: addMinutes(new Date(), -1) })
  const visitor = (await appFor(deps)).visitor()
  const link = answerLinkOf(deps, booking)
  expect(await readPage(await visitor.get(link))).toContain('The deadline to answer has passed.')
  expect((await visitor.post(link, pressed('confirm', booking))).status).toBe(409)
  expect(await readPage(await visitor.get(linkOf(deps, booking)))).toContain('Expired')
})

test('the page of a request shows how to reach the customer only while it waits', async ({
  db,
  deps,
}) => {
  const visitor = (await appFor(deps)).visitor()
  const customer = { email: 'zoe@example.com', phone: '+4915112345678' }
  const waiting = await aBooking(db, { status: 'pending', customer })
  const page = async (booking: ABooking) => readPage(await visitor.get(answerLinkOf(deps, booking)))
  expect(await page(waiting)).toContain('zoe@example.com · +49 1511 2345678')
  await visitor.post(answerLinkOf(deps, waiting), pressed('confirm', waiting))
  const overdue = await aBooking(db, {
    status: 'pending',
    expiresAt: addMinutes(new Date(), -1),
    customer,
  })
  for (const over of [waiting, overdue]) {
    const html = await (await visitor.get(answerLinkOf(deps, over))).text()
    expect(html).not.toContain('zoe@example.com')
    expect(html).not.toContain('15112345678')
  }
})

test('a suspended vendor can neither see nor answer a request through the link in the email', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db, { status: 'pending' })
  await db.updateTable('vendors').set({ suspendedAt: new Date() }).execute()
  const visitor = (await appFor(deps)).visitor()
  const link = answerLinkOf(deps, booking)
  expect((await visitor.get(link)).status).toBe(404)
  for (const intent of ['confirm', 'reject'])
    expect((await visitor.post(link, pressed(intent, booking))).status, intent).toBe(404)
  expect((await purchasesIn(db)).map(({ status }) => status)).toEqual(['pending'])
})

test('/my-spots answers everybody the same and asks for the links of what it was given', async ({
  db,
  deps,
}) => {
  await aBooking(db, { customer: { email: 'known@example.com' } })
  const visitor = (await appFor(deps)).visitor()
  const ask = async (contact: string) => readPage(await visitor.post('/my-spots', { contact }))
  const known = await ask('Known@Example.com')
  expect(known).toContain('we will send the links')
  expect(await ask('unknown@example.com')).toBe(known)
  expect(await ask('+49 170 1234567')).toBe(known)
  const wrong = await visitor.post('/my-spots', { contact: 'nonsense' })
  expect(wrong.status).toBe(400)
  expect(await readPage(wrong)).toContain('Please enter a phone number or an email address')
  for (let more = 0; more < 8; more++) expect(await ask('known@example.com')).toBe(known)
  const asked = await db
    .selectFrom('outbox')
    .where('kind', '=', 'booking.links_requested')
    .orderBy('id')
    .select('payload')
    .execute()
  const contacts = asked.map(({ payload }) => payload)
  expect(contacts.slice(0, 3)).toEqual([
    { contact: 'known@example.com', language: 'en' },
    { contact: 'unknown@example.com', language: 'en' },
    { contact: '+491701234567', language: 'en' },
  ])
  // Five for one account; the rest is not sent, and nobody can tell.
  expect(contacts).toHaveLength(7)
})

test('an answered request says of each date how it stands', async ({ db, deps }) => {
  const session = await aSession(db, { startsAt: new Date('2031-03-31T16:00:00Z') })
  const second = await aSession(db, {
    class: session.class,
    startsAt: new Date('2031-04-07T16:00:00Z'),
  })
  const booking = await aBooking(db, { session, spots: 2, status: 'rejected' })
  await db
    .updateTable('bookings')
    .set({ sessionId: second.id, status: 'expired' })
    .where('id', '=', booking.bookingIds[1] ?? '')
    .execute()
  const page = await (await appFor(deps)).visitor().get(answerLinkOf(deps, booking))
  expect(await readPage(page)).toMatch(/March 31[^A]*Rejected.*April 7.*Expired/s)
})

test('the page of a request names the first deadline of its dates', async ({ db, deps }) => {
  const session = await aSession(db, { startsAt: new Date('2031-03-31T16:00:00Z') })
  const second = await aSession(db, {
    class: session.class,
    startsAt: new Date('2031-04-07T16:00:00Z'),
  })
  const booking = await aBooking(db, {
    session,
    status: 'pending',
    expiresAt: new Date('2031-01-20T11:00:00Z'),
  })
  const other = await aBooking(db, {
    session: second,
    status: 'pending',
    expiresAt: new Date('2031-01-10T11:00:00Z'),
  })
  await db
    .updateTable('bookings')
    .set({ purchaseId: booking.purchaseId })
    .where('id', 'in', other.bookingIds)
    .execute()
  const page = await (await appFor(deps)).visitor().get(answerLinkOf(deps, booking))
  expect(await readPage(page)).toContain('Answer by Fri, Jan 10, 2031, 12:00')
})

test('the page of a request speaks the vendor’s language until another one is chosen', async ({
  db,
  deps,
}) => {
  const booking = await aBooking(db, { status: 'pending', customer: { name: 'Carla' } })
  const link = requestUrl(deps, { ...booking, tokenRotation: 0 }, 'de')
  const visitor = (await appFor(deps)).visitor()
  const read = async () => (await visitor.get(link)).text()
  expect(await read()).toMatch(/<html lang="de".*Carla bittet um/s)
  await visitor.post('/language', { language: 'ru', returnTo: '/' })
  expect(await read()).toContain('<html lang="ru"')
})

test('a suspended vendor’s customers still hold their link', async ({ db, deps }) => {
  const vendor = await aVendor(db)
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const booking = await aBooking(db, { session })
  await db
    .updateTable('vendors')
    .set({ suspendedAt: new Date() })
    .where('id', '=', vendor.id)
    .execute()
  const page = await (await appFor(deps)).visitor().get(linkOf(deps, booking))
  expect(page.status).toBe(200)
})

test('a person who lost the link is shown how to get a new one', async ({ deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const lost = await (await visitor.get('/booking/AAAAAAAAAA')).text()
  expect(lost).toMatch(/<h1[^>]*>This link is incomplete or too old</)
  expect(lost).toMatch(/href="\/my-spots"[^>]*>Get a new link/)
  const request = await (await visitor.get('/request/AAAAAAAAAA')).text()
  expect(request).toMatch(/<h1[^>]*>This link is incomplete or too old</)
  expect(request).toMatch(/href="\/dashboard\/bookings"[^>]*>All bookings/)
  expect(request).not.toContain('Get a new link')
  expect(await (await visitor.get('/classes')).text()).toContain('href="/my-spots"')
})

test.for([
  ['not paid', {}, 'Price €15 To pay: €15, directly to Studio Vera'],
  ['paid', { money: 'paid' }, 'Price €15 · paid'],
  ['free', { priceMinor: 0 }, 'Price Free'],
  ['only requested', { status: 'pending' }, 'Price €15'],
] as const)(
  'the page of a booking that is %s says what is to be paid to whom',
  async ([, columns, says], { db, deps }) => {
    const vendor = await aVendor(db, { businessName: 'Studio Vera' })
    const own = await aClass(db, { vendor, priceMinor: 1500 })
    const booking = await aBooking(db, { session: await aSession(db, { class: own }), ...columns })
    const page = await readPage(await (await appFor(deps)).visitor().get(linkOf(deps, booking)))
    expect(page).toContain(says)
    expect(page.includes('To pay')).toBe(says.includes('To pay'))
  },
)

test('the heading says how it stands, and each of two spots has its number', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { businessName: 'Studio Vera' })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const visitor = (await appFor(deps)).visitor()
  const headed = async (booking: ABooking) => {
    const html = await (await visitor.get(linkOf(deps, booking))).text()
    return /<h1[^>]*>([^<]*)/.exec(html)?.[1]
  }
  const two = await aBooking(db, { session, spots: 2 })
  expect(await headed(two)).toBe('You’re in')
  const bookedAt = addMinutes(new Date(), -16)
  await db.updateTable('purchases').set({ createdAt: bookedAt }).execute()
  expect(await headed(two)).toBe('Your booking')
  expect(await readPage(await visitor.get(linkOf(deps, two)))).toMatch(/Spot 1.*Spot 2/s)
  const request = await aBooking(db, { session, status: 'pending', spots: 2 })
  expect(await headed(request)).toBe('Waiting for Studio Vera')
  const waiting = await readPage(await visitor.get(linkOf(deps, request)))
  expect(waiting.match(/Answer expected by/g)).toHaveLength(1)
  expect(await headed(await aBooking(db, { session, status: 'cancelled' }))).toBe('Cancelled')
})

test('if the class is deleted, the page links to the trainer', async ({ db, deps }) => {
  const booking = await aBooking(db, { status: 'cancelled' })
  const visitor = (await appFor(deps)).visitor()
  const { class: of } = booking.session
  expect(await (await visitor.get(linkOf(deps, booking))).text()).toContain(
    `href="/book/class/${of.id}"`,
  )
  await db
    .updateTable('classes')
    .set({ status: 'archived', archivedAt: new Date() })
    .where('id', '=', of.id)
    .execute()
  const html = await (await visitor.get(linkOf(deps, booking))).text()
  expect(html).not.toContain(`href="/book/class/${of.id}"`)
  expect(html).toMatch(new RegExp(`href="/${of.vendor.username}"[^>]*>Other classes by`))
})

test('moving lists the dates of each class of the purchase, also after one of them was deleted', async ({
  db,
  deps,
}) => {
  const { owner, yoga, sessions, bundle } = await aSeries(db)
  const { purchaseId, reference } = await bought(
    deps,
    order(bundle, sessions.slice(0, 1), { leaveRest: true }),
  )
  const pilates = await aClass(db, { vendor: owner, title: 'Pilates' })
  const [taken, free] = await weeklySessions(db, pilates, { date: inDays(4), capacities: [5, 5] })
  const choice = {
    upcomingBookings: 'keep',
    bundles: { to: 'class', classId: pilates.id },
  } as const
  const owned = { vendorId: owner.id, classId: yoga.id }
  const archived = await agreeing(choice, (agreed) => archiveClass(db, owned, agreed, new Date()))
  expect(archived).toMatchObject({ ok: true })
  const { passId } = await passOf(db, purchaseId)
  const asked = { passId, sessionId: taken?.id ?? '' }
  expect(await redeemSession(db, linkTo(purchaseId), asked)).toMatchObject({ ok: true })
  const link = manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })
  const page = await (await appFor(deps)).visitor().get(`${link}&do=move`)
  expect(await page.text()).toContain(free?.id)
})

test('dates after the first hundred are on a further page, to move to and to book with a bundle', async ({
  db,
  deps,
}) => {
  const { yoga, bundle, sessions } = await aSeries(db, { bundle: { expiryDays: 730 } })
  const capacities = Array.from({ length: 101 }, () => 5)
  const more = await weeklySessions(db, yoga, { date: inDays(4), time: '07:00', capacities })
  const { purchaseId, reference } = await bought(
    deps,
    order(bundle, sessions.slice(0, 1), { leaveRest: true }),
  )
  const { passId } = await passOf(db, purchaseId)
  const visitor = (await appFor(deps)).visitor()
  const link = manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })
  for (const asked of ['&do=move', `&do=redeem&pass=${passId}`]) {
    const first = await (await visitor.get(link + asked)).text()
    expect(first).not.toContain(more[100]?.id)
    const later = /href="([^"]*after=[^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(await (await visitor.get(later)).text()).toContain(more[100]?.id)
  }
})

test('a session that needs a confirmation is requested with a bundle, not booked', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db, { of: { confirmationMode: 'manual' } })
  const { purchaseId, reference } = await bought(
    deps,
    order(bundle, sessions.slice(0, 1), { leaveRest: true }),
  )
  const { passId: pass } = await passOf(db, purchaseId)
  const link = manageUrl(deps, { purchaseId, reference, tokenRotation: 0 })
  const redeemed = await (await appFor(deps)).visitor().post(`${link}&do=redeem&pass=${pass}`, {
    intent: 'redeem',
    pass,
    sessionId: sessions[2]?.id ?? '',
  })
  expect(noticeOf(redeemed)?.title).toBe('Booking submitted!')
})

test('asking again and again whether somebody has a spot counts as changing a booking', async ({
  db,
  deps,
}) => {
  const from = await aSession(db)
  const target = await aSession(db, { class: from.class })
  const customer = { email: 'carla@example.com' }
  await aBooking(db, { session: target, spots: 4, customer })
  const booking = await aBooking(db, { session: from, customer })
  const visitor = (await appFor(deps)).visitor()
  const form = { intent: 'move', spot: booking.bookingIds, sessionId: target.id }
  const statuses: number[] = []
  for (let n = 0; n < 11; n++)
    statuses.push((await visitor.post(`${linkOf(deps, booking)}&do=move`, form)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 409), 429])
})

test('the page offers to write to the vendor, else to call; what it asks does not repeat the booking', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const session = await aSession(db, {
    class: await aClass(db, { vendor, location: '1 Park Street' }),
    location: '1 Park Street',
  })
  const link = linkOf(deps, await aBooking(db, { session }))
  const visitor = (await appFor(deps)).visitor()
  const setContact = (contact: {
    contactEmail?: string | null
    contactPhone?: string | null
    contactTelegram?: string | null
  }) => db.updateTable('vendors').set(contact).where('id', '=', vendor.id).execute()
  await setContact({
    contactEmail: 'studio@example.com',
    contactPhone: '+4930123456',
    contactTelegram: null,
  })
  const page = await (await visitor.get(link)).text()
  expect(page).toMatch(/href="mailto:studio@example\.com\?subject=Yoga%20%C2%B7%20[A-Z0-9]{10}"/)
  expect(page).toContain('Add to calendar')
  expect(page).not.toContain('tel:')
  await setContact({ contactEmail: null })
  expect(await (await visitor.get(link)).text()).toContain('href="tel:+4930123456"')
  await setContact({ contactPhone: null })
  expect(await readPage(await visitor.get(link))).not.toMatch(/Message|Call/)
  for (const question of ['cancel', 'move']) {
    const asked = await readPage(await visitor.get(`${link}&do=${question}`))
    expect(asked).toContain('Keep my booking')
    expect(asked).not.toMatch(/Add to calendar|Nothing is charged here|Park Street/)
  }
})
