import { book } from '#tests/support/book.ts'
import { bookingsOf, kindsOf, minutes, zoneWhereItIs } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import type { Deps } from '#core/shared/deps.ts'
import { bookSession, type BookSession } from './book-session.ts'
import { cancelByCustomer } from './cancel-bookings.ts'
import { deleteBooking } from './delete-booking.ts'

function order(sessionId: string, more: Partial<BookSession> = {}): BookSession {
  return {
    sessionId,
    spots: 1,
    name: 'Carla',
    contact: 'carla@example.com',
    idempotencyKey: crypto.randomUUID(),
    source: 'public',
    accepted: [],
    language: 'en',
    network: null,
    ...more,
  }
}

async function bookedPurchase(deps: Deps, input: BookSession) {
  const booked = await bookSession(deps, input)
  if (!booked.ok) throw new Error(booked.reason)
  return booked.purchase
}

test('a booking takes seats, purchase, ledger and outbox in one go, at the class’s price', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { capacity: 5 })
  const purchase = await bookedPurchase(
    deps,
    order(session.id, { spots: 3, contact: '0151 23456789' }),
  )
  expect(
    purchase.spots.map(({ status, priceMinor, currency }) => [status, priceMinor, currency]),
  ).toEqual([
    ['confirmed', 1500, 'EUR'],
    ['confirmed', 1500, 'EUR'],
    ['confirmed', 1500, 'EUR'],
  ])
  expect(purchase.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
  const stored = await db.selectFrom('purchases').selectAll().executeTakeFirstOrThrow()
  expect(stored).toMatchObject({
    customerPhone: '+4915123456789',
    customerEmail: null,
    bookingMethod: 'phone',
  })
  expect(await kindsOf(db)).toEqual(['booking.confirmed'])
})

test('a free class is paid; a vendor who takes money at the door records new ones as paid', async ({
  db,
  deps,
}) => {
  const free = await aSession(db, { class: await aClass(db, { priceMinor: 0 }) })
  expect(
    (await bookingsOf(db, (await bookedPurchase(deps, order(free.id))).purchaseId))[0]
      ?.paymentStatus,
  ).toBe('paid')
  const door = await aSession(db, {
    class: await aClass(db, { vendor: await aVendor(db, { recordNewAsPaid: true }) }),
  })
  const { purchaseId } = await bookedPurchase(deps, order(door.id, { spots: 2 }))
  expect((await bookingsOf(db, purchaseId)).map(({ paymentStatus }) => paymentStatus)).toEqual([
    'paid',
    'paid',
  ])
  const paid = await db.selectFrom('payments').select(['amountMinor', 'method']).execute()
  expect(paid).toEqual([
    { amountMinor: 1500, method: 'door' },
    { amountMinor: 1500, method: 'door' },
  ])
})

test('a manual class makes a request that waits as long as the class says, never past the start', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { timeZone: zoneWhereItIs(10) })
  const request = { confirmationMode: 'manual', confirmationTimeoutMinutes: 30 } as const
  const manual = await aClass(db, { vendor, ...request })
  const soon = await aSession(db, { class: manual, startsAt: minutes(10) })
  const later = await aSession(db, { class: manual, startsAt: minutes(600) })
  const [short, long] = [
    await bookedPurchase(deps, order(soon.id)),
    await bookedPurchase(deps, order(later.id)),
  ]
  expect(short.spots[0]?.status).toBe('pending')
  expect(short.spots[0]?.expiresAt).toEqual(soon.startsAt)
  const wait = Number(long.spots[0]?.expiresAt) - Date.now()
  expect(wait).toBeGreaterThan(29 * 60_000)
  expect(wait).toBeLessThanOrEqual(30 * 60_000)
  expect(await kindsOf(db)).toEqual(['booking.requested', 'booking.requested'])
})

test('the same key is the same purchase; with other content it is refused; a spelling of the same contact is the same content', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const first = order(session.id, { idempotencyKey: 'key', contact: '+49 151 23456789' })
  const purchase = await bookedPurchase(deps, first)
  expect(await bookSession(deps, first)).toMatchObject({
    ok: true,
    replayed: true,
    purchase: { purchaseId: purchase.purchaseId },
  })
  expect(await bookSession(deps, { ...first, contact: '0151 23456789' })).toMatchObject({
    ok: true,
    replayed: true,
  })
  expect(await bookSession(deps, { ...first, spots: 2 })).toMatchObject({
    ok: false,
    reason: 'idempotency_conflict',
  })
  expect(await bookSession(deps, { ...first, name: 'Somebody else' })).toMatchObject({
    ok: false,
    reason: 'idempotency_conflict',
  })
})

test('a price the customer did not see books nothing; a retry of a successful booking returns it', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const costs = (priceMinor: number) => db.updateTable('classes').set({ priceMinor }).execute()
  const input = order(session.id, { idempotencyKey: 'looking', seen: { priceMinor: 1500 } })
  await costs(1800)
  for (const priceMinor of [1500, 0])
    expect(await bookSession(deps, { ...input, seen: { priceMinor } })).toMatchObject({
      ok: false,
      reason: 'price_changed',
    })
  expect(await bookSession(deps, { ...input, spots: 11 })).toMatchObject({
    reason: 'too_many_spots',
  })
  const tables = ['purchases', 'bookings', 'seatLedger', 'outbox'] as const
  for (const table of tables) expect(await db.selectFrom(table).selectAll().execute()).toEqual([])

  const booked = await bookSession(deps, { ...input, seen: { priceMinor: 1800 } })
  expect(booked).toMatchObject({ ok: true, purchase: { spots: [{ priceMinor: 1800 }] } })
  await costs(2000)
  expect(await bookSession(deps, { ...input, seen: { priceMinor: 2000 } })).toMatchObject({
    ok: true,
    replayed: true,
    purchase: { spots: [{ priceMinor: 1800 }] },
  })
})

