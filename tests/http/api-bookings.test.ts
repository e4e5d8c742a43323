import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addMinutes } from '#core/shared/time.ts'
import { moveByCustomer } from '#core/bookings/commands/move-bookings.ts'
import { linkTo } from '#tests/support/links.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { expect, test } from '#tests/support/database.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { apiOf, clientAddress, problemIn, purchaseIn, tokenOf } from './api-client.ts'
import { nothingToPay } from '#api/booking-answers.ts'
import { fromNow, onDay } from '#tests/support/times.ts'

async function seatsTaken({ db }: Pick<Deps, 'db'>, sessionId: string): Promise<number> {
  const row = await db
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .select('currentStudents')
    .executeTakeFirstOrThrow()
  return row.currentStudents
}

test('two spots are two bookings of one reference, with the price of the class', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const answer = await apiOf(deps).book({ sessionId: session.id, spots: 2 })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { booking, bookings } = await purchaseIn(answer)
  expect(bookings).toHaveLength(2)
  expect(bookings[0]).toEqual(booking)
  expect(new Set(bookings.map(({ reference }) => reference)).size).toBe(1)
  expect(booking).toMatchObject({
    status: 'confirmed',
    sessionId: session.id,
    classId: session.class.id,
    priceMinor: 1500,
    currency: 'EUR',
    expiresAt: null,
  })
  expect(booking.manageUrl).toMatch(
    /^http:\/\/localhost:3000\/booking\/[0-9A-Z]{10}\?token=[\w-]{32}$/,
  )
})

test('for a class with manual confirmation, the response is a pending booking with its expiry', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { class: await aClass(db, { confirmationMode: 'manual' }) })
  const { booking } = await purchaseIn(await apiOf(deps).book({ sessionId: session.id }))
  expect(booking.status).toBe('pending')
  expect(Date.parse(booking.expiresAt ?? '')).toBeGreaterThan(Date.now())
})

test('customers of the API get messages in the vendor’s language, unless the request asks for one we speak', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, {
    class: await aClass(db, { vendor: await aVendor(db, { language: 'ru' }) }),
  })
  const languageFor = async (acceptLanguage: string | null) => {
    const { booking } = await purchaseIn(
      await apiOf(deps).book({ sessionId: session.id }, randomUUID(), {
        ...(acceptLanguage !== null && { 'accept-language': acceptLanguage }),
      }),
    )
    const { language } = await db
      .selectFrom('purchases')
      .where('reference', '=', booking.reference)
      .select('language')
      .executeTakeFirstOrThrow()
    return language
  }
  expect(await languageFor(null)).toBe('ru')
  expect(await languageFor('*')).toBe('ru')
  expect(await languageFor('fr-FR, de;q=0.5')).toBe('de')
})

test('64 requests at once for 20 spots: 20 are booked and 44 get "full"; all sent again with the same keys: the same 20', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { capacity: 20 })
  const { book } = apiOf(deps)
  const tries = Array.from({ length: 64 }, (_, number) => ({
    key: randomUUID(),
    email: `c${number}@example.com`,
  }))
  const round = async () => {
    const answers = await Promise.all(
      tries.map(({ key, email }) =>
        book({ sessionId: session.id, customer: { name: 'Carla', email } }, key),
      ),
    )
    const booked = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status !== 201)
    return {
      ids: (await Promise.all(booked.map(purchaseIn))).map(({ booking }) => booking.id).toSorted(),
      replayed: booked.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')
        .length,
      codes: (await Promise.all(refused.map(problemIn))).map(
        ({ status, code }) => `${status} ${code}`,
      ),
    }
  }
  const first = await round()
  const second = await round()
  expect(first.ids).toHaveLength(20)
  expect(first.replayed).toBe(0)
  expect(first.codes).toEqual(Array.from({ length: 44 }, () => '409 session_full'))
  expect(second).toEqual({ ...first, replayed: 20 })
  expect(await seatsTaken({ db }, session.id)).toBe(20)
})

