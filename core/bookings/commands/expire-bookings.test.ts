import { kindsOf, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking } from '#tests/support/factories.ts'
import { expireOverdueBookings } from './expire-bookings.ts'

test('expiry judges by the database’s clock and tells once per purchase', async ({ db }) => {
  await aBooking(db, { status: 'pending', spots: 2, expiresAt: minutes(-1) })
  await aBooking(db, { status: 'pending', expiresAt: minutes(1) })
  expect(await expireOverdueBookings(db)).toBe(2)
  expect(await expireOverdueBookings(db)).toBe(0)
  expect(await kindsOf(db)).toEqual(['booking.expired'])
})
