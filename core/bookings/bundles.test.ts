import { linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import {
  aBooking,
  aBundle,
  aClass,
  aSession,
  aVendor,
  weeklySessions,
} from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { sql } from 'kysely'
import { expireCredits, spendCredits } from '#core/entitlements/steps/credits.ts'
import { findPackOfGroup, listBundleOffers } from '../entitlements/queries.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addDays, addMinutes, todayIn } from '#core/shared/time.ts'
import { rejectRequest } from './commands/answer-request.ts'
import { bookBundle, type BookBundle } from './commands/book-bundle.ts'
import { bookBundleFromForm } from './commands/book-bundle-from-form.ts'
import { bookSession } from './commands/book-session.ts'
import { cancelByCustomer, cancelByVendor } from './commands/cancel-bookings.ts'
import { cancelSession } from './commands/cancel-sessions.ts'
import { deleteBooking } from './commands/delete-booking.ts'
import { editBooking } from './commands/edit-booking.ts'
import { expireOverdueBookings } from './commands/expire-bookings.ts'
import { moveByCustomer } from './commands/move-bookings.ts'
import { redeemSession } from './commands/redeem-session.ts'
import { planBundle } from './queries/bundle-plan.ts'

const zone = 'Europe/Berlin'
const inDays = (days: number) => addDays(todayIn(zone, new Date()), days)

async function aSeries(
  db: Db,
  { capacities = [10, 10, 10, 10, 10], bundle = {}, vendor = {}, of = {} }: Wish = {},
) {
  const owner = await aVendor(db, vendor)
  const yoga = await aClass(db, { vendor: owner, ...of })
  const sessions = await weeklySessions(db, yoga, { date: inDays(3), capacities })
  return { owner, yoga, sessions, bundle: await aBundle(db, { class: yoga, ...bundle }) }
}
type Wish = {
  capacities?: readonly (number | null)[]
  bundle?: NonNullable<Parameters<typeof aBundle>[1]>
  vendor?: NonNullable<Parameters<typeof aVendor>[1]>
  of?: NonNullable<Parameters<typeof aClass>[1]>
}

const ids = (sessions: readonly { id: string }[]) => sessions.map(({ id }) => id)

function order(
  bundle: { id: string; priceMinor: number },
  sessions: readonly { id: string }[],
  more: Partial<BookBundle> = {},
): BookBundle {
  return {
    bundleId: bundle.id,
    sessionIds: ids(sessions),
    name: 'Carla',
    contact: 'carla@example.com',
    leaveRest: false,
    seenPriceMinor: bundle.priceMinor,
    idempotencyKey: crypto.randomUUID(),
    language: 'en',
    address: null,
    ...more,
  }
}

async function bought(deps: Deps, input: BookBundle) {
  const booked = await bookBundle(deps, input)
  if (!booked.ok) throw new Error(booked.reason)
  return booked.purchase
}

async function packOf(db: Db, groupId: string) {
  const [pack] = await findPackOfGroup(db, groupId)
  if (!pack) throw new Error('no pack')
  return pack
}

async function booked(db: Db, sessionId: string) {
  const row = await db
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .select('currentStudents')
    .executeTakeFirstOrThrow()
  return row.currentStudents
}

async function nothingWasBought(db: Db) {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from booking_groups where customer_name = 'Carla') + (select count(*) from entitlements)
      + (select count(*) from outbox where kind like 'booking.%') as n`.execute(db)
  expect(Number(rows[0]?.n)).toBe(0)
}

test('a bundle books its dates in one purchase; it holds the price, its bookings hold nothing', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const purchase = await bought(deps, order(bundle, sessions))
  expect(purchase.spots).toHaveLength(5)
  expect(purchase.spots.map(({ priceMinor, status }) => [priceMinor, status])).toEqual(
    Array.from({ length: 5 }, () => [0, 'confirmed']),
  )
  expect(await packOf(db, purchase.groupId)).toMatchObject({
    name: 'Five weeks',
    total: 5,
    used: 5,
    remaining: 0,
    priceMinor: 6000,
    paymentStatus: 'pending',
    isOpen: false,
  })
  for (const { id } of sessions) expect(await booked(db, id)).toBe(1)
  const told = await db.selectFrom('outbox').select(['kind', 'payload']).execute()
  expect(told.filter(({ kind }) => kind === 'booking.confirmed')).toHaveLength(1)
  const entries = await db
    .selectFrom('bookings')
    .where('groupId', '=', purchase.groupId)
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
  const { groupId } = await bought(deps, order(bundle, sessions))
  const { entitlementId } = await packOf(db, groupId)
  expect(
    await db
      .selectFrom('payments')
      .select(['bookingId', 'entitlementId', 'amountMinor', 'method'])
      .execute(),
  ).toEqual([{ bookingId: null, entitlementId, amountMinor: bundle.priceMinor, method: 'door' }])
  expect(
    await db.selectFrom('entitlements').select('paymentStatus').executeTakeFirstOrThrow(),
  ).toEqual({ paymentStatus: 'paid' })
})

test('the weekly series keeps its clock time over a clock change and skips weeks without a session', async ({
  db,
}) => {
  const yoga = await aClass(db, { vendor: await aVendor(db) })
  const bundle = await aBundle(db, { class: yoga, sessionCount: 30, expiryDays: 730 })
  const capacities = Array.from({ length: 32 }, (_, week) => (week === 3 ? null : 10))
  const sessions = await weeklySessions(db, yoga, { date: inDays(3), capacities })
  // Another time of the same class belongs to no series of 18:00.
  await weeklySessions(db, yoga, { date: inDays(3), time: '07:00', capacities: [10, 10] })
  const plan = await planBundle(
    { db, settings: { plans: true } },
    {
      bundleId: bundle.id,
      firstSessionId: sessions[0]?.id ?? '',
      how: 'series',
    },
  )
  expect(plan?.items.map(({ sessionId }) => sessionId)).toEqual(ids(sessions.slice(0, 20)))
  expect(plan).toMatchObject({ left: 10, hasConflict: false, endsBeforeSeries: false })
})

test('full dates are a conflict, few spots a warning; auto takes the nearest dates with room instead', async ({
  db,
}) => {
  const { bundle, yoga, sessions } = await aSeries(db, {
    capacities: [10, 1, 2, 10, 10],
    bundle: { sessionCount: 4 },
  })
  const [first, full, few, fourth] = sessions
  if (!first || !full || !few || !fourth) throw new Error('sessions')
  await aBooking(db, { session: full })
  const near = await aSession(db, { class: yoga, startsAt: addMinutes(full.startsAt, 1440) })
  const asked = { bundleId: bundle.id, firstSessionId: first.id }
  const series = await planBundle({ db, settings: { plans: true } }, { ...asked, how: 'series' })
  expect(series?.items.map(({ state }) => state)).toEqual(['free', 'full', 'few', 'free'])
  expect(series?.hasConflict).toBe(true)
  const auto = await planBundle({ db, settings: { plans: true } }, { ...asked, how: 'auto' })
  expect(auto?.items.map(({ sessionId, instead }) => [sessionId, instead])).toEqual([
    [first.id, false],
    [near.id, true],
    [few.id, false],
    [fourth.id, false],
  ])
  const chosen = await planBundle(
    { db, settings: { plans: true } },
    { ...asked, how: { chosen: [fourth.id, first.id] } },
  )
  expect(chosen).toMatchObject({ left: 2, hasConflict: false })
  expect(chosen?.items.map(({ sessionId }) => sessionId)).toEqual([first.id, fourth.id])
})

test('one full date and nothing is bought', async ({ db, deps }) => {
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

test('fewer dates than sessions only when the customer was told; the rest is booked later with the link', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const some = sessions.slice(0, 3)
  expect(await bookBundle(deps, order(bundle, some))).toMatchObject({
    ok: false,
    reason: 'rest_not_confirmed',
  })
  const { groupId } = await bought(deps, order(bundle, some, { leaveRest: true }))
  const { entitlementId } = await packOf(db, groupId)
  expect(await packOf(db, groupId)).toMatchObject({ remaining: 2, used: 3, isOpen: true })
  const [, , , fourth, fifth] = ids(sessions)
  const redeem = (sessionId: string | undefined) =>
    redeemSession(db, linkTo(groupId), { entitlementId, sessionId: sessionId ?? '' })
  expect(await redeem(fourth)).toMatchObject({ ok: true, replayed: false })
  expect(await redeem(fourth)).toMatchObject({ ok: true, replayed: true })
  expect(await redeem(fifth)).toMatchObject({ ok: true })
  const sixth = await aSession(db, { class: bundle.class })
  expect(await redeem(sixth.id)).toMatchObject({ ok: false, reason: 'no_credit' })
  expect(await packOf(db, groupId)).toMatchObject({ remaining: 0, used: 5 })
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
  expect(await refused(order(bundle, sessions, { seenPriceMinor: 1 }))).toBe('price_changed')
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
  expect(await refused(order(bundle, sessions))).toBe('not_found')
  const offers = await listBundleOffers(
    { db, settings: { plans: true } },
    { classIds: [bundle.class.id] },
  )
  expect(offers.size).toBe(0)
  await db.updateTable('vendors').set({ plan: 'professional' }).where('id', '=', owner.id).execute()
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

test('the same form is the same purchase; a double click buys once; another choice of dates is told of the first', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const { idempotencyKey: _, ...form } = order(bundle, sessions)
  const send = (more: Partial<BookBundle> = {}) =>
    bookBundleFromForm(deps, { ...form, ...more, device: 'phone', again: 0 })
  const [one, other] = await Promise.all([send(), send()])
  expect(one.ok && other.ok && one.purchase.groupId === other.purchase.groupId).toBe(true)
  expect(await send({ sessionIds: ids(sessions).toReversed() })).toMatchObject({ replayed: true })
  const sixth = await aSession(db, { class: bundle.class })
  expect(await send({ sessionIds: [...ids(sessions).slice(0, 4), sixth.id] })).toMatchObject({
    ok: false,
    reason: 'idempotency_conflict',
    earlier: { customerName: 'Carla' },
  })
  for (const { id } of sessions) expect(await booked(db, id)).toBe(1)
})

test('a free cancellation gives the session back to the bundle, a late one does not, the vendor’s own always does', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const { groupId, spots } = await bought(deps, order(bundle, sessions))
  const spotIn = async (sessionId: string | undefined) => {
    const row = await db
      .selectFrom('bookings')
      .where('groupId', '=', groupId)
      .where('sessionId', '=', sessionId ?? '')
      .select('id')
      .executeTakeFirstOrThrow()
    return row.id
  }
  const [first, second, third, fourth, fifth] = ids(sessions)
  expect(spots).toHaveLength(5)
  await cancelByCustomer(db, linkTo(groupId), [await spotIn(fifth)])
  expect((await packOf(db, groupId)).remaining).toBe(1)
  await cancelByCustomer(db, linkTo(groupId), [await spotIn(fifth)])
  expect((await packOf(db, groupId)).remaining).toBe(1)

  // An hour before the start, and booked long ago.
  await db
    .updateTable('classSessions')
    .set({ startsAt: addMinutes(new Date(), 60), endsAt: addMinutes(new Date(), 120) })
    .where('id', '=', first ?? '')
    .execute()
  await db
    .updateTable('bookings')
    .set({ bookedAt: addMinutes(new Date(), -120) })
    .execute()
  await cancelByCustomer(db, linkTo(groupId), [await spotIn(first)])
  expect(await packOf(db, groupId)).toMatchObject({ remaining: 1, used: 4 })

  await cancelByVendor(db, owner.id, [await spotIn(second)])
  expect((await packOf(db, groupId)).remaining).toBe(2)
  await cancelSession(db, { vendorId: owner.id, sessionId: third ?? '' }, new Date())
  expect((await packOf(db, groupId)).remaining).toBe(3)
  await deleteBooking(db, { vendorId: owner.id, userId: owner.userId }, await spotIn(fourth))
  expect(await packOf(db, groupId)).toMatchObject({ remaining: 4, used: 1 })
})

test('requests of a bundle that are rejected or run out give their sessions back', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db, { of: { confirmationMode: 'manual' } })
  const { groupId, spots } = await bought(deps, order(bundle, sessions))
  expect(spots.every(({ status }) => status === 'pending')).toBe(true)
  const [one, other] = spots
  await rejectRequest(db, { vendorId: owner.id, bookingIds: [one?.id ?? ''] })
  expect((await packOf(db, groupId)).remaining).toBe(1)
  await db
    .updateTable('bookings')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .where('id', '=', other?.id ?? '')
    .execute()
  await expireOverdueBookings(db)
  expect((await packOf(db, groupId)).remaining).toBe(2)
})

test('a correction that brings a spot back takes its session again, once, and is refused when none is left', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const { groupId, spots } = await bought(deps, order(bundle, sessions))
  const spotId = spots[0]?.id ?? ''
  const { sessionId } = await db
    .selectFrom('bookings')
    .where('id', '=', spotId)
    .select('sessionId')
    .executeTakeFirstOrThrow()
  await cancelByCustomer(db, linkTo(groupId), [spotId])
  const correct = () =>
    editBooking(db, { vendorId: owner.id, userId: owner.userId }, spotId, {
      shown: null,
      typed: {
        customerName: 'Carla',
        customerEmail: 'carla@example.com',
        customerPhone: '',
        notes: '',
        status: 'confirmed',
        paymentStatus: 'paid',
        amountPaidMinor: 0,
        sessionId,
      },
    })
  const { entitlementId } = await packOf(db, groupId)
  const sixth = await aSession(db, { class: bundle.class })
  expect(
    await redeemSession(db, linkTo(groupId), { entitlementId, sessionId: sixth.id }),
  ).toMatchObject({
    ok: true,
  })
  expect(await correct()).toEqual({ ok: false, reason: 'no_credit' })
  expect(await booked(db, sessionId)).toBe(0)
  await cancelByVendor(db, owner.id, [
    (
      await db
        .selectFrom('bookings')
        .where('sessionId', '=', sixth.id)
        .select('id')
        .executeTakeFirstOrThrow()
    ).id,
  ])
  expect(await correct()).toEqual({ ok: true })
  expect(await packOf(db, groupId)).toMatchObject({ remaining: 0, used: 5 })
})

test('what remains when the time is over is gone, also what comes back afterwards', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const { groupId, spots } = await bought(
    deps,
    order(bundle, sessions.slice(0, 4), { leaveRest: true }),
  )
  const { entitlementId } = await packOf(db, groupId)
  await db
    .updateTable('entitlements')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .execute()
  const fifth = sessions[4]?.id ?? ''
  expect(
    await redeemSession(db, linkTo(groupId), { entitlementId, sessionId: fifth }),
  ).toMatchObject({
    ok: false,
    reason: 'no_credit',
  })
  expect(await expireCredits(db)).toBe(1)
  expect(await expireCredits(db)).toBe(0)
  await cancelByVendor(db, owner.id, [spots[0]?.id ?? ''])
  expect((await packOf(db, groupId)).remaining).toBe(1)
  expect(await expireCredits(db)).toBe(1)
  expect(await packOf(db, groupId)).toMatchObject({ remaining: 0, isOpen: false })
})

test('a date of a bundle does not move past its expiry', async ({ db, deps }) => {
  const { bundle, sessions, yoga } = await aSeries(db, { bundle: { expiryDays: 40 } })
  const { groupId, spots } = await bought(deps, order(bundle, sessions))
  const late = await aSession(db, { class: yoga, startsAt: addMinutes(new Date(), 60 * 1440) })
  expect(await moveByCustomer(db, linkTo(groupId), [spots[0]?.id ?? ''], late.id)).toEqual({
    ok: false,
    reason: 'after_expiry',
  })
})

test('a contact holds twenty coming spots with a vendor, bundles included', async ({
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

test('two buy the last spots of one date: one bundle is whole, of the other nothing stays', async ({
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

test('the last session of a bundle, redeemed twice at once for two dates, is used once', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { bundle, sessions, yoga } = await aSeries(db)
  const { groupId } = await bought(deps, order(bundle, sessions.slice(0, 4), { leaveRest: true }))
  const { entitlementId } = await packOf(db, groupId)
  const sixth = await aSession(db, { class: yoga })
  const lock = await holdLock(databaseUrl, 'select 1 from entitlements where id = $1 for update', [
    entitlementId,
  ])
  const both = [sessions[4]?.id ?? '', sixth.id].map((sessionId) =>
    redeemSession(db, linkTo(groupId), { entitlementId, sessionId }),
  )
  await waitForWaiter(db, 2)
  await lock.commit()
  const answers = await Promise.all(both)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'no_credit' })
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
    language: 'en',
    address: null,
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
    // What comes before the held one is locked, what comes after is not.
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

test('no more credits are used than are left, whoever asks', async ({ db, deps }) => {
  const { bundle, sessions } = await aSeries(db)
  const { groupId } = await bought(deps, order(bundle, sessions.slice(0, 4), { leaveRest: true }))
  const { entitlementId } = await packOf(db, groupId)
  const used = await db
    .transaction()
    .execute((tx) => spendCredits(tx, entitlementId, [crypto.randomUUID(), crypto.randomUUID()]))
  expect(used).toBe(false)
})

test('two redeem, each where a request of the other has run out: both get their spot, nobody waits for ever', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const vendor = await aVendor(db)
  const yoga = await aClass(db, { vendor, confirmationMode: 'manual' })
  const bundle = await aBundle(db, { class: yoga, sessionCount: 3 })
  const [s1, s2] = [
    await aSession(db, { class: yoga, capacity: 1 }),
    await aSession(db, { class: yoga, capacity: 1 }),
  ]
  const buy = async (contact: string, sessionId: string) => {
    const b = await bookBundle(deps, {
      bundleId: bundle.id,
      sessionIds: [sessionId],
      name: 'x',
      contact,
      leaveRest: true,
      seenPriceMinor: bundle.priceMinor,
      idempotencyKey: contact,
      language: 'en',
      address: null,
    })
    if (!b.ok) throw new Error(b.reason)
    const e = await db
      .selectFrom('entitlements')
      .where('groupId', '=', b.purchase.groupId)
      .select('id')
      .executeTakeFirstOrThrow()
    return { groupId: b.purchase.groupId, e: e.id }
  }
  const one = await buy('a@example.com', s2.id)
  const two = await buy('b@example.com', s1.id)
  await db
    .updateTable('bookings')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .execute()
  const lock = await holdLock(databaseUrl, 'select 1 from bookings for update')
  const both = [
    redeemSession(db, linkTo(one.groupId), { entitlementId: one.e, sessionId: s1.id }),
    redeemSession(db, linkTo(two.groupId), { entitlementId: two.e, sessionId: s2.id }),
  ]
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }])
})

test('a bundle whose dates were all cancelled is not bought again by the same form: it can still be used', async ({
  db,
  deps,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const { idempotencyKey: _, ...form } = order(bundle, sessions)
  const send = () => bookBundleFromForm(deps, { ...form, device: 'phone', again: 0 })
  const first = await send()
  if (!first.ok) throw new Error(first.reason)
  const { groupId } = first.purchase
  expect(await send()).toMatchObject({ ok: true, replayed: true })
  await cancelByCustomer(db, linkTo(groupId), null)
  expect(await send()).toMatchObject({
    ok: false,
    reason: 'idempotency_conflict',
    earlier: { groupId },
  })
  expect((await packOf(db, first.purchase.groupId)).remaining).toBe(5)
})
