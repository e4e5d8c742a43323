import { agreeing } from '#tests/support/agreeing.ts'
import { bookingsOf, edit, kindsOf, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { allOf, linkTo } from '#tests/support/links.ts'
import { aSeries, bought, ids, order, passOf } from '#tests/support/series.ts'
import { sessionForm } from '#tests/support/weekly-class.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import { addMinutes, wallClockOf } from '#core/shared/time.ts'
import { confirmRequest } from './answer-request.ts'
import { cancelByCustomer, cancelByVendor } from './cancel-bookings.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { deleteBooking } from './delete-booking.ts'
import { editBooking } from './edit-booking.ts'
import { moveByCustomer } from './move-bookings.ts'
import { fromNow } from '#tests/support/times.ts'

test('a request confirmed inside the notice can be cancelled free right after it', async ({
  db,
}) => {
  const soon = await aSession(db, { startsAt: minutes(600) })
  const { purchaseId } = await aBooking(db, {
    session: soon,
    status: 'pending',
    bookedAt: minutes(-300),
    expiresAt: minutes(60),
  })
  expect(await confirmRequest(db, await allOf(db, purchaseId))).toMatchObject({ ok: true })
  expect(await cancelByCustomer(db, linkTo(purchaseId), null)).toEqual({
    ok: true,
    cancelled: 1,
    late: 0,
  })
})

test('cancelling inside the notice period is late but frees the seat, and is free right after booking', async ({
  db,
}) => {
  const soon = await aSession(db, { startsAt: minutes(120) })
  const old = await aBooking(db, { session: soon, bookedAt: minutes(-60) })
  const fresh = await aBooking(db, { session: soon })
  expect(await cancelByCustomer(db, linkTo(old.purchaseId), null)).toEqual({
    ok: true,
    cancelled: 1,
    late: 1,
  })
  expect(await cancelByCustomer(db, linkTo(fresh.purchaseId), null)).toEqual({
    ok: true,
    cancelled: 1,
    late: 0,
  })
  expect((await bookingsOf(db, old.purchaseId))[0]).toMatchObject({
    attendance: 'late_cancel',
    endedBy: 'customer',
  })
  expect((await bookingsOf(db, fresh.purchaseId))[0]).toMatchObject({ attendance: null })
})

test('one of several spots is cancelled alone; a foreign id cancels nothing; after the start nothing does', async ({
  db,
}) => {
  const { purchaseId, bookingIds, session } = await aBooking(db, { spots: 3 })
  const stranger = await aBooking(db, { session })
  const [one] = bookingIds
  expect(await cancelByCustomer(db, linkTo(purchaseId), [one ?? ''])).toEqual({
    ok: true,
    cancelled: 1,
    late: 0,
  })
  expect(await cancelByCustomer(db, linkTo(purchaseId), [...stranger.bookingIds])).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await cancelByVendor(db, (await aVendor(db)).id, bookingIds)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  const past = await aBooking(db, { session: await aSession(db, { startsAt: minutes(-5) }) })
  expect(await cancelByCustomer(db, linkTo(past.purchaseId), null)).toEqual({
    ok: false,
    reason: 'too_late',
  })
})

test('a free cancellation gives the session back to the bundle, a late one does not, the vendor’s own always does', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const { purchaseId, spots } = await bought(deps, order(bundle, sessions))
  const spotIn = async (sessionId: string | undefined) => {
    const row = await db
      .selectFrom('bookings')
      .where('purchaseId', '=', purchaseId)
      .where('sessionId', '=', sessionId ?? '')
      .select('id')
      .executeTakeFirstOrThrow()
    return row.id
  }
  const [first, second, third, fourth, fifth] = ids(sessions)
  expect(spots).toHaveLength(5)
  await cancelByCustomer(db, linkTo(purchaseId), [await spotIn(fifth)])
  expect((await passOf(db, purchaseId)).remaining).toBe(1)
  await cancelByCustomer(db, linkTo(purchaseId), [await spotIn(fifth)])
  expect((await passOf(db, purchaseId)).remaining).toBe(1)

  // An hour before the start, and booked long ago.
  await db
    .updateTable('classSessions')
    .set({ startsAt: fromNow(60), endsAt: fromNow(120) })
    .where('id', '=', first ?? '')
    .execute()
  await db
    .updateTable('bookings')
    .set({ bookedAt: addMinutes(new Date(), -120), confirmedAt: addMinutes(new Date(), -120) })
    .execute()
  await cancelByCustomer(db, linkTo(purchaseId), [await spotIn(first)])
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 1, used: 4 })

  await cancelByVendor(db, owner.id, [await spotIn(second)])
  expect((await passOf(db, purchaseId)).remaining).toBe(2)
  await cancelSession(db, { vendorId: owner.id, sessionId: third ?? '' }, new Date())
  expect((await passOf(db, purchaseId)).remaining).toBe(3)
  await deleteBooking(db, { vendorId: owner.id, userId: owner.userId }, await spotIn(fourth))
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 4, used: 1 })
})

