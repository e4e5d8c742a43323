import { book } from '#tests/support/book.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aBundle, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, bought, order } from '#tests/support/series.ts'
import { changeCurrency, findCurrencyObstacle } from './change-currency.ts'

const now = new Date()

test('prices keep their number in a currency with the same decimals, and are rounded where there are none', async ({
  db,
}) => {
  const vendor = await aVendor(db)
  const of = await aClass(db, { vendor, priceMinor: 1550 })
  await aBundle(db, { class: of, bundlePriceMinor: 7000 })
  const prices = async () => {
    const row = await db
      .selectFrom('classes')
      .innerJoin('sessionBundles', 'sessionBundles.classId', 'classes.id')
      .innerJoin('vendors', 'vendors.id', 'classes.vendorId')
      .select(['priceMinor', 'bundlePriceMinor', 'currency'])
      .executeTakeFirstOrThrow()
    return [row.currency, Number(row.priceMinor), Number(row.bundlePriceMinor)]
  }
  expect(await changeCurrency(db, vendor.id, { currency: 'USD' }, now)).toEqual({ ok: true })
  expect(await prices()).toEqual(['USD', 1550, 7000])
  expect(await changeCurrency(db, vendor.id, { currency: 'JPY' }, now)).toEqual({ ok: true })
  expect(await prices()).toEqual(['JPY', 16, 70])
  expect(await changeCurrency(db, vendor.id, { currency: 'EUR' }, now)).toEqual({ ok: true })
  expect(await prices()).toEqual(['EUR', 1600, 7000])
})

test('a currency with money in it stays', async ({ db, deps }) => {
  const owed = await aBooking(db)
  const { vendor } = owed.session.class
  const refused = (id: typeof vendor.id) => changeCurrency(db, id, { currency: 'USD' }, now)
  expect(await refused(vendor.id)).toEqual({ ok: false, reason: 'money_owed' })

  const free = await aBooking(db, {
    session: await aSession(db, { class: await aClass(db, { priceMinor: 0 }) }),
  })
  expect(await refused(free.session.class.vendor.id)).toEqual({ ok: true })

  const cancelled = await aBooking(db, { status: 'cancelled' })
  const ofCancelled = cancelled.session.class.vendor
  expect(await findCurrencyObstacle(db, ofCancelled.id)).toBeNull()
  await db
    .insertInto('payments')
    .values({
      vendorId: ofCancelled.id,
      bookingId: cancelled.bookingIds[0] ?? '',
      amountMinor: 1500,
      currency: 'EUR',
      method: 'door',
    })
    .execute()
  expect(await refused(ofCancelled.id)).toEqual({ ok: false, reason: 'money_recorded' })

  const { owner, bundle, sessions } = await aSeries(db)
  await bought(deps, order(bundle, sessions))
  expect(await refused(owner.id)).toEqual({ ok: false, reason: 'bundles_sold' })
})

test('a booking made at the same moment is in the old currency, which then stays', async ({
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const { vendor } = session.class
  const { groupId } = await aBooking(db, { status: 'cancelled', session })
  const held = await holdLock(
    databaseUrl,
    `with taken as (update class_sessions set current_students = current_students + 1 where id = $1 returning id),
    booked as (update bookings set status = 'confirmed' from taken where session_id = taken.id and group_id = $2 returning bookings.id)
    insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
    select s.vendor_id, s.id, booked.id, 1, 'booked', s.max_students from booked, class_sessions s where s.id = $1`,
    [session.id, groupId],
  )
  const answer = changeCurrency(db, vendor.id, { currency: 'USD' }, now)
  await waitForWaiter(db)
  await held.commit()
  expect(await answer).toEqual({ ok: false, reason: 'money_owed' })
})

test('a page that shows the price in the old currency books nothing', async ({ db, deps }) => {
  const session = await aSession(db)
  await changeCurrency(db, session.class.vendor.id, { currency: 'USD' }, now)
  const seen = { seenPriceMinor: 1500, seenVersions: new Map([[session.id, 0]]) }
  expect(await book(deps, session.id, 'carla@example.com', seen)).toMatchObject({
    ok: false,
    reason: 'session_changed',
  })
})
