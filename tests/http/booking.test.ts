import { seenField } from '#core/bookings/schema.ts'
import { seenText } from '#core/bookings/rules/seen.ts'
import { sql } from 'kysely'
import { appFor, noticeOf, readPage } from '#tests/support/app.ts'
import {
  bookBy,
  bookingFormFor,
  classPath,
  formPath,
  locationOf,
  purchasesIn,
} from '#tests/support/booking-form.ts'
import { expect, test } from '#tests/support/database.ts'
import { formIn } from '#tests/support/page-form.ts'
import { minutes } from '#tests/support/bookings.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { fromNow } from '#tests/support/times.ts'

test('a form sent without JavaScript makes a booking, opens its page, and announces the confirmation email', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  const answer = await bookBy(visitor, session, { spots: '2' })
  expect(answer.status).toBe(303)
  expect(locationOf(answer)).not.toContain('#book')
  expect(new URL(locationOf(answer), deps.origin).hash).not.toBe('')
  expect(noticeOf(answer)).toMatchObject({
    title: '🎉 Booking Confirmed!',
    text: "Your 2 spots have been reserved for Yoga. You'll receive a confirmation email shortly.",
  })
  const page = await visitor.get(locationOf(answer))
  expect(page.status).toBe(200)
  const text = await readPage(page)
  expect(text).toContain('🎉 Booking Confirmed!')
  expect(text).toContain('Carla')
  expect(text.match(/Confirmed/g)?.length).toBeGreaterThanOrEqual(3)
  expect(text).toMatch(/Free to cancel until \w{3}, /)
  expect(await purchasesIn(db)).toMatchObject([
    { customerEmail: 'carla@example.com', status: 'confirmed' },
    { customerEmail: 'carla@example.com', status: 'confirmed' },
  ])
})

test('a phone number is parsed for the vendor’s country, and no email is promised', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const answer = await bookBy((await appFor(deps)).visitor(), session, { contact: '0170 1234567' })
  expect(noticeOf(answer)?.text).toBe('Your spot has been reserved for Yoga.')
  expect(await purchasesIn(db)).toMatchObject([{ customerPhone: '+491701234567' }])
})

test('a phone with the plus of a Japanese keyboard is the same phone', async ({ db, deps }) => {
  const session = await aSession(db)
  await bookBy((await appFor(deps)).visitor(), session, { contact: '＋49 170 1234567' })
  expect(await purchasesIn(db)).toMatchObject([{ customerPhone: '+491701234567' }])
})

test('a class with confirmation takes a request and says that the vendor will answer', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { class: await aClass(db, { confirmationMode: 'manual' }) })
  const visitor = (await appFor(deps)).visitor()
  const answer = await bookBy(visitor, session)
  expect(noticeOf(answer)).toMatchObject({
    title: 'Booking submitted!',
    text: 'Thank you for your booking. The vendor will contact you soon.',
  })
  const html = await (await visitor.get(locationOf(answer))).text()
  expect(html).toContain('Waiting for confirmation')
  expect(html).toContain('Answer expected by')
})

test('a request does not look like a success yet: no box around its notice, no solid calendar button', async ({
  db,
  deps,
}) => {
  const solid = /<summary class="[^"]*bg-accent[ "][^>]*>(?:(?!<\/summary>).)*Add to calendar/s
  const boxed = /role="status"(?:(?!<\/div>).)*Booking submitted!/s
  const visitor = (await appFor(deps)).visitor()
  const pageOf = async (confirmationMode: 'automatic' | 'manual') => {
    const session = await aSession(db, { class: await aClass(db, { confirmationMode }) })
    return (await visitor.get(locationOf(await bookBy(visitor, session)))).text()
  }
  const request = await pageOf('manual')
  expect(request).toContain('Booking submitted!')
  expect(request).toContain('Add to calendar')
  expect(request).not.toMatch(boxed)
  expect(request).not.toMatch(solid)
  expect(await pageOf('automatic')).toMatch(solid)
})

test('a price that changed while a customer typed is shown before they book', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  const shown = seenField.parse(await seenIn(await visitor.get(classPath(session))))
  expect(shown?.priceMinor).toBe(1500)
  await db.updateTable('classes').set({ priceMinor: 1800 }).execute()
  const answer = await visitor.post(
    classPath(session),
    bookingFormFor(session, { seen: seenText({ priceMinor: 1500 }) }),
  )
  expect(answer.status).toBe(409)
  const seen = await seenIn(answer.clone())
  expect(seenField.parse(seen)?.priceMinor).toBe(1800)
  const text = await readPage(answer)
  expect(text).toContain('The price of this class has just changed.')
  expect(text).toContain('€18')
  expect(await purchasesIn(db)).toEqual([])
  const again = await visitor.post(classPath(session), bookingFormFor(session, { seen }))
  expect(again.status).toBe(303)
  expect(await db.selectFrom('bookings').select('priceMinor').execute()).toEqual([
    { priceMinor: 1800 },
  ])
})

