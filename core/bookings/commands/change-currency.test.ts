import { versionOf } from '#core/shared/version.ts'
import { book } from '#tests/support/book.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aBundle, aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, bought, order } from '#tests/support/series.ts'
import { createClass } from '#core/schedule/commands/create-class.ts'
import { editClass } from '#core/schedule/commands/edit-class.ts'
import { createBundle, editBundle } from '#core/passes/commands/save-bundle.ts'
import { bundleDefaults } from '#core/passes/rules.ts'
import { classForm, openForm, publish } from '#tests/support/weekly-class.ts'
import { edit, minutes } from '#tests/support/bookings.ts'
import { addBooking } from './add-booking.ts'
import { changeCurrency, findCurrencyObstacle } from './change-currency.ts'
import { editBooking } from './edit-booking.ts'

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

test('a small price never becomes free', async ({ db }) => {
  const vendor = await aVendor(db)
  const of = await aClass(db, { vendor, priceMinor: 49 })
  await aBundle(db, { class: of, bundlePriceMinor: 30 })
  expect(await changeCurrency(db, vendor.id, { currency: 'JPY' }, now)).toEqual({ ok: true })
  const prices = await db
    .selectFrom('classes')
    .innerJoin('sessionBundles', 'sessionBundles.classId', 'classes.id')
    .select(['priceMinor', 'bundlePriceMinor'])
    .execute()
  expect(prices).toEqual([{ priceMinor: 1, bundlePriceMinor: 1 }])
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

  const late = await aBooking(db, { status: 'cancelled', attendance: 'late_cancel' })
  expect(await refused(late.session.class.vendor.id)).toEqual({ ok: false, reason: 'money_owed' })

  const { owner, bundle, sessions } = await aSeries(db)
  await bought(deps, order(bundle, sessions))
  expect(await refused(owner.id)).toEqual({ ok: false, reason: 'bundles_sold' })
})

const moments: [string, Date][] = [
  ['', now],
  [', also if its session has just begun', minutes(46)],
]

test.for(moments)(
  'a booking made at the same moment is in the old currency, which then stays%s',
  async ([, at], { db, databaseUrl }) => {
    const session = await aSession(db, { startsAt: minutes(45) })
    const { vendor } = session.class
    const { purchaseId } = await aBooking(db, { status: 'cancelled', session })
    const held = await holdLock(
      databaseUrl,
      `with taken as (update class_sessions set current_students = current_students + 1 where id = $1 returning id),
    booked as (update bookings set status = 'confirmed' from taken where session_id = taken.id and purchase_id = $2 returning bookings.id)
    insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
    select s.vendor_id, s.id, booked.id, 1, 'booked', s.max_students from booked, class_sessions s where s.id = $1`,
      [session.id, purchaseId],
    )
    const answer = changeCurrency(db, vendor.id, { currency: 'USD' }, at)
    await waitForWaiter(db)
    await held.commit()
    expect(await answer).toEqual({ ok: false, reason: 'money_owed' })
  },
)

test('a page that shows the price in the old currency books nothing', async ({ db, deps }) => {
  const session = await aSession(db)
  await changeCurrency(db, session.class.vendor.id, { currency: 'USD' }, now)
  const seen = { seen: { priceMinor: 1500, sessions: { [session.id]: 0 } } }
  expect(await book(deps, session.id, 'carla@example.com', seen)).toMatchObject({
    ok: false,
    reason: 'session_changed',
  })
})

const outdated = { ok: false, reason: 'currency_changed' }