test('a key that got "full" is not used up', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 1 })
  const other = await aBooking(db, { session })
  const input = order(session.id, { idempotencyKey: 'patient' })
  expect(await bookSession(deps, input)).toMatchObject({ ok: false, reason: 'session_full' })
  await cancelByCustomer(db, linkTo(other.purchaseId), null)
  expect(await bookSession(deps, input)).toMatchObject({ ok: true, replayed: false })
})

test('overdue requests return their seats before a customer gets "full"', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 1 })
  const waiting = await aBooking(db, { session, status: 'pending', expiresAt: minutes(-1) })
  expect(await bookSession(deps, order(session.id))).toMatchObject({ ok: true })
  expect((await bookingsOf(db, waiting.purchaseId))[0]?.status).toBe('expired')
  expect(await kindsOf(db)).toEqual(['booking.ended', 'booking.confirmed'])
})

test('a contact may have four spots in a session and twenty upcoming ones with a vendor', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  await bookedPurchase(
    deps,
    order(session.id, {
      spots: 4,
      contact: { phone: '+4915123456789', email: 'many@example.com' },
    }),
  )
  const byPhone = { spots: 4, contact: '0151 23456789' }
  await bookedPurchase(deps, order(session.id, byPhone))
  expect(await bookSession(deps, order(session.id, { ...byPhone, spots: 1 }))).toMatchObject({
    reason: 'contact_limit',
  })
  expect(await bookSession(deps, order(session.id, { contact: 'MANY@example.com' }))).toMatchObject(
    { reason: 'contact_limit' },
  )
  expect(
    await bookSession(deps, order(session.id, { contact: 'other@example.com' })),
  ).toMatchObject({ ok: true })
  for (let more = 0; more < 4; more++) {
    const next = await aSession(db, { class: session.class })
    await bookedPurchase(deps, order(next.id, { spots: 4, contact: 'many@example.com' }))
  }
  const last = await aSession(db, { class: session.class })
  expect(await bookSession(deps, order(last.id, { contact: 'many@example.com' }))).toMatchObject({
    reason: 'contact_limit',
  })
  const elsewhere = await aSession(db)
  expect(
    await bookSession(deps, order(elsewhere.id, { contact: 'many@example.com' })),
  ).toMatchObject({ ok: true })
})

test('a stranger’s address is counted, retries of a booking are not', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 500 })
  const input = order(session.id, { network: '203.0.113.9', idempotencyKey: 'again' })
  await bookedPurchase(deps, input)
  for (let more = 0; more < 210; more++)
    expect(await bookSession(deps, input)).toMatchObject({ ok: true })
  const answers = []
  for (let more = 0; more < 205; more++)
    answers.push(
      await bookSession(
        deps,
        order(session.id, { network: '203.0.113.9', contact: `guest${more}@example.com` }),
      ),
    )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(199)
  expect(answers.at(-1)).toMatchObject({ reason: 'rate_limited' })
  const off = { ...deps, settings: { ...deps.settings, bookingRateLimit: false } }
  expect(
    await bookSession(
      off,
      order(session.id, { network: '203.0.113.9', contact: 'late@example.com' }),
    ),
  ).toMatchObject({ ok: true })
})

test('a key sent again after its spot was deleted returns a cancelled booking', async ({
  db,
  deps,
}) => {
  const session = await aSession(db)
  const first = await book(deps, session.id, 'carla@example.com')
  if (!first.ok) throw new Error(first.reason)
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  await deleteBooking(db, member, first.purchase.spots[0]?.id ?? '')
  expect(await book(deps, session.id, 'carla@example.com')).toMatchObject({
    replayed: true,
    purchase: { spots: [{ status: 'cancelled' }] },
  })
})

test('a full session does not reveal whether a contact has booked it', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 4 })
  await aBooking(db, { session, spots: 4, customer: { email: 'there@example.com' } })
  for (const contact of ['there@example.com', 'elsewhere@example.com'])
    expect(await bookSession(deps, order(session.id, { contact, spots: 2 }))).toMatchObject({
      reason: 'session_full',
    })
})

test('an address books 200 seats in ten minutes, however many a booking has', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { capacity: 500 })
  const answers = []
  for (let more = 0; more < 55; more++)
    answers.push(
      await bookSession(
        deps,
        order(session.id, {
          network: '203.0.113.9',
          spots: 4,
          contact: `guest${more}@example.com`,
        }),
      ),
    )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(50)
})

test('one email is one contact, with another phone each time or with tags', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { capacity: 100 })
  const book = (nth: number, email: string) =>
    bookSession(deps, {
      ...order(session.id, { network: `203.0.113.${nth}` }),
      idempotencyKey: `${nth} ${email}`,
      contact: { email, phone: `+4915123456${String(nth).padStart(3, '0')}` },
    })
  for (let nth = 0; nth < 4; nth++)
    expect(await book(nth, `carla+${nth}@example.com`)).toMatchObject({ ok: true })
  expect(await book(4, 'carla@example.com')).toMatchObject({ reason: 'contact_limit' })
})