const seenIn = async (page: Response): Promise<string> =>
  formIn(await page.text(), 'seen')['seen'] ?? ''

test('a double click, two tabs and a retry after a lost answer are one booking', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  await visitor.get(classPath(session))
  await visitor.get(classPath(session))
  const both = await Promise.all([
    visitor.post(classPath(session), bookingFormFor(session)),
    visitor.post(classPath(session), bookingFormFor(session)),
  ])
  const retry = await visitor.post(classPath(session), bookingFormFor(session))
  expect([...both, retry].map(({ status }) => status)).toEqual([303, 303, 303])
  expect(new Set([...both, retry].map(locationOf)).size).toBe(1)
  expect(await purchasesIn(db)).toHaveLength(1)
  expect(noticeOf(retry)).toEqual({
    tone: 'neutral',
    title: 'You have already booked this session as Carla.',
  })
})

test('“Back” on the page of a class leads to its trainer if there is no page to go back to', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const html = await (await (await appFor(deps)).visitor().get(classPath(session))).text()
  const [, to] = /<a [^>]*href="([^"]*)"[^>]*>(?:(?!<\/a>).)*Back<\/a>/.exec(html) ?? []
  expect(to).toBe(`/${session.class.vendor.username}`)
})

test('a phone with missing digits is refused', async ({ db, deps }) => {
  const session = await aSession(db)
  const answer = await bookBy((await appFor(deps)).visitor(), session, { contact: '0171 2345' })
  expect(answer.status).toBe(400)
  expect(await purchasesIn(db)).toEqual([])
})

test('where cookies are off a page that is loaded again sends the same form', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  // Each request is a new visitor without cookies.
  const app = await appFor(deps)
  const first = await (await app.visitor().get(classPath(session))).text()
  const to = /<noscript><meta http-equiv="refresh" content="0;url=([^"]+)"/i.exec(first)?.[1] ?? ''
  expect(to).toContain('form=')
  for (let loads = 0; loads < 2; loads++) {
    const page = await (await app.visitor().get(to)).text()
    expect(page).not.toContain('http-equiv="refresh"')
    const { nonce = '' } = formIn(page, 'seen')
    const booked = await app.visitor().post(to, bookingFormFor(session, { nonce }))
    expect(booked.status).toBe(303)
  }
  expect(await purchasesIn(db)).toHaveLength(1)
  // Visitors with cookies are never redirected there.
  const visitor = app.visitor()
  await (await visitor.get(classPath(session))).text()
  expect(await (await visitor.get(classPath(session))).text()).not.toContain('http-equiv="refresh"')
})

test('if cookies are off, the number in the form turns two submissions into one booking', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const app = await appFor(deps)
  const form = bookingFormFor(session, { nonce: 'one-form' })
  const first = await app.visitor().post(classPath(session), form)
  const again = await app.visitor().post(classPath(session), form)
  expect(locationOf(again)).toContain(locationOf(first).split('?')[0])
  expect(await purchasesIn(db)).toHaveLength(1)
  // Anybody can choose the number: who sends the form again sees the booking, and does not get the link that changes it.
  expect(await readPage(await app.visitor().get(locationOf(first)))).toContain('Cancel booking')
  const seen = await readPage(await app.visitor().get(locationOf(again)))
  expect(seen).toContain('With this link, you can only view your booking.')
  expect(seen).not.toContain('Cancel booking')
  const other = await app.visitor().post(classPath(session), { ...form, nonce: 'another-form' })
  expect(locationOf(other)).not.toBe(locationOf(first))
})

test('the device is known by a cookie no script can read, set once', async ({ db, deps }) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  const first = await visitor.get(classPath(session))
  const line = first.headers.getSetCookie().find((cookie) => cookie.startsWith('device='))
  expect(line).toMatch(/HttpOnly; SameSite=Lax$/)
  const second = await visitor.get(classPath(session))
  expect(second.headers.getSetCookie().join()).not.toContain('device=')
})

test('both spellings of an international address are one customer: for the form, the limit and a block', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { capacity: 20 })
  const app = await appFor(deps)
  const book = (contact: string, more = {}) =>
    bookBy(app.visitor(), session, { contact, name: 'Max', ...more })
  expect((await book('Max@müller.de', { spots: '4' })).status).toBe(303)
  expect(await purchasesIn(db)).toMatchObject(
    Array.from({ length: 4 }, () => ({ customerEmail: 'max@xn--mller-kva.de' })),
  )
  const fifth = await book('max@xn--mller-kva.de\u200b')
  expect(fifth.status).toBe(409)
  expect(await readPage(fifth)).toContain('This can’t be booked online.')
})

