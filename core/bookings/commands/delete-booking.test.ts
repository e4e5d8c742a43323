import { bookingsOf, kindsOf, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession, aVendor } from '#tests/support/factories.ts'
import { deleteBooking } from './delete-booking.ts'

test('deleting gives the seat back once and keeps the row for the books', async ({ db }) => {
  const { bookingIds, session, groupId } = await aBooking(db)
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const [id] = bookingIds
  expect(
    await deleteBooking(db, { ...member, vendorId: (await aVendor(db)).id }, id ?? ''),
  ).toEqual({ ok: false, reason: 'not_found' })
  expect(await deleteBooking(db, member, id ?? '')).toEqual({ ok: true })
  expect(await deleteBooking(db, member, id ?? '')).toEqual({ ok: false, reason: 'not_found' })
  expect((await bookingsOf(db, groupId))[0]?.deletedAt).not.toBeNull()
  expect(await kindsOf(db)).toEqual(['booking.cancelled'])
})

test('deleting a booking after its start sends no cancellation', async ({ db }) => {
  const { bookingIds, session } = await aBooking(db, {
    session: await aSession(db, { startsAt: minutes(-30) }),
  })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  expect(await deleteBooking(db, member, bookingIds[0] ?? '')).toEqual({ ok: true })
  expect(await kindsOf(db)).toEqual([])
})
