import { book } from '#tests/support/book.ts'
import { bookingsOf, edit, kindsOf, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { holdLock } from '#tests/support/race.ts'
import { editBooking } from './edit-booking.ts'
import { expireOverdueBookings } from './expire-bookings.ts'

test('expiry judges by the database’s clock and tells once per purchase', async ({ db }) => {
  await aBooking(db, { status: 'pending', spots: 2, expiresAt: minutes(-1) })
  await aBooking(db, { status: 'pending', expiresAt: minutes(1) })
  expect(await expireOverdueBookings(db)).toBe(2)
  expect(await expireOverdueBookings(db)).toBe(0)
  expect(await kindsOf(db)).toEqual(['booking.ended'])
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
  const [expired] = await bookingsOf(db, free.purchaseId)
  expect(expired?.status).toBe('expired')
  await lock.commit()
  expect(await expireOverdueBookings(db)).toBe(1)
})

test('a booking that the vendor sets back to pending and that expires was not paid', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { recordNewAsPaid: true })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  const booked = await book(deps, session.id, 'carla@example.com')
  if (!booked.ok) throw new Error(booked.reason)
  const [spot] = await bookingsOf(db, booked.purchase.purchaseId)
  const form = edit(session.id, {
    status: 'pending',
    paymentStatus: 'paid',
    amountPaidMinor: spot?.priceMinor ?? 0,
  })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  expect(await editBooking(db, member, spot?.id ?? '', form)).toEqual({ ok: true })
  await db
    .updateTable('bookings')
    .set({ expiresAt: minutes(-1) })
    .execute()
  expect(await expireOverdueBookings(db)).toBe(1)
  const [expired] = await bookingsOf(db, booked.purchase.purchaseId)
  expect(expired?.paymentStatus).toBe('pending')
  const payments = await db.selectFrom('payments').select('amountMinor').execute()
  expect(payments.map(({ amountMinor }) => Number(amountMinor))).toEqual([
    spot?.priceMinor,
    -(spot?.priceMinor ?? 0),
  ])
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
