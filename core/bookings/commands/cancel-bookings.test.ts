import { bookingsOf, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession, aVendor } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { aSeries, bought, ids, order, packOf } from '#tests/support/series.ts'
import { addMinutes } from '#core/shared/time.ts'
import { cancelByCustomer, cancelByVendor } from './cancel-bookings.ts'
import { cancelSession } from './cancel-sessions.ts'
import { deleteBooking } from './delete-booking.ts'

test('cancelling inside the notice is marked late, frees the seat all the same, and is free right after booking', async ({
  db,
}) => {
  const soon = await aSession(db, { startsAt: minutes(120) })
  const old = await aBooking(db, { session: soon, bookedAt: minutes(-60) })
  const fresh = await aBooking(db, { session: soon })
  expect(await cancelByCustomer(db, linkTo(old.groupId), null)).toEqual({
    ok: true,
    cancelled: 1,
    late: 1,
  })
  expect(await cancelByCustomer(db, linkTo(fresh.groupId), null)).toEqual({
    ok: true,
    cancelled: 1,
    late: 0,
  })
  expect((await bookingsOf(db, old.groupId))[0]).toMatchObject({
    attendance: 'late_cancel',
    endedBy: 'customer',
  })
  expect((await bookingsOf(db, fresh.groupId))[0]).toMatchObject({ attendance: null })
})

test('one of several spots is cancelled alone; a foreign id cancels nothing; after the start nothing does', async ({
  db,
}) => {
  const { groupId, bookingIds, session } = await aBooking(db, { spots: 3 })
  const stranger = await aBooking(db, { session })
  const [one] = bookingIds
  expect(await cancelByCustomer(db, linkTo(groupId), [one ?? ''])).toEqual({
    ok: true,
    cancelled: 1,
    late: 0,
  })
  expect(await cancelByCustomer(db, linkTo(groupId), [...stranger.bookingIds])).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect(await cancelByVendor(db, (await aVendor(db)).id, bookingIds)).toEqual({
    ok: false,
    reason: 'not_found',
  })
  const past = await aBooking(db, { session: await aSession(db, { startsAt: minutes(-5) }) })
  expect(await cancelByCustomer(db, linkTo(past.groupId), null)).toEqual({
    ok: false,
    reason: 'too_late',
  })
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