test('the last spot: a booking waits for the one before it, then gets "full"', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 1 })
  const held = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [session.id],
  )
  const { book } = apiOf(deps)
  const rivals = ['one', 'two'].map((name) =>
    book({ sessionId: session.id, customer: { name, email: `${name}@example.com` } }),
  )
  await waitForWaiter(db, 2)
  await held.commit()
  const answers = await Promise.all(rivals)
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 409,
  ])
})

test('a replay gives the same bookings in the same order and takes no further seat', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const { book } = apiOf(deps)
  const first = await book({ sessionId: session.id, spots: 4 }, 'a key')
  const again = await book({ sessionId: session.id, spots: 4 }, 'a key')
  expect([first.status, again.status]).toEqual([201, 201])
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await purchaseIn(again)).toEqual(await purchaseIn(first))
  expect(await seatsTaken({ db }, session.id)).toBe(4)
})

test('a replay returns the link for a day, so a key that leaks later opens nothing', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const { book } = apiOf(deps)
  const { booking } = await purchaseIn(await book({ sessionId: session.id }, 'k'))
  const bookedHoursAgo = async (hours: number) => {
    await db
      .updateTable('purchases')
      .set({ createdAt: addMinutes(new Date(), -60 * hours) })
      .execute()
    const answer = await book({ sessionId: session.id }, 'k')
    const body: unknown = await answer.clone().json()
    return { answer, body }
  }
  expect((await purchaseIn((await bookedHoursAgo(23)).answer)).booking).toEqual(booking)
  const { answer, body } = await bookedHoursAgo(25)
  expect(answer.status).toBe(201)
  const without = { ...booking, waitsFor: null, manageUrl: null }
  expect(body).toEqual({ booking: without, bookings: [without], ...nothingToPay })
})

test('a replay does not give out the link that replaced the first one', async ({ db, deps }) => {
  const session = await aSession(db)
  const { book } = apiOf(deps)
  const { booking } = await purchaseIn(await book({ sessionId: session.id }, 'k'))
  await db.updateTable('purchases').set({ tokenRotation: 1 }).execute()
  const answer = await book({ sessionId: session.id }, 'k')
  expect(answer.headers.get('idempotent-replayed')).toBe('true')
  const body: unknown = await answer.json()
  const without = { ...booking, waitsFor: null, manageUrl: null }
  expect(body).toEqual({ booking: without, bookings: [without], ...nothingToPay })
})

test('a booking read through the API contains neither phone nor email', async ({ db, deps }) => {
  const session = await aSession(db)
  const { ask, book } = apiOf(deps)
  const customer = { name: 'Carla', email: 'carla@example.com', phone: '+491701234567' }
  const { booking } = await purchaseIn(await book({ sessionId: session.id, customer }))
  const address = `/bookings/${booking.reference}?token=${tokenOf(booking)}`
  const read = z.looseObject({ customer: z.unknown() }).parse(await (await ask(address)).json())
  expect(read.customer).toEqual({ name: 'Carla' })
})

test('a replay finds its booking even when the session has filled up or its start has passed', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { capacity: 1 })
  const { book } = apiOf(deps)
  const first = await purchaseIn(await book({ sessionId: session.id }, 'k'))
  await db
    .updateTable('classSessions')
    .set({ startsAt: fromNow(-10), bookingClosesAt: fromNow(-10) })
    .where('id', '=', session.id)
    .execute()
  expect(await purchaseIn(await book({ sessionId: session.id }, 'k'))).toEqual(first)
})

