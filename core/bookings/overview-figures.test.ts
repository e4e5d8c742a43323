import { listSessionsBetween } from '#core/schedule/queries/own-sessions.ts'
import { hideFirstSteps, markLinkShared } from '#core/vendors/commands/first-steps.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { findFirstSteps } from './queries/first-steps.ts'
import { countNewBookings, listMoney } from './queries/overview-figures.ts'

const at = (text: string) => new Date(text)
const week = { from: at('2030-03-25T00:00:00+01:00'), to: at('2030-04-01T00:00:00+02:00') }

test('money of a span: payments less refunds by their moment, unpaid spots by their session, and only the vendor’s own', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const yoga = await aClass(db, { vendor, priceMinor: 1500 })
  const inside = await aSession(db, { class: yoga, startsAt: at('2030-03-27T18:00:00+01:00') })
  const after = await aSession(db, { class: yoga, startsAt: at('2030-04-01T00:00:00+02:00') })
  const pay = (bookingId: string | undefined, amountMinor: number, moment: string) =>
    db
      .insertInto('payments')
      .values({
        vendorId: vendor.id,
        bookingId: bookingId ?? null,
        amountMinor,
        currency: 'EUR',
        method: 'door',
        at: at(moment),
      })
      .execute()
  const open = await aBooking(db, { session: inside, spots: 2 })
  await pay(open.bookingIds[0], 500, '2030-03-31T23:59:00+02:00')
  const paid = await aBooking(db, { session: inside })
  await pay(paid.bookingIds[0], 1500, '2030-03-25T00:00:00+01:00')
  await pay(paid.bookingIds[0], -300, '2030-03-26T10:00:00+01:00')
  await pay(paid.bookingIds[0], 900, '2030-03-24T23:59:00+01:00')
  await pay(paid.bookingIds[0], 700, '2030-04-01T00:00:00+02:00')
  for (const status of ['pending', 'cancelled', 'rejected'] as const)
    await aBooking(db, { session: inside, status })
  const deleted = await aBooking(db, {
    session: inside,
    deletedAt: new Date(),
  })
  await pay(deleted.bookingIds[0], 1500, '2030-03-26T10:00:00+01:00')
  await aBooking(db, { session: inside, status: 'cancelled', attendance: 'late_cancel' })
  await aBooking(db, { session: after })
  await aBooking(db, {
    session: await aSession(db, { startsAt: at('2030-03-27T18:00:00+01:00') }),
  })
  // 500 + 1500 - 300; 15.00 of one spot, 10.00 of the other, and 15.00 that a late cancellation still costs.
  expect(await listMoney(db, { vendorId: vendor.id, ...week })).toEqual([
    { currency: 'EUR', received: 1700, due: 4000 },
  ])
  expect(await listMoney(db, { vendorId: (await aVendor(db)).id, ...week })).toEqual([])
})

test('new bookings are counted by when they were made, with what became of them', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const session = await aSession(db, { class: await aClass(db, { vendor }), capacity: 30 })
  await aBooking(db, { session, spots: 3 })
  await aBooking(db, { session, status: 'pending' })
  await aBooking(db, { session, status: 'cancelled' })
  await aBooking(db, { session, bookedAt: new Date(Date.now() - 8 * 86_400_000) })
  await aBooking(db)
  const since = new Date(Date.now() - 7 * 86_400_000)
  expect(await countNewBookings(db, { vendorId: vendor.id, since })).toEqual({
    booked: 5,
    cancelled: 1,
  })
})

test('a week has the sessions of its local days, both ends included', async ({ db }) => {
  const vendor = await aVendor(db, { timeZone: 'Pacific/Auckland' })
  const yoga = await aClass(db, { vendor })
  const on = (text: string) => aSession(db, { class: yoga, startsAt: at(text) })
  await on('2030-03-24T23:00:00+13:00')
  const first = await on('2030-03-25T06:00:00+13:00')
  const last = await on('2030-03-31T23:00:00+13:00')
  await on('2030-04-01T06:00:00+13:00')
  await aSession(db, { startsAt: at('2030-03-27T12:00:00Z') })
  const found = await listSessionsBetween(db, {
    vendorId: vendor.id,
    from: '2030-03-25',
    to: '2030-03-31',
  })
  expect(found.map(({ id }) => id)).toEqual([first.id, last.id])
})

test('each first step is ticked off once it is done, and the list disappears when all are done or it is hidden', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const steps = () => findFirstSteps(db, vendor.id)
  expect(await steps()).toEqual({ class: false, link: false, booking: false })
  const session = await aSession(db, { class: await aClass(db, { vendor }) })
  expect(await steps()).toEqual({ class: true, link: false, booking: false })
  await markLinkShared(db, vendor.id)
  expect(await steps()).toEqual({ class: true, link: true, booking: false })
  await aBooking(db, { session })
  expect(await steps()).toBeNull()

  const other = await aVendor(db)
  await hideFirstSteps(db, other.id)
  expect(await findFirstSteps(db, other.id)).toBeNull()
  expect(await findFirstSteps(db, (await aVendor(db)).id)).not.toBeNull()
})