test('prices typed in the currency before are refused, while it changes and after', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { vendor, classId } = await publish(db)
  const typed = await openForm(db, { vendor, classId })
  const bundle = { ...bundleDefaults, name: 'Five', priceMinor: 7000, currency: 'EUR' }
  const made = await createBundle(deps, { vendorId: vendor.id, classId }, bundle)
  if (!made.ok) throw new Error(made.reason)
  const held = await holdLock(
    databaseUrl,
    'select from class_sessions where class_id = $1 for no key update',
    [classId],
  )
  const changed = changeCurrency(db, vendor.id, { currency: 'JPY' }, now)
  await waitForWaiter(db)
  const save = [
    () =>
      createClass(
        { db, settings: { plans: true } },
        vendor.id,
        classForm({ title: 'Pilates' }),
        now,
      ),
    () => editClass(db, vendor.id, classId, { ...typed, priceMinor: 1800 }, now, versionOf(typed)),
    () => createBundle(deps, { vendorId: vendor.id, classId }, { ...bundle, name: 'Ten' }),
    () => editBundle(deps, { vendorId: vendor.id, bundleId: made.bundleId }, bundle),
  ]
  const waiting = save.map((command) => command())
  await waitForWaiter(db, 5)
  await held.commit()
  expect(await changed).toEqual({ ok: true })
  expect(await Promise.all(waiting)).toEqual(save.map(() => outdated))
  for (const command of save) expect(await command()).toEqual(outdated)
  const prices = await db.selectFrom('classes').select(['title', 'priceMinor']).execute()
  expect(prices).toEqual([{ title: 'Yoga', priceMinor: 15 }])
  const bundles = await db.selectFrom('sessionBundles').select('bundlePriceMinor').execute()
  expect(bundles).toEqual([{ bundlePriceMinor: 70 }])
})

const byHand = (sessionId: string) => ({
  sessionId,
  customerName: 'Hanna Hand',
  contact: '',
  spots: 1,
  notes: '',
  priceMinor: 1500,
  currency: 'EUR',
  isPaid: true,
  extra: [],
  isRequest: false,
  tells: false,
})

test.for([
  ['upcoming', 3000],
  ['past', -3000],
] as const)(
  'somebody who is added to a %s session while the currency changes has no price in the old one',
  async ([, startsIn], { db, databaseUrl }) => {
    const session = await aSession(db, { startsAt: minutes(startsIn) })
    const { vendor } = session.class
    const member = { vendorId: vendor.id, userId: vendor.userId, country: 'DE' }
    // Who waits for the vendor first gets it first.
    const held = await holdLock(
      databaseUrl,
      'select from vendors where id = $1 for no key update',
      [vendor.id],
    )
    const changed = changeCurrency(db, vendor.id, { currency: 'JPY' }, now)
    await waitForWaiter(db)
    const added = addBooking(db, member, byHand(session.id))
    await waitForWaiter(db, 2)
    await held.commit()
    expect(await changed).toEqual({ ok: true })
    expect(await added).toEqual(outdated)
    expect(await db.selectFrom('payments').select('id').execute()).toEqual([])
  },
)

test('a booking is added in the old currency before it changes, which then stays', async ({
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { startsAt: minutes(-3000) })
  const { vendor } = session.class
  const held = await holdLock(
    databaseUrl,
    'select from class_sessions where id = $1 for no key update',
    [session.id],
  )
  const member = { vendorId: vendor.id, userId: vendor.userId, country: 'DE' }
  const added = addBooking(db, member, byHand(session.id))
  await waitForWaiter(db)
  const changed = changeCurrency(db, vendor.id, { currency: 'JPY' }, now)
  await waitForWaiter(db, 2)
  await held.commit()
  expect(await added).toMatchObject({ ok: true })
  expect(await changed).toEqual({ ok: false, reason: 'money_recorded' })
})

test('the amount of a booking is in its own currency, whatever the vendor has now', async ({
  db,
}) => {
  const { session, bookingIds } = await aBooking(db, {
    status: 'cancelled',
    customer: { name: 'Carla', email: 'carla@example.com' },
  })
  const { vendor } = session.class
  expect(await changeCurrency(db, vendor.id, { currency: 'JPY' }, now)).toEqual({ ok: true })
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const save = (currency: string) =>
    editBooking(
      db,
      member,
      bookingIds[0] ?? '',
      edit(session.id, {
        status: 'cancelled',
        paymentStatus: 'paid',
        amountPaidMinor: 1500,
        currency,
      }),
    )
  expect(await save('JPY')).toMatchObject({ ok: false, reason: 'changed' })
  expect(await save('EUR')).toEqual({ ok: true })
  const paid = await db.selectFrom('payments').select(['amountMinor', 'currency']).execute()
  expect(paid).toEqual([{ amountMinor: 1500, currency: 'EUR' }])
})
