import { bookingsOf, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession } from '#tests/support/factories.ts'
import { completePastBookings } from './complete-bookings.ts'

test('the worker completes what ended twelve hours ago, and nothing else', async ({ db }) => {
  const over = await aBooking(db, { session: await aSession(db, { startsAt: minutes(-14 * 60) }) })
  const recent = await aBooking(db, {
    session: await aSession(db, { startsAt: minutes(-10 * 60) }),
  })
  expect(await completePastBookings(db)).toBe(1)
  expect((await bookingsOf(db, over.purchaseId))[0]?.status).toBe('completed')
  expect((await bookingsOf(db, recent.purchaseId))[0]?.status).toBe('confirmed')
})

test('the run for recent days leaves older bookings to the full run', async ({ db }) => {
  const old = await aBooking(db, { session: await aSession(db, { startsAt: minutes(-8 * 1440) }) })
  await aBooking(db, { session: await aSession(db, { startsAt: minutes(-6 * 1440) }) })
  expect(await completePastBookings(db, { days: 7 })).toBe(1)
  expect((await bookingsOf(db, old.purchaseId))[0]?.status).toBe('confirmed')
  expect(await completePastBookings(db)).toBe(1)
  expect((await bookingsOf(db, old.purchaseId))[0]?.status).toBe('completed')
})
