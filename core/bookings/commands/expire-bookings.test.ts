import { book } from '#tests/support/book.ts'
import { bookingsOf, kindsOf, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession } from '#tests/support/factories.ts'
import { holdLock } from '#tests/support/race.ts'
import { expireOverdueBookings } from './expire-bookings.ts'

test('expiry judges by the database’s clock and tells once per purchase', async ({ db }) => {
  await aBooking(db, { status: 'pending', spots: 2, expiresAt: minutes(-1) })
  await aBooking(db, { status: 'pending', expiresAt: minutes(1) })
  expect(await expireOverdueBookings(db)).toBe(2)
  expect(await expireOverdueBookings(db)).toBe(0)
  expect(await kindsOf(db)).toEqual(['booking.expired'])
})

test('a locked session does not delay the expiry of requests in other sessions', async ({
  db,
  databaseUrl,
}) => {
  const held = await aBooking(db, { status: 'pending', expiresAt: minutes(-2) })
  const free = await aBooking(db, { status: 'pending', expiresAt: minutes(-1) })
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [held.session.id],
  )
  expect(await expireOverdueBookings(db)).toBe(1)
  const [expired] = await bookingsOf(db, free.groupId)
  expect(expired?.status).toBe('expired')
  await lock.commit()
  expect(await expireOverdueBookings(db)).toBe(1)
})

test('a request whose time is over does not count for its contact, though no worker came by', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, { capacity: 10 })
  const customer = { email: 'carla@example.com' }
  await aBooking(db, { session, customer, spots: 4, status: 'pending', expiresAt: minutes(-1) })
  expect(await book(deps, session.id, customer.email, { spots: 4 })).toMatchObject({ ok: true })
})