test('the same key again answers each booking with the session it was moved to', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const later = await aSession(db, { class: session.class, startsAt: onDay(3) })
  const api = apiOf(deps)
  const key = randomUUID()
  const asked = { sessionId: session.id, spots: 2 }
  const { bookings } = await purchaseIn(await api.book(asked, key))
  const moved = bookings[1]?.id ?? ''
  const { purchaseId } = await db
    .selectFrom('bookings')
    .where('id', '=', moved)
    .select('purchaseId')
    .executeTakeFirstOrThrow()
  const done = await moveByCustomer(db, linkTo(purchaseId), [moved], later.id)
  expect(done).toMatchObject({ ok: true })
  const again = await purchaseIn(await api.book(asked, key))
  expect(again.bookings.map(({ id, sessionId }) => ({ id, sessionId }))).toEqual(
    bookings.map(({ id }) => ({ id, sessionId: id === moved ? later.id : session.id })),
  )
})

test('the same key with other content is refused and books nothing', async ({ db, deps }) => {
  const session = await aSession(db)
  const other = await aSession(db, {
    class: session.class,
    startsAt: addMinutes(session.startsAt, 1440),
  })
  const { book } = apiOf(deps)
  const customer = { name: 'Carla', email: 'carla@example.com' }
  await book({ sessionId: session.id, customer }, 'k')
  for (const wish of [
    { sessionId: session.id, customer, spots: 2 },
    { sessionId: session.id, customer: { ...customer, name: 'Carlo' } },
    { sessionId: session.id, customer: { ...customer, email: 'other@example.com' } },
    { sessionId: other.id, customer },
  ]) {
    const answer = await book(wish, 'k')
    expect([answer.status, (await problemIn(answer)).code]).toEqual([422, 'idempotency_conflict'])
  }
  expect(await seatsTaken({ db }, session.id)).toBe(1)
  expect(await seatsTaken({ db }, other.id)).toBe(0)
})

test('a contact may have 4 spots in a session, in any spelling', async ({ db, deps }) => {
  const session = await aSession(db)
  const { book } = apiOf(deps)
  const with_ = (contact: object, spots: number) =>
    book({ sessionId: session.id, spots, customer: { name: 'C', ...contact } })
  expect((await with_({ phone: '+49 30 901820' }, 3)).status).toBe(201)
  const refused = await with_({ phone: '030 901820' }, 2)
  expect([refused.status, (await problemIn(refused)).code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await with_({ phone: '0049 30 90 18 20' }, 1)).status).toBe(201)
  expect((await with_({ phone: '49 170 1234567' }, 1)).status).toBe(400)
})

test('a contact may have 20 upcoming spots with a vendor', async ({ db, deps }) => {
  const first = await aSession(db)
  const { book } = apiOf(deps)
  const next = async () => (await aSession(db, { class: first.class })).id
  for (let count = 0; count < 5; count++)
    expect((await book({ sessionId: await next(), spots: 4 })).status).toBe(201)
  expect((await book({ sessionId: await next() })).status).toBe(429)
  expect((await book({ sessionId: (await aSession(db)).id })).status).toBe(201)
})

test('one address books 200 times in ten minutes, and as often as it wants where the limit is off', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const { book } = apiOf(deps)
  for (let count = 1; count < 200; count++) await deps.limits.seatsPerNetwork.take(clientAddress)
  const last = { sessionId: session.id }
  expect((await book(last, 'the last')).status).toBe(201)
  const refused = await book(last)
  expect([refused.status, (await problemIn(refused)).code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await book(last, 'the last')).headers.get('idempotent-replayed')).toBe('true')
  const open = apiOf({ ...deps, settings: { ...deps.settings, bookingRateLimit: false } })
  expect((await open.book(last)).status).toBe(201)
})