test('a number with too few digits says what is missing', async ({ db, deps }) => {
  const session = await aSession(db)
  const answer = await bookBy((await appFor(deps)).visitor(), session, { contact: '+52 55 1234' })
  expect(answer.status).toBe(400)
  expect(await readPage(answer)).toContain('Some digits are missing from this phone number.')
})

test('another name on the same device is another booking', async ({ db, deps }) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  const first = await bookBy(visitor, session)
  const second = await bookBy(visitor, session, { name: 'Carlo' })
  expect(locationOf(second)).not.toBe(locationOf(first))
  expect(await purchasesIn(db)).toHaveLength(2)
})

test('the same person with another number of spots is asked, and may book again', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  const first = await bookBy(visitor, session)
  const conflict = await bookBy(visitor, session, { spots: '2' })
  expect(conflict.status).toBe(409)
  const html = await conflict.clone().text()
  expect(await readPage(conflict)).toContain('You have already booked this session as Carla.')
  const buttons = [...html.matchAll(/<button[^>]*name="again"[^>]*>/g)].map(([tag]) => tag)
  expect(buttons.map((tag) => /value="(\d+)"/.exec(tag)?.[1])).toEqual(['0', '1'])
  expect(html.replaceAll('&amp;', '&')).toContain(`href="${locationOf(first).replace('#top', '')}"`)
  const beside = await bookBy(visitor, session, { spots: '2', again: '1' })
  expect(beside.status).toBe(303)
  expect(await purchasesIn(db)).toHaveLength(3)
})

test('after cancelling everything, the same form can book again', async ({ db, deps }) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  const first = locationOf(await bookBy(visitor, session))
  const [booked] = await purchasesIn(db)
  await visitor.post(first, { intent: 'cancel', spot: booked?.id ?? '' })
  const second = await bookBy(visitor, session)
  expect(second.status).toBe(303)
  expect(locationOf(second)).not.toBe(first)
  // The form now stands for the second: sent again it is that one.
  expect(locationOf(await bookBy(visitor, session))).toBe(locationOf(second))
  expect((await purchasesIn(db)).map(({ status }) => status)).toEqual(['cancelled', 'confirmed'])
})

test('a session that filled up says so, shows it, and keeps what was typed', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { capacity: 3 })
  const visitor = (await appFor(deps)).visitor()
  await visitor.get(classPath(session))
  await aBooking(db, { session, spots: 2 })
  const two = await visitor.post(classPath(session), bookingFormFor(session, { spots: '2' }))
  expect(two.status).toBe(409)
  expect(await readPage(two)).toContain('Only one spot is left in this session.')

  await aBooking(db, { session })
  const full = await visitor.post(classPath(session), bookingFormFor(session, { name: 'Zoë <b>' }))
  expect(full.status).toBe(409)
  const html = await full.clone().text()
  const text = await readPage(full)
  expect(text).toContain('Booking Failed')
  expect(text).toContain('This session is fully booked. Please choose another time.')
  expect(text).toContain('3/3 booked')
  expect(html).toContain('value="Zoë &lt;b&gt;"')
  expect(html).toContain('value="carla@example.com"')
})

test('each refusal has its own status and error message', async ({ db, deps }) => {
  const visitor = (await appFor(deps)).visitor()
  const single = await aVendor(db, { maxSpotsPerBooking: 1 })
  const cases = [
    [await aSession(db, { status: 'cancelled' }), {}, 409, 'This session has been cancelled.'],
    [await aSession(db, { startsAt: fromNow(-30) }), {}, 409, 'This session has already started.'],
    [
      await aSession(db, { bookingClosesAt: fromNow(-1) }),
      {},
      409,
      'Registration for this session has closed.',
    ],
    [
      await aSession(db, { class: await aClass(db, { vendor: single }) }),
      { spots: '2' },
      400,
      'You can’t book that many spots at once.',
    ],
    [await aSession(db), { contact: 'nonsense' }, 400, 'Please enter a phone number or an email'],
    [await aSession(db), { contact: 'a@b' }, 400, 'Please enter a phone number or an email'],
    [await aSession(db), { contact: '49 170 1234567' }, 400, 'Which country is this number from?'],
    [await aSession(db), { contact: '' }, 400, 'Please fill this in.'],
    [await aSession(db), { name: ' ' }, 400, 'Please fill this in.'],
    [await aSession(db), { name: 'x'.repeat(121) }, 400, 'This is too long.'],
    [
      await aSession(db),
      { name: 'a\u0000b' },
      400,
      'This contains characters that aren’t allowed.',
    ],
    [await aSession(db), { sessionId: 'nonsense' }, 400, 'This isn’t valid.'],
    [await aSession(db), { spots: '5' }, 400, 'Please enter at most 4.'],
  ] as const
  for (const [session, typed, status, sentence] of cases) {
    const answer = await visitor.post(classPath(session), bookingFormFor(session, typed))
    expect(await readPage(answer), sentence).toContain(sentence)
    expect(answer.status, sentence).toBe(status)
  }
  expect(await purchasesIn(db)).toEqual([])
})

