import { bookingsOf, edit, kindsOf, minutes } from '#tests/support/bookings.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { aSeries, bought, order } from '#tests/support/series.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import { instantOf, wallClockOf } from '#core/shared/time.ts'
import { cancelByCustomer } from './cancel-bookings.ts'
import { editBooking } from './edit-booking.ts'
import { moveByCustomer } from './move-bookings.ts'
import { onDay } from '#tests/support/times.ts'

test('a spot moves only within its class, the event names it, and the calendar number grows', async ({
  db,
}) => {
  const from = await aSession(db, { startsAt: minutes(2000), calendarSequence: 7 })
  const target = await aSession(db, { class: from.class, startsAt: minutes(5000) })
  const foreign = await aSession(db)
  const { purchaseId, bookingIds } = await aBooking(db, { session: from })
  expect(await moveByCustomer(db, linkTo(purchaseId), bookingIds, foreign.id)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await moveByCustomer(db, linkTo(purchaseId), bookingIds, target.id)).toEqual({
    ok: true,
    moved: 1,
  })
  const [moved] = await bookingsOf(db, purchaseId)
  expect(moved).toMatchObject({ sessionId: target.id, movedBy: 'customer' })
  // The calendar shows session plus booking: 7 before, more than 7 now.
  expect(moved?.calendarSequence).toBeGreaterThan(7)
  const news = await db
    .selectFrom('outbox')
    .where('kind', 'like', 'booking.%')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(news).toMatchObject({
    kind: 'booking.moved',
    payload: { purchaseId, bookingIds },
  })
})

test('moving is no way around the four spots of a session', async ({ db }) => {
  const from = await aSession(db)
  const target = await aSession(db, { class: from.class })
  const customer = { email: 'many@example.com' }
  await aBooking(db, { session: target, spots: 3, customer })
  const { purchaseId, bookingIds } = await aBooking(db, { session: from, spots: 2, customer })
  const [one] = bookingIds
  expect(await moveByCustomer(db, linkTo(purchaseId), bookingIds, target.id)).toEqual({
    ok: false,
    reason: 'contact_limit',
  })
  expect(await moveByCustomer(db, linkTo(purchaseId), one ? [one] : [], target.id)).toEqual({
    ok: true,
    moved: 1,
  })
})

test('in a full session a move says the same of somebody who has a spot there and of somebody who has none', async ({
  db,
}) => {
  const target = await aSession(db, { capacity: 4 })
  await aBooking(db, { session: target, spots: 3, customer: { email: 'there@example.com' } })
  const answers = []
  for (const email of ['there@example.com', 'elsewhere@example.com']) {
    const from = await aSession(db, { class: target.class })
    const { purchaseId, bookingIds } = await aBooking(db, {
      session: from,
      spots: 2,
      customer: { email },
    })
    answers.push(await moveByCustomer(db, linkTo(purchaseId), bookingIds, target.id))
  }
  expect(answers).toEqual([
    { ok: false, reason: 'session_full' },
    { ok: false, reason: 'session_full' },
  ])
})

test('inside the notice a customer cancels but does not move', async ({ db }) => {
  const from = await aSession(db, { startsAt: minutes(120) })
  const target = await aSession(db, { class: from.class })
  const { purchaseId, bookingIds } = await aBooking(db, { session: from, bookedAt: minutes(-60) })
  expect(await moveByCustomer(db, linkTo(purchaseId), bookingIds, target.id)).toEqual({
    ok: false,
    reason: 'too_late',
  })
})

test('overdue requests make room for a spot that moves, and for one that a correction brings back', async ({
  db,
}) => {
  const target = await aSession(db, { capacity: 1 })
  const overdue = () => aBooking(db, { session: target, status: 'pending', expiresAt: minutes(-1) })
  await overdue()
  const from = await aSession(db, { class: target.class })
  const { purchaseId, bookingIds } = await aBooking(db, { session: from })
  expect(await moveByCustomer(db, linkTo(purchaseId), bookingIds, target.id)).toEqual({
    ok: true,
    moved: 1,
  })
  expect(await kindsOf(db)).toEqual(['booking.ended', 'booking.moved'])
  await cancelByCustomer(db, linkTo(purchaseId), null)
  await overdue()
  const member = { vendorId: target.class.vendor.id, userId: target.class.vendor.userId }
  expect(await editBooking(db, member, bookingIds[0] ?? '', edit(target.id))).toEqual({ ok: true })
})

test('a request moved to an earlier start expires at that start at the latest', async ({ db }) => {
  const from = await aSession(db)
  const soon = await aSession(db, { class: from.class, startsAt: minutes(20) })
  const request = { session: from, status: 'pending', expiresAt: minutes(600) } as const
  const moved = await aBooking(db, request)
  await moveByCustomer(db, linkTo(moved.purchaseId), moved.bookingIds, soon.id)
  expect((await bookingsOf(db, moved.purchaseId))[0]?.expiresAt).toEqual(soon.startsAt)

  const staying = await aBooking(db, request)
  const start = wallClockOf(minutes(60), from.class.vendor.timeZone)
  const earlier = sessionForm(start.date, { startTime: start.time })
  const own = { vendorId: from.class.vendor.id, sessionId: from.id }
  await agreeing(earlier, (form) => changeSession(db, own, form, new Date()))
  expect((await bookingsOf(db, staying.purchaseId))[0]?.expiresAt).toEqual(instantOf(start))
})

test('a date of a bundle does not move past its expiry', async ({ db, deps }) => {
  const { bundle, sessions, yoga } = await aSeries(db, { bundle: { expiryDays: 40 } })
  const { purchaseId, spots } = await bought(deps, order(bundle, sessions))
  const late = await aSession(db, { class: yoga, startsAt: onDay(60) })
  expect(await moveByCustomer(db, linkTo(purchaseId), [spots[0]?.id ?? ''], late.id)).toEqual({
    ok: false,
    reason: 'after_expiry',
  })
})

test('nobody can move an overdue request, before or after the worker expires it', async ({
  db,
}) => {
  const from = await aSession(db)
  const target = await aSession(db, { class: from.class })
  const { vendor } = from.class
  const request = { session: from, status: 'pending', expiresAt: minutes(-1) } as const
  const { purchaseId, bookingIds } = await aBooking(db, request)
  expect(await moveByCustomer(db, linkTo(purchaseId), bookingIds, target.id)).toEqual({
    ok: false,
    reason: 'too_late',
  })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const save = (sessionId: string, status: 'pending' | 'confirmed' | 'completed' | 'cancelled') =>
    editBooking(db, member, bookingIds[0] ?? '', edit(sessionId, { status }))
  for (const [sessionId, status] of [
    [target.id, 'pending'],
    [target.id, 'confirmed'],
    [from.id, 'confirmed'],
  ] as const)
    expect(await save(sessionId, status)).toEqual({ ok: false, reason: 'not_waiting' })
  expect(await bookingsOf(db, purchaseId)).toMatchObject([
    { status: 'pending', sessionId: from.id },
  ])
  expect(await save(from.id, 'pending')).toEqual({ ok: true })
  expect(await save(from.id, 'cancelled')).toEqual({ ok: true })
})
