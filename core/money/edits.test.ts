import { sql } from 'kysely'
import { confirmRequest } from '#core/bookings/commands/answer-request.ts'
import { deleteBooking } from '#core/bookings/commands/delete-booking.ts'
import { markRefunded } from '#core/bookings/commands/mark-paid.ts'
import { withdrawBundle } from '#core/bookings/commands/withdraw-bundle.ts'
import { spotVersion } from '#core/bookings/rules/spot-version.ts'
import { agreeing } from '#tests/support/agreeing.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { giveBooking } from '#core/bookings/commands/give-booking.ts'
import { editFields, findEditable } from '#core/bookings/queries/editable-booking.ts'
import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { EditBookingForm } from '#core/bookings/schema.ts'
import { csvTables } from '#core/own-data/queries/csv-tables.ts'
import type { Db } from '#core/shared/db.ts'
import { versionOf } from '#core/shared/version.ts'
import { edit } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking } from '#tests/support/factories.ts'
import { aSeries, bought, order } from '#tests/support/series.ts'
import { readMoney } from './queries.ts'

/** A confirmed spot for 15.00, and the vendor's forms for it. */
async function aSpot(db: Db) {
  const booking = await aBooking(db, { priceMinor: 1500 })
  const { session, bookingIds } = booking
  const [bookingId = ''] = bookingIds
  const { vendor } = session.class
  const member = { vendorId: vendor.id, userId: vendor.userId }
  return {
    ...booking,
    member,
    bookingId,
    save: async (form: Partial<EditBookingForm>) =>
      expect(await editBooking(db, member, bookingId, edit(session.id, form))).toEqual({
        ok: true,
      }),
    money: async (id = bookingId) => {
      const { owedMinor, paidMinor, giveBackMinor } = await readMoney(db, vendor.id, {
        bookingId: id,
      })
      return [owedMinor, paidMinor, giveBackMinor]
    },
  }
}

const paid = (amountPaidMinor: number) => ({ paymentStatus: 'paid', amountPaidMinor }) as const

test.for([
  ['given back in part', 500],
  ['given back in full', 1500],
] as const)(
  'a spot that is brought back after its money was %s owes that part again',
  async ([, back], { db }) => {
    const spot = await aSpot(db)
    await spot.save(paid(1500))
    await spot.save({ status: 'cancelled', ...paid(1500) })
    await spot.save({
      status: 'cancelled',
      paymentStatus: 'refunded',
      amountPaidMinor: 1500 - back,
    })
    const kept = 1500 - back
    await spot.save({
      paymentStatus: back === 1500 ? 'refunded' : 'paid',
      amountPaidMinor: kept,
    })
    expect(await spot.money()).toEqual([back, kept, 0])
  },
)

test('who pays the rest after less was asked for has nothing to get back', async ({ db }) => {
  const spot = await aSpot(db)
  await spot.save(paid(1000))
  expect(await spot.money()).toEqual([0, 1000, 0])
  await spot.save(paid(1500))
  expect(await spot.money()).toEqual([0, 1500, 0])
  await spot.save(paid(1700))
  expect(await spot.money()).toEqual([0, 1700, 200])
})

test.for([
  ['paid', [paid(1500)], [0, 1500, 0]],
  [
    'paid and given back',
    [paid(1500), { paymentStatus: 'refunded', amountPaidMinor: 0 }],
    [1500, 0, 0],
  ],
  [
    'paid, and a part given back',
    [paid(1500), { paymentStatus: 'refunded', amountPaidMinor: 600 }],
    [900, 600, 0],
  ],
  ['paid less, and not asked for more', [paid(900)], [600, 900, 0]],
  ['a payment that failed', [{ paymentStatus: 'failed', amountPaidMinor: 0 }], [1500, 0, 0]],
] as const)(
  'who gets a spot of another customer gets what was paid for it: %s',
  async ([, forms, expected], { db }) => {
    const spot = await aSpot(db)
    for (const form of forms) await spot.save(form)
    const given = await giveBooking(
      db,
      { ...spot.member, country: 'DE' },
      {
        bookingId: spot.bookingId,
        form: { customerName: 'Bob', contact: 'bob@example.com' },
      },
    )
    if (!given.ok) throw new Error(given.reason)
    const details = await findPurchaseDetails(db, given.purchaseId)
    const [bobs] = details?.spots ?? []
    expect(await spot.money(bobs?.id)).toEqual(expected)
    // Nothing was given back to Bob, or waived for him.
    expect(bobs?.told).toMatchObject({ backMinor: 0, forgivenMinor: 0 })
    expect((await spot.money())[2]).toBe(0)
  },
)

test('a stale page neither deletes what was paid since, nor gives back more than it named', async ({
  db,
}) => {
  const spot = await aSpot(db)
  const shown = async () => {
    const { rows } = await sql<{ paidMinor: number; owedMinor: number; giveBackMinor: number }>`
      select m.* from bookings b, money_of(b) m where b.id = ${spot.bookingId}`.execute(db)
    return rows[0]
  }
  const version = (money: Awaited<ReturnType<typeof shown>>, isHeld = true, back = false) => {
    if (!money) throw new Error('There is no such booking.')
    const { paidMinor, owedMinor, giveBackMinor } = money
    return spotVersion({
      sessionId: spot.session.id,
      isHeld,
      money: { paidMinor, owedMinor, ...(back && { giveBackMinor }) },
    })
  }
  const unpaid = version(await shown())
  await spot.save(paid(2000))
  expect(await deleteBooking(db, spot.member, spot.bookingId, unpaid)).toMatchObject({
    reason: 'changed',
  })
  const fiveBack = version(await shown(), true, true)
  await sql`update bookings set price_minor = 500 where id = ${spot.bookingId}`.execute(db)
  const press = (text: string) =>
    markRefunded(db, spot.member, { bookingId: spot.bookingId, version: text })
  expect(await press(fiveBack)).toMatchObject({ reason: 'changed' })
  expect(await press(version(await shown(), true, true))).toEqual({ ok: true })
  expect(await spot.money()).toEqual([0, 500, 0])
  expect(await deleteBooking(db, spot.member, spot.bookingId, version(await shown()))).toEqual({
    ok: true,
  })
})

