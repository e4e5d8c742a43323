import { readMoney } from '#core/money/queries.ts'
import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession, aSubscription, weeklySessions } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, booked, bought, ids, inDays, order, passOf } from '#tests/support/series.ts'
import { listBundleOffers } from '#core/passes/queries.ts'
import type { Db } from '#core/shared/db.ts'
import { addMinutes } from '#core/shared/time.ts'
import { bookBundle, type BookBundle } from './book-bundle.ts'
import { bookSession } from './book-session.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'

async function nothingWasBought(db: Db) {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from purchases where customer_name = 'Carla') + (select count(*) from passes)
      + (select count(*) from outbox where kind like 'booking.%') as n`.execute(db)
  expect(Number(rows[0]?.n)).toBe(0)
}

test('a bundle books its dates in one purchase; the bundle has the price, its bookings cost 0', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const purchase = await bought(deps, order(bundle, sessions))
  expect(purchase.spots).toHaveLength(5)
  expect(purchase.spots.map(({ priceMinor, status }) => [priceMinor, status])).toEqual(
    Array.from({ length: 5 }, () => [0, 'confirmed']),
  )
  expect(await passOf(db, purchase.purchaseId)).toMatchObject({
    name: 'Five weeks',
    total: 5,
    used: 5,
    remaining: 0,
    priceMinor: 6000,
    owedMinor: 6000,
    isOpen: false,
  })
  for (const { id } of sessions) expect(await booked(db, id)).toBe(1)
  const told = await db.selectFrom('outbox').select(['kind', 'payload']).execute()
  expect(told.filter(({ kind }) => kind === 'booking.confirmed')).toHaveLength(1)
  const entries = await db
    .selectFrom('bookings')
    .where('purchaseId', '=', purchase.purchaseId)
    .select('calendarId')
    .distinct()
    .execute()
  expect(entries).toHaveLength(5)
})

test('a vendor who takes money at the door has a bundle paid at once, by one payment for all of it', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db, { vendor: { recordNewAsPaid: true } })
  const { purchaseId } = await bought(deps, order(bundle, sessions))
  const { passId } = await passOf(db, purchaseId)
  expect(
    await db
      .selectFrom('payments')
      .select(['bookingId', 'passId', 'amountMinor', 'method'])
      .execute(),
  ).toEqual([{ bookingId: null, passId, amountMinor: bundle.priceMinor, method: 'door' }])
  expect(await readMoney(db, bundle.class.vendor.id, { passId })).toMatchObject({
    paymentStatus: 'paid',
  })
})

test('one full date refuses the whole bundle', async ({ db, deps }) => {
  const { bundle, sessions } = await aSeries(db, { capacities: [10, 10, 1, 10, 10] })
  const full = sessions[2]
  if (!full) throw new Error('session')
  await aBooking(db, { session: full })
  await db.deleteFrom('outbox').execute()
  expect(await bookBundle(deps, order(bundle, sessions))).toEqual({
    ok: false,
    reason: 'session_full',
    taken: [full.id],
    retryAfterSeconds: 0,
  })
  await nothingWasBought(db)
})

test('what the customer did not see is refused: another price, another class, an ended sale, a plan without bundles', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const refused = async (input: BookBundle) => {
    const answer = await bookBundle(deps, input)
    return answer.ok ? 'booked' : answer.reason
  }
  expect(await refused(order(bundle, sessions, { seen: { priceMinor: 1 } }))).toBe('price_changed')
  const strange = await aSession(db)
  expect(await refused(order(bundle, [...sessions.slice(0, 4), strange]))).toBe('not_found')
  const sixth = await aSession(db, { class: bundle.class })
  expect(await refused(order(bundle, [...sessions, sixth]))).toBe('too_many_sessions')
  expect(await refused(order(bundle, sessions, { contact: 'nobody' }))).toBe('contact_invalid')
  await db.updateTable('sessionBundles').set({ isActive: false }).execute()
  expect(await refused(order(bundle, sessions))).toBe('not_found')
  await db.updateTable('sessionBundles').set({ isActive: true }).execute()
  await db
    .updateTable('vendors')
    .set({ trialEndsAt: new Date(0) })
    .execute()
  expect(await refused(order(bundle, sessions))).toBe('ask_vendor')
  const offers = await listBundleOffers(
    { db, settings: { plans: true } },
    { classIds: [bundle.class.id] },
  )
  expect(offers.size).toBe(0)
  await aSubscription(db, owner.id)
  expect(await refused(order(bundle, sessions))).toBe('booked')
})

test('a past, closed or cancelled date, and one after the expiry, refuses the whole bundle', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db, { bundle: { expiryDays: 20 } })
  await db.deleteFrom('outbox').execute()
  const refused = async () => {
    const answer = await bookBundle(deps, order(bundle, sessions))
    return answer.ok ? 'booked' : answer.reason
  }
  expect(await refused()).toBe('after_expiry')
  await db.updateTable('sessionBundles').set({ expiryDays: 90 }).execute()
  const third = sessions[2]?.id ?? ''
  const set = (closes: Date) =>
    db
      .updateTable('classSessions')
      .set({ bookingClosesAt: closes })
      .where('id', '=', third)
      .execute()
  await set(new Date(Date.now() - 1000))
  expect(await refused()).toBe('registration_closed')
  await set(sessions[2]?.startsAt ?? new Date())
  await cancelSession(db, { vendorId: owner.id, sessionId: third }, new Date())
  expect(await refused()).toBe('session_cancelled')
  await nothingWasBought(db)
})

test('a contact may have twenty upcoming spots with a vendor, bundles included', async ({
  db,
  deps,
}) => {
  const { bundle, yoga, sessions } = await aSeries(db, {
    capacities: Array.from({ length: 12 }, () => 10),
    bundle: { sessionCount: 12, expiryDays: 365 },
  })
  await bought(deps, order(bundle, sessions))
  const others = await weeklySessions(db, yoga, {
    date: inDays(3),
    time: '07:00',
    capacities: Array.from({ length: 12 }, () => 10),
  })
  expect(await bookBundle(deps, order(bundle, others))).toMatchObject({
    ok: false,
    reason: 'contact_limit',
  })
})

test('overdue requests make room for a bundle', async ({ db, deps }) => {
  const { bundle, sessions } = await aSeries(db, { capacities: [1, 1, 1, 1, 1] })
  const first = sessions[0]
  if (!first) throw new Error('session')
  await aBooking(db, {
    session: first,
    status: 'pending',
    expiresAt: addMinutes(new Date(), -1),
  })
  expect(await bookBundle(deps, order(bundle, sessions))).toMatchObject({ ok: true })
})

test('an overdue request makes room where a bundle needs every date that is left', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db, { capacities: [10, 10, 10, 10, 1] })
  const [last] = sessions.slice(-1)
  if (!last) throw new Error('session')
  await aBooking(db, { session: last, status: 'pending', expiresAt: addMinutes(new Date(), -1) })
  const some = order(bundle, sessions.slice(0, 3), { leaveRest: true })
  expect(await bookBundle(deps, some)).toMatchObject({ ok: true })
})

test('two customers buy the last spots of one date: one bundle is complete, the other leaves nothing', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { bundle, sessions } = await aSeries(db, { capacities: [10, 10, 1, 10, 10] })
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [sessions[2]?.id ?? ''],
  )
  const both = [
    bookBundle(deps, order(bundle, sessions)),
    bookBundle(deps, order(bundle, sessions.toReversed(), { contact: 'dora@example.com' })),
  ]
  await waitForWaiter(db, 2)
  await lock.commit()
  const answers = await Promise.all(both)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ taken: [sessions[2]?.id] })
  for (const { id } of sessions) expect(await booked(db, id)).toBe(1)
})

test('a bundle and a single booking race for the last spot: never both', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { bundle, sessions } = await aSeries(db, { capacities: [10, 10, 10, 10, 1] })
  const last = sessions[4]?.id ?? ''
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [last],
  )
  const single = bookSession(deps, {
    sessionId: last,
    spots: 1,
    name: 'Dora',
    contact: 'dora@example.com',
    idempotencyKey: 'dora',
    source: 'public',
    accepted: [],
    language: 'en',
    network: null,
  })
  const whole = bookBundle(deps, order(bundle, sessions))
  await waitForWaiter(db, 2)
  await lock.commit()
  const answers = await Promise.all([single, whole])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await booked(db, last)).toBe(1)
})

test('a bundle locks its sessions in the order of their ids, as a move does, whatever their dates', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const inOrder = ids(sessions).toSorted()
  const waits: string[] = []
  for (const held of inOrder) {
    const lock = await holdLock(
      databaseUrl,
      'select 1 from class_sessions where id = $1 for update',
      [held],
    )
    const buying = bookBundle(
      deps,
      order(bundle, sessions, { contact: `guest${waits.length}@example.com` }),
    )
    await waitForWaiter(db)
    // The sessions before the locked one are locked, those after it are not.
    const free = await sql<{ id: string }>`
      select id from class_sessions where id = any(${inOrder}::uuid[]) for update skip locked`.execute(
      db,
    )
    waits.push(
      free.rows
        .map(({ id }) => id)
        .toSorted()
        .join(),
    )
    await lock.commit()
    await buying
  }
  expect(waits).toEqual(inOrder.map((_, place) => inOrder.slice(place + 1).join()))
})

test('a sale that ends while a bundle waits for its dates sells nothing, and a new price is asked about', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const buyWhile = async (
    contact: string,
    change: { isActive: boolean } | { bundlePriceMinor: number },
  ) => {
    const lock = await holdLock(
      databaseUrl,
      'select 1 from class_sessions where id = $1 for update',
      [sessions[0]?.id],
    )
    const buying = bookBundle(deps, order(bundle, sessions, { contact, idempotencyKey: contact }))
    await waitForWaiter(db)
    await db.updateTable('sessionBundles').set(change).execute()
    await lock.commit()
    const answer = await buying
    return answer.ok ? 'booked' : answer.reason
  }
  expect(await buyWhile('one@example.com', { bundlePriceMinor: 99 })).toBe('price_changed')
  await db.updateTable('sessionBundles').set({ bundlePriceMinor: bundle.priceMinor }).execute()
  expect(await buyWhile('two@example.com', { isActive: false })).toBe('not_found')
})

test.for([
  ['the class ends first', { capacities: [10, 10, 10] }],
  ['the bundle ends first', { bundle: { expiryDays: 20 } }],
  [
    'it ends first, counted from its first session',
    {
      bundle: { expiryDays: 20, expiryStarts: 'first_session' as const },
    },
  ],
  ['a date is full', { capacities: [10, 10, 10, 10, 1] }],
  ['it costs more than its sessions', { bundle: { bundlePriceMinor: 7501 } }],
] as const)('where %s, a bundle is neither offered nor sold', async ([why, wish], { db, deps }) => {
  const { bundle, sessions, yoga } = await aSeries(db, wish)
  const [last] = sessions.filter(({ maxStudents }) => maxStudents === 1)
  if (last) await aBooking(db, { session: last })
  const offers = () => listBundleOffers(deps, { classIds: [yoga.id] })
  expect(await offers()).toEqual(new Map())
  const chosen = order(bundle, sessions.slice(0, 2), { leaveRest: true })
  const answer = await bookBundle(deps, chosen)
  const reason = why === 'it costs more than its sessions' ? 'not_found' : 'too_few_dates'
  expect(answer).toMatchObject({ ok: false, reason })
  expect(await db.selectFrom('passes').select('id').execute()).toEqual([])
  // With the dates and the price it needs it is.
  await db.updateTable('classSessions').set({ maxStudents: 10 }).execute()
  await weeklySessions(db, yoga, { date: inDays(4), capacities: [10, 10, 10] })
  await db.updateTable('sessionBundles').set({ bundlePriceMinor: 7500 }).execute()
  expect((await offers()).get(yoga.id)).toHaveLength(1)
  expect(await bookBundle(deps, { ...chosen, seen: { priceMinor: 7500 } })).toMatchObject({
    ok: true,
  })
})

test('a bundle that has other sessions or another end than its page said is asked about again', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const buy = (terms: string) => {
    const seen = { priceMinor: bundle.priceMinor, terms }
    return bookBundle(deps, order(bundle, sessions.slice(0, 1), { leaveRest: true, seen }))
  }
  const { expiryDays, expiryStarts } = await db
    .selectFrom('sessionBundles')
    .select(['expiryDays', 'expiryStarts'])
    .executeTakeFirstOrThrow()
  expect(await buy(`5 ${expiryDays + 30} ${expiryStarts}`)).toMatchObject({
    reason: 'price_changed',
  })
  expect(await buy(`10 ${expiryDays} ${expiryStarts}`)).toMatchObject({ reason: 'price_changed' })
  expect(await buy(`5 ${expiryDays} ${expiryStarts}`)).toMatchObject({ ok: true })
})
