import { spotVersion } from '#core/bookings/rules/spot-version.ts'
import { moneyOfBooking } from '#core/money/queries.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { bookingsOf, kindsOf, minutes } from '#tests/support/bookings.ts'
import { book } from '#tests/support/book.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { allOf, linkTo } from '#tests/support/links.ts'
import { aSeries, bought, ids, order, passOf } from '#tests/support/series.ts'
import type { Db } from '#core/shared/db.ts'
import { addMinutes } from '#core/shared/time.ts'
import { confirmRequest, rejectRequest } from './answer-request.ts'
import { archiveClass } from '#core/schedule/commands/archive-class.ts'
import { cancelByCustomer, cancelByVendor } from './cancel-bookings.ts'
import { deleteBooking } from './delete-booking.ts'
import { expireOverdueBookings } from './expire-bookings.ts'
import { moveByCustomer } from './move-bookings.ts'

test('a link answers only the spots its page showed: spots requested or moved since stay pending', async ({
  db,
}) => {
  const of = await aClass(db, { confirmationMode: 'manual' })
  const session = await aSession(db, { class: of })
  const other = await aSession(db, { class: of })
  const { purchaseId, bookingIds } = await aBooking(db, { session, spots: 3, status: 'pending' })
  const [kept = '', moved = '', added = ''] = bookingIds
  const { shown } = await allOf(db, purchaseId)
  expect(await moveByCustomer(db, linkTo(purchaseId), [moved], other.id)).toMatchObject({
    ok: true,
  })
  const seen = { purchaseId, shown: shown.filter(({ bookingId }) => bookingId !== added) }
  expect(await confirmRequest(db, seen)).toEqual({ ok: true, answered: 1 })
  const statuses = await db.selectFrom('bookings').select(['id', 'status']).execute()
  expect(Object.fromEntries(statuses.map(({ id, status }) => [id, status]))).toEqual({
    [kept]: 'confirmed',
    [moved]: 'pending',
    [added]: 'pending',
  })
  expect(await rejectRequest(db, seen)).toEqual({ ok: false, reason: 'not_waiting' })
  expect(await rejectRequest(db, { purchaseId, shown: [] })).toEqual({
    ok: false,
    reason: 'not_waiting',
  })
})

test.for([
  ['suspended', { suspendedAt: new Date() }],
  ['closed', { closedAt: new Date() }],
] as const)('the link of a %s vendor cannot answer requests', async ([, ended], { db }) => {
  const { purchaseId } = await aBooking(db, { status: 'pending' })
  const who = await allOf(db, purchaseId)
  await db.updateTable('vendors').set(ended).execute()
  expect(await confirmRequest(db, who)).toEqual({ ok: false, reason: 'not_found' })
  expect(await rejectRequest(db, who)).toEqual({ ok: false, reason: 'not_found' })
})

test('requests of a bundle that are rejected or run out give their sessions back', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db, { of: { confirmationMode: 'manual' } })
  const { purchaseId, spots } = await bought(deps, order(bundle, sessions))
  expect(spots.every(({ status }) => status === 'pending')).toBe(true)
  const [one, other] = spots
  await rejectRequest(db, { vendorId: owner.id, bookingIds: [one?.id ?? ''] })
  expect((await passOf(db, purchaseId)).remaining).toBe(1)
  await db
    .updateTable('bookings')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .where('id', '=', other?.id ?? '')
    .execute()
  await expireOverdueBookings(db)
  expect((await passOf(db, purchaseId)).remaining).toBe(2)
})