test('if a spot was shown as free to cancel, or in another session, the customer is asked again', async ({
  db,
}) => {
  const soon = await aSession(db, { startsAt: minutes(120) })
  const { purchaseId, bookingIds } = await aBooking(db, { session: soon, bookedAt: minutes(-60) })
  const [bookingId = ''] = bookingIds
  const other = await aSession(db, { class: soon.class })
  const cancel = (sessionId: string, isFree: boolean) =>
    cancelByCustomer(db, linkTo(purchaseId), bookingIds, {
      spots: [{ id: bookingId, sessionId, isFree }],
    })
  expect(await cancel(soon.id, true)).toEqual({ ok: false, reason: 'changed' })
  expect(await cancel(other.id, false)).toEqual({ ok: false, reason: 'changed' })
  expect((await bookingsOf(db, purchaseId)).map(({ status }) => status)).toEqual(['confirmed'])
  expect(await cancel(soon.id, false)).toMatchObject({ ok: true, late: 1 })
})

test('a session moved to an earlier time, or a spot moved by the vendor, is free to cancel', async ({
  db,
  deps,
}) => {
  const { owner, yoga, sessions, bundle } = await aSeries(db)
  const { purchaseId, spots } = await bought(deps, order(bundle, sessions))
  await db
    .updateTable('bookings')
    .set({ bookedAt: minutes(-60), confirmedAt: minutes(-60) })
    .execute()
  const [first, second] = sessions
  if (!first || !second) throw new Error('no sessions')
  const soon = wallClockOf(minutes(120), owner.timeZone)
  const nearer = sessionForm(soon.date, { startTime: soon.time })
  const owned = { vendorId: owner.id, sessionId: first.id }
  const changed = agreeing(nearer, (form) => changeSession(db, owned, form, new Date()))
  expect(await changed).toMatchObject({ ok: true })
  const near = await aSession(db, { class: yoga, startsAt: minutes(180) })
  const [, spot] = (await bookingsOf(db, purchaseId)).toSorted(
    (one, two) => ids(sessions).indexOf(one.sessionId) - ids(sessions).indexOf(two.sessionId),
  )
  if (!spot) throw new Error('no spot')
  const form = edit(near.id, {})
  expect(
    await editBooking(db, { vendorId: owner.id, userId: owner.userId }, spot.id, form),
  ).toEqual({ ok: true })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 0 })
  expect(
    await cancelByCustomer(
      db,
      linkTo(purchaseId),
      spots.map(({ id }) => id),
    ),
  ).toEqual({ ok: true, cancelled: 5, late: 0 })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 5 })
})

test('spots that are cancelled in time and spots that are late are one event, and only the late ones are marked', async ({
  db,
}) => {
  const later = await aSession(db)
  const soon = await aSession(db, { class: later.class, startsAt: minutes(120) })
  const { purchaseId, bookingIds } = await aBooking(db, { session: later, spots: 2 })
  const [early = '', late = ''] = bookingIds
  await moveByCustomer(db, linkTo(purchaseId), [late], soon.id)
  await db
    .updateTable('bookings')
    .set({ bookedAt: minutes(-60), confirmedAt: minutes(-60) })
    .execute()
  expect(await cancelByCustomer(db, linkTo(purchaseId), null)).toMatchObject({
    cancelled: 2,
    late: 1,
  })
  expect(await kindsOf(db)).toEqual(['booking.moved', 'booking.ended'])
  const marks = (await bookingsOf(db, purchaseId)).map(({ id, attendance }) => [id, attendance])
  expect(Object.fromEntries(marks)).toEqual({ [early]: null, [late]: 'late_cancel' })
})

test('the vendor’s cancellation after the start sends nothing; cancelling again is not refused', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const past = await aBooking(db, { session: await aSession(db, { startsAt: minutes(-90) }) })
  const vendorId = past.session.class.vendor.id
  expect(await cancelByVendor(db, vendorId, past.bookingIds)).toMatchObject({ cancelled: 1 })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails).toEqual([])
  // One of two spots was cancelled by a first try whose answer was lost; the other has begun since.
  const { purchaseId, bookingIds } = await aBooking(db, { spots: 2 })
  await cancelByCustomer(db, linkTo(purchaseId), bookingIds.slice(0, 1))
  await db
    .updateTable('bookings')
    .set({ status: 'completed' })
    .where('id', '=', bookingIds[1] ?? '')
    .execute()
  expect(await cancelByCustomer(db, linkTo(purchaseId), bookingIds)).toEqual({
    ok: true,
    cancelled: 0,
    late: 0,
  })
})