test('what the vendor does not ask for falls with the price; “Refunded” gives back what was not taken', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db)
  const { spots } = await bought(deps, order(bundle, sessions.slice(0, 1), { leaveRest: true }))
  const [spot] = spots
  const { id: passId } = await db.selectFrom('passes').select('id').executeTakeFirstOrThrow()
  const member = { vendorId: owner.id, userId: owner.userId }
  const save = async (form: Partial<EditBookingForm>) =>
    expect(
      await editBooking(db, member, spot?.id ?? '', edit(spot?.sessionId ?? '', form)),
    ).toEqual({ ok: true })
  const money = async () => {
    const { dueMinor, owedMinor, paidMinor, giveBackMinor } = await readMoney(db, owner.id, {
      passId,
    })
    return [dueMinor, owedMinor, paidMinor, giveBackMinor]
  }
  await save(paid(2000))
  expect(await money()).toEqual([6000, 0, 2000, 0])
  await sql`update class_sessions set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'
    where id = ${spot?.sessionId}`.execute(db)
  await agreeing({}, ({ agreed }) => withdrawBundle(db, member, passId, agreed))
  // One of five sessions was taken: it costs a fifth of the 20 that were asked for.
  expect(await money()).toEqual([1200, 0, 2000, 1600])
  await save({ paymentStatus: 'refunded', amountPaidMinor: 2000 })
  expect(await money()).toEqual([1200, 0, 400, 0])
})

test('a bundle that is asked for and paid with less owes nothing when it is confirmed', async ({
  db,
  deps,
}) => {
  const { bundle, sessions, owner } = await aSeries(db, { of: { confirmationMode: 'manual' } })
  const { spots } = await bought(deps, order(bundle, sessions.slice(0, 1), { leaveRest: true }))
  const [spot] = spots
  const member = { vendorId: owner.id, userId: owner.userId }
  const { id: passId } = await db.selectFrom('passes').select('id').executeTakeFirstOrThrow()
  const form = edit(spot?.sessionId ?? '', { status: 'pending', ...paid(1000) })
  expect(await editBooking(db, member, spot?.id ?? '', form)).toEqual({ ok: true })
  await confirmRequest(db, { vendorId: owner.id, bookingIds: [spot?.id ?? ''] })
  expect(await readMoney(db, owner.id, { passId })).toMatchObject({ owedMinor: 0, paidMinor: 1000 })
})

test('the export counts the money of a bundle once', async ({ db, deps }) => {
  const { bundle, sessions, owner } = await aSeries(db)
  await bought(deps, order(bundle, sessions.slice(0, 3), { leaveRest: true }))
  const { rows: dates } = await csvTables.bookings(owner.id).execute(db)
  const { rows: sold } = await csvTables['bundles-sold'](owner.id).execute(db)
  expect(dates).toHaveLength(3)
  for (const date of dates) expect(date).toMatchObject({ owedMinor: null, paidMinor: null })
  expect(sold).toMatchObject([{ owedMinor: bundle.priceMinor }])
})

test('“Paid” without an amount that is sent twice records what was owed once', async ({ db }) => {
  const spot = await aSpot(db)
  const shown = await findEditable(db, {
    vendorId: spot.member.vendorId,
    bookingId: spot.bookingId,
  })
  if (!shown) throw new Error('no booking')
  const version = versionOf(editFields(shown))
  const send = (form: Partial<EditBookingForm> = {}) =>
    editBooking(db, spot.member, spot.bookingId, {
      ...edit(spot.session.id, { ...paid(0), ...form }),
      version,
    })
  expect(await send()).toEqual({ ok: true })
  expect(await spot.money()).toEqual([0, 1500, 0])
  expect(await send()).toEqual({ ok: true })
  expect(await spot.money()).toEqual([0, 1500, 0])
  expect(await send({ notes: 'At the door' })).toMatchObject({ reason: 'changed' })
})

test('“Paid” with the part that is recorded asks what was paid in all, and records nothing', async ({
  db,
}) => {
  const spot = await aSpot(db)
  await spot.save({ paymentStatus: 'pending', amountPaidMinor: 1000 })
  expect(
    await editBooking(db, spot.member, spot.bookingId, edit(spot.session.id, paid(1000))),
  ).toEqual({ ok: false, reason: 'part_or_all', allMinor: 1500, currency: 'EUR' })
  expect(await spot.money()).toEqual([500, 1000, 0])
})

test('“Failed” is refused where nothing is owed: given back, waived or paid', async ({ db }) => {
  const spot = await aSpot(db)
  const fail = (amountPaidMinor: number) =>
    editBooking(
      db,
      spot.member,
      spot.bookingId,
      edit(spot.session.id, { paymentStatus: 'failed', amountPaidMinor }),
    )
  await spot.save(paid(1500))
  await spot.save({ paymentStatus: 'refunded', amountPaidMinor: 0 })
  expect(await fail(0)).toEqual({ ok: false, reason: 'owed_nothing' })
  await spot.save({ paymentStatus: 'pending', amountPaidMinor: 0 })
  await spot.save(paid(1500))
  // The transfer bounced.
  expect(await fail(0)).toEqual({ ok: true })
  expect(await spot.money()).toEqual([1500, 0, 0])
})