test.for(['rejected', 'expired'] as const)(
  'a bundle of which no date was ever confirmed is not sold when all its dates are %s: nothing is left and nothing owed',
  async (how, { db, deps }) => {
    const { bundle, sessions, owner } = await aSeries(db, {
      of: { confirmationMode: 'manual' },
      vendor: { recordNewAsPaid: true },
    })
    const { purchaseId, spots } = await bought(
      deps,
      order(bundle, sessions.slice(0, 3), { leaveRest: true }),
    )
    if (how === 'rejected') await rejectRequest(db, { vendorId: owner.id, bookingIds: ids(spots) })
    else {
      await db
        .updateTable('bookings')
        .set({ expiresAt: addMinutes(new Date(), -1) })
        .execute()
      expect(await expireOverdueBookings(db)).toBe(3)
    }
    const told = (await kindsOf(db)).filter((kind) => kind === 'booking.ended')
    expect(told).toHaveLength(1)
    expect(await passOf(db, purchaseId)).toMatchObject({
      status: 'cancelled',
      remaining: 0,
      isOpen: false,
      // The automatic payment is reversed, because nobody has paid at the door yet.
      owedMinor: 0,
    })
  },
)

test('a bundle of which one date was confirmed stays sold when the others are rejected', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db, { of: { confirmationMode: 'manual' } })
  const { purchaseId, spots } = await bought(deps, order(bundle, sessions))
  const [confirmed = '', ...others] = ids(spots)
  await confirmRequest(db, { vendorId: owner.id, bookingIds: [confirmed] })
  await rejectRequest(db, { vendorId: owner.id, bookingIds: others })
  expect(await passOf(db, purchaseId)).toMatchObject({
    status: 'active',
    remaining: 4,
    isOpen: true,
    owedMinor: bundle.priceMinor,
  })
})

test('an automatic payment is reversed when the request is rejected or expires', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { recordNewAsPaid: true })
  const session = await aSession(db, {
    class: await aClass(db, { vendor, confirmationMode: 'manual' }),
  })
  for (const [email, end] of [
    [
      'one@example.com',
      (ids: string[]) => rejectRequest(db, { vendorId: vendor.id, bookingIds: ids }),
    ],
    ['two@example.com', () => expireOverdueBookings(db)],
  ] as const) {
    const booked = await book(deps, session.id, email)
    if (!booked.ok) throw new Error(booked.reason)
    await db
      .updateTable('bookings')
      .set({ expiresAt: minutes(email === 'two@example.com' ? -1 : 9) })
      .execute()
    await end(booked.purchase.spots.map(({ id }) => id))
  }
  const payments = await db.selectFrom('payments').select(['method', 'amountMinor']).execute()
  expect(payments.map(({ method, amountMinor }) => `${method} ${amountMinor}`).toSorted()).toEqual([
    'correction -1500',
    'correction -1500',
    'door 1500',
    'door 1500',
  ])
  const statuses = await db
    .selectFrom('bookings as b')
    .innerJoinLateral(moneyOfBooking, (join) => join.onTrue())
    .select('m.paymentStatus')
    .execute()
  expect(statuses.map(({ paymentStatus }) => paymentStatus)).toEqual(['pending', 'pending'])
})

test('the vendor answers, cancels and deletes only what the page showed: the spot in its session', async ({
  db,
}) => {
  const session = await aSession(db, { class: await aClass(db, { confirmationMode: 'manual' }) })
  const other = await aSession(db, { class: session.class })
  const { vendor } = session.class
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const { purchaseId, bookingIds } = await aBooking(db, { session, status: 'pending' })
  const [bookingId = ''] = bookingIds
  const shownAs = (sessionId: string) => [
    { bookingId, version: spotVersion({ sessionId, isHeld: true }) },
  ]
  const tries = (shown: ReturnType<typeof shownAs>) => [
    () => confirmRequest(db, { vendorId: vendor.id, bookingIds, shown }),
    () => rejectRequest(db, { vendorId: vendor.id, bookingIds, shown }),
    () => cancelByVendor(db, vendor.id, bookingIds, shown),
    () => deleteBooking(db, member, bookingId, shown[0]?.version),
  ]
  for (const act of tries(shownAs(other.id)))
    expect(await act()).toEqual({ ok: false, reason: 'changed' })
  expect((await bookingsOf(db, purchaseId)).map(({ status }) => status)).toEqual(['pending'])
  expect(await tries(shownAs(session.id))[0]?.()).toEqual({ ok: true, answered: 1 })
})