test('each refusal has its code, and a full session says how many spots are left', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { maxSpotsPerBooking: 2 })
  const of = await aClass(db, { vendor })
  const { book } = apiOf(deps)
  const said = async (session: { id: string }, spots = 1) => {
    const answer = await book({ sessionId: session.id, spots })
    return [answer.status, (await problemIn(answer)).code]
  }
  const ago = addMinutes(new Date(), -1)
  expect(await said({ id: randomUUID() })).toEqual([404, 'not_found'])
  expect(await said(await aSession(db, { class: of, status: 'cancelled' }))).toEqual([
    404,
    'not_found',
  ])
  expect(await said(await aSession(db, { class: of, startsAt: ago }))).toEqual([
    409,
    'session_past',
  ])
  expect(await said(await aSession(db, { class: of, bookingClosesAt: ago }))).toEqual([
    409,
    'registration_closed',
  ])
  expect(await said(await aSession(db, { class: of }), 3)).toEqual([400, 'invalid'])
  const extras = await problemIn(
    await book({ sessionId: (await aSession(db, { class: of })).id, extras: [randomUUID()] }),
  )
  expect(extras).toMatchObject({ status: 400, code: 'invalid', errors: [{ path: 'extras' }] })
  const closed = await aClass(db, { vendor, visibility: 'closed' })
  expect(await said(await aSession(db, { class: closed }))).toEqual([404, 'not_found'])
  const almostFull = await aSession(db, { class: of, capacity: 1 })
  const answer = await problemIn(await book({ sessionId: almostFull.id, spots: 2 }))
  expect(answer).toMatchObject({
    status: 409,
    code: 'session_full',
    detail: 'Only 1 spot is left.',
  })
})

test('a price the customer did not see is a 409, and the same key books at the current price', async ({
  db,
  deps,
}) => {
  const { id: sessionId } = await aSession(db)
  const { book } = apiOf(deps)
  const told = await book({ sessionId, seenPriceMinor: 1000 }, 'k')
  expect(await problemIn(told)).toMatchObject({ status: 409, code: 'price_changed' })
  expect(await seatsTaken({ db }, sessionId)).toBe(0)
  const { booking } = await purchaseIn(await book({ sessionId, seenPriceMinor: 1500 }, 'k'))
  expect(booking.priceMinor).toBe(1500)
})

test('a session locked for longer than the wait is busy, and the same key books it afterwards', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const own = openDatabase({ url: databaseUrl, max: 2 })
  onTestFinished(own.close)
  const held = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [session.id],
  )
  const { book } = apiOf({ ...deps, db: own.db })
  const waited = await book({ sessionId: session.id }, 'k')
  await held.rollback()
  expect([waited.status, waited.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await problemIn(waited)).code).toBe('busy')
  expect((await book({ sessionId: session.id }, 'k')).status).toBe(201)
})

test('a booking is read with its token; a wrong token and an unknown reference are the same 404', async ({
  db,
  deps,
}) => {
  const online = 'https://meet.example/room'
  const session = await aSession(db, {
    class: await aClass(db, { confirmationMode: 'manual' }),
    onlineUrl: online,
  })
  const { ask, book } = apiOf(deps)
  const { booking } = await purchaseIn(await book({ sessionId: session.id }))
  const read = async () =>
    (await ask(`/bookings/${booking.reference}?token=${tokenOf(booking)}`)).json()
  expect(await read()).toMatchObject({
    booking: { id: booking.id, status: 'pending', session: { title: 'Yoga', onlineUrl: null } },
    customer: { name: 'Carla' },
    vendor: { name: 'Studio Vera' },
  })
  await db
    .updateTable('bookings')
    .set({ status: 'confirmed' })
    .where('id', '=', booking.id)
    .execute()
  expect(await read()).toMatchObject({
    booking: { status: 'confirmed', session: { onlineUrl: online } },
  })
  const problems = [
    await ask(`/bookings/${booking.reference}?token=${'x'.repeat(32)}`),
    await ask(`/bookings/0000000000?token=${tokenOf(booking)}`),
  ]
  const [wrong, unknown] = await Promise.all(problems.map(problemIn))
  expect(wrong).toMatchObject({ status: 404, code: 'not_found' })
  expect({ ...wrong, requestId: '' }).toEqual({ ...unknown, requestId: '' })
})