test('a contact with four spots in a session books no fifth', async ({ db, deps }) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  await bookBy(visitor, session, { spots: '4' })
  const fifth = await bookBy(visitor, session, { name: 'Carlo' })
  expect(fifth.status).toBe(409)
  expect(await readPage(fifth)).toContain(
    'You may already have as many spots as one person can book here.',
  )
})

test('an unexpected error shows "There was an error processing your booking." and keeps the form', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  await sql`alter table seat_ledger add constraint broken check (false) not valid`.execute(db)
  const answer = await bookBy((await appFor(deps)).visitor(), session)
  expect(answer.status).toBe(500)
  const html = await answer.clone().text()
  const text = await readPage(answer)
  expect(text).toContain('Booking Failed')
  expect(text).toContain('There was an error processing your booking. Please try again.')
  expect(text).not.toContain('broken')
  expect(html).toContain('value="carla@example.com"')
  expect(await purchasesIn(db)).toEqual([])
})

test('too many bookings from one address are refused with the seconds to wait', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { capacity: 300 })
  const visitor = (await appFor(deps)).visitor({ network: '192.0.2.77' })
  for (let attempt = 0; attempt < 200; attempt++)
    await deps.limits.seatsPerNetwork.take('192.0.2.77')
  const answer = await bookBy(visitor, session)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await readPage(answer)).toContain('Too many bookings from this network.')
})

test('the page with the form is kept by no cache', async ({ db, deps }) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  const page = await visitor.get(classPath(session))
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  const refused = await visitor.post(classPath(session), {})
  expect(refused.headers.get('cache-control')).toBe('private, no-store')
})

test('a body that is not a form is a 400', async ({ db, deps }) => {
  const session = await aSession(db)
  const answer = await (
    await appFor(deps)
  ).request(classPath(session), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(answer.status).toBe(400)
})

test('all errors of the form are shown at once, with the names of the fields', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const visitor = (await appFor(deps)).visitor()
  const text = await readPage(await bookBy(visitor, session, { name: ' ', contact: 'nonsense' }))
  expect(text).toMatch(
    /Your name Please fill this in\. Phone or email .*Please enter a phone number/s,
  )
})

test('the panel offers and prices the spots that are left', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 2 })
  const visitor = (await appFor(deps)).visitor()
  const open = await visitor.get(classPath(session))
  const html = await open.clone().text()
  expect(html.match(/<option value="\d"/g)).toHaveLength(2)
  expect(html).toMatch(/Book This Class<\/h2>/)
  expect(await readPage(open)).toContain('€15 per spot')
  await aBooking(db, { session })
  const refused = await visitor.post(classPath(session), bookingFormFor(session, { spots: '2' }))
  expect(refused.status).toBe(409)
  const answer = await refused.clone().text()
  expect(answer).toContain('href="#field-spots"')
  expect(answer).toContain('aria-describedby="field-spots-error"')
  const said = await readPage(refused)
  expect(said.match(/Only one spot is left in this session/g)).toHaveLength(2)
  expect(answer.match(/<option value="\d"/g)).toHaveLength(1)
})

test.for([
  { starts: 480, said: 'You can cancel free of charge for 15 minutes after booking.' },
  { starts: 3 * 1440, said: 'Free to cancel until ' },
])(
  'the page of a class that starts in $starts minutes says: $said',
  async ({ starts, said }, { db, deps }) => {
    const of = await aClass(db, { noticeMinutes: 720, priceMinor: 1500 })
    const session = await aSession(db, { class: of, startsAt: minutes(starts) })
    const visitor = (await appFor(deps)).visitor()
    const address = `/book/class/${of.id}?session=${session.id}`
    expect(await readPage(await visitor.get(address))).toContain(said)
  },
)

test('the form says what a booking costs once', async ({ db, deps }) => {
  const session = await aSession(db, { class: await aClass(db, { priceMinor: 1500 }) })
  const page = await readPage(await (await appFor(deps)).visitor().get(formPath(session)))
  const form = page.slice(page.indexOf('Book This Class'))
  expect(form.match(/€\d+/g)).toEqual(['€15'])
})