test('a bundle whose requests were all rejected does not count as paid, nor does a request its customer cancelled', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db, {
    of: { confirmationMode: 'manual' },
    vendor: { recordNewAsPaid: true },
  })
  const { purchaseId, spots } = await bought(deps, order(bundle, sessions))
  await rejectRequest(db, { vendorId: owner.id, bookingIds: spots.map(({ id }) => id) })
  expect(await passOf(db, purchaseId)).toMatchObject({ owedMinor: 0 })
  const single = await book(deps, sessions[0]?.id ?? '', 'one@example.com')
  if (!single.ok) throw new Error(single.reason)
  await cancelByCustomer(db, linkTo(single.purchase.purchaseId), null)
  const { paid } = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.sum<string>('amountMinor').as('paid'))
    .executeTakeFirstOrThrow()
  expect(Number(paid)).toBe(0)
})

type Series = Awaited<ReturnType<typeof aSeries>>

const vendorsEnds = [
  [
    'cancelled by the vendor',
    async (db: Db, { owner }: Series, spots: string[]) => {
      await cancelByVendor(db, owner.id, spots)
    },
  ],
  [
    'deleted',
    async (db: Db, { owner }: Series, spots: string[]) => {
      for (const id of spots)
        await deleteBooking(db, { vendorId: owner.id, userId: owner.userId }, id)
    },
  ],
  [
    'cancelled with their class',
    async (db: Db, { owner, yoga }: Series) => {
      const chosen = { upcomingBookings: 'cancel' as const, bundles: { to: 'refund' as const } }
      await agreeing(chosen, (choice) =>
        archiveClass(db, { vendorId: owner.id, classId: yoga.id }, choice, new Date()),
      )
    },
  ],
  [
    'cancelled by the customer, before the class is deleted and its bundles are refunded',
    async (db: Db, { owner, yoga }: Series, spots: string[], purchaseId: string) => {
      await cancelByCustomer(db, linkTo(purchaseId), spots)
      const chosen = { upcomingBookings: null, bundles: { to: 'refund' as const } }
      await agreeing(chosen, (choice) =>
        archiveClass(db, { vendorId: owner.id, classId: yoga.id }, choice, new Date()),
      )
    },
  ],
] as const

test.for(vendorsEnds)(
  'nor is a bundle sold when all its requests are %s',
  async ([, end], { db, deps }) => {
    const series = await aSeries(db, {
      of: { confirmationMode: 'manual' },
      vendor: { recordNewAsPaid: true },
    })
    const { purchaseId, spots } = await bought(deps, order(series.bundle, series.sessions))
    await end(db, series, ids(spots), purchaseId)
    expect(await passOf(db, purchaseId)).toMatchObject({
      status: 'cancelled',
      remaining: 0,
      owedMinor: 0,
    })
  },
)

test('what was recorded as paid by itself is taken back when the vendor deletes the request', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { recordNewAsPaid: true })
  const session = await aSession(db, {
    class: await aClass(db, { vendor, confirmationMode: 'manual' }),
  })
  const booked = await book(deps, session.id, 'one@example.com')
  if (!booked.ok) throw new Error(booked.reason)
  const [spot] = booked.purchase.spots
  await deleteBooking(db, { vendorId: vendor.id, userId: vendor.userId }, spot?.id ?? '')
  const payments = await db.selectFrom('payments').select(['method', 'amountMinor']).execute()
  expect(payments).toEqual([
    { method: 'door', amountMinor: 1500 },
    { method: 'correction', amountMinor: -1500 },
  ])
})

test('a request whose time is over is neither confirmed nor rejected, by the vendor or by the link', async ({
  db,
}) => {
  const { purchaseId, bookingIds, session } = await aBooking(db, { status: 'pending' })
  await db
    .updateTable('bookings')
    .set({ expiresAt: addMinutes(new Date(), -1) })
    .execute()
  for (const who of [
    { vendorId: session.class.vendor.id, bookingIds },
    await allOf(db, purchaseId),
  ])
    for (const answer of [confirmRequest, rejectRequest])
      expect(await answer(db, who)).toEqual({ ok: false, reason: 'not_waiting' })
  await expireOverdueBookings(db)
  expect((await bookingsOf(db, purchaseId))[0]).toMatchObject({ status: 'expired' })
})