test('cancelling some spots, then all, then again: each seat comes back once', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const { book, post } = apiOf(deps)
  const { booking, bookings } = await purchaseIn(await book({ sessionId: session.id, spots: 3 }))
  const cancel = (body: object) =>
    post(`/bookings/${booking.reference}/cancel`, { token: tokenOf(booking), ...body })
  const one = await cancel({ bookingIds: [booking.id] })
  expect([one.status, await one.json()]).toMatchObject([
    200,
    { cancelled: 1, late: 0, booking: { status: 'cancelled' } },
  ])
  expect(await seatsTaken({ db }, session.id)).toBe(2)
  expect(await (await cancel({})).json()).toMatchObject({
    cancelled: 2,
    bookings: bookings.map(() => ({ status: 'cancelled' })),
  })
  expect(await (await cancel({})).json()).toMatchObject({ cancelled: 0 })
  expect(await seatsTaken({ db }, session.id)).toBe(0)
})

test('ids may be written with capital letters', async ({ db, deps }) => {
  const { ask, book, post } = apiOf(deps)
  const { id, class: of } = await aSession(db)
  const { booking } = await purchaseIn(await book({ sessionId: id.toUpperCase(), spots: 2 }))
  expect(booking.sessionId).toBe(id)
  const cancelled = await post(`/bookings/${booking.reference}/cancel`, {
    token: tokenOf(booking),
    bookingIds: [booking.id.toUpperCase()],
  })
  expect(await cancelled.json()).toMatchObject({ cancelled: 1 })
  const sessions = await ask(`/classes/${of.id.toUpperCase()}/sessions`)
  expect(await sessions.json()).toMatchObject({ data: [{ id }] })
})

test('the token of another booking cancels nothing, nor do the ids of another purchase', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const { book, post } = apiOf(deps)
  const { booking } = await purchaseIn(await book({ sessionId: session.id }))
  const { booking: foreign } = await purchaseIn(await book({ sessionId: session.id }))
  const path = `/bookings/${booking.reference}/cancel`
  expect((await post(path, { token: tokenOf(foreign) })).status).toBe(404)
  expect((await post(path, { token: tokenOf(booking), bookingIds: [foreign.id] })).status).toBe(404)
  expect(await seatsTaken({ db }, session.id)).toBe(2)
})

test('a session that has started cannot be cancelled', async ({ db, deps }) => {
  const session = await aSession(db)
  const { book, post } = apiOf(deps)
  const { booking } = await purchaseIn(await book({ sessionId: session.id }))
  await db
    .updateTable('classSessions')
    .set({ startsAt: fromNow(-1) })
    .where('id', '=', session.id)
    .execute()
  const answer = await post(`/bookings/${booking.reference}/cancel`, { token: tokenOf(booking) })
  expect([answer.status, (await problemIn(answer)).code]).toEqual([409, 'session_past'])
})

test('a purchase whose bookings the vendor deleted is gone', async ({ db, deps }) => {
  const { ask, book } = apiOf(deps)
  const session = await aSession(db)
  await aBooking(db, { session })
  const { booking } = await purchaseIn(await book({ sessionId: session.id }))
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('bookings')
      .set({ deletedAt: new Date() })
      .where('id', '=', booking.id)
      .execute()
    await tx
      .updateTable('classSessions')
      .set({ currentStudents: 1 })
      .where('id', '=', session.id)
      .execute()
    await tx.deleteFrom('seatLedger').where('bookingId', '=', booking.id).execute()
  })
  expect((await ask(`/bookings/${booking.reference}?token=${tokenOf(booking)}`)).status).toBe(404)
})

test('a key that names somebody is stored only as a digest, and still recognized', async ({
  db,
  deps,
}) => {
  const api = apiOf(deps)
  const session = await aSession(db)
  const key = 'carla@example.com-0001'
  expect((await api.book({ sessionId: session.id }, key)).status).toBe(201)
  expect((await api.book({ sessionId: session.id }, key)).headers.get('idempotent-replayed')).toBe(
    'true',
  )
  const rows = await db.selectFrom('purchases').select('idempotencyKey').execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.idempotencyKey).not.toContain('carla')
})
