import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { giveBooking } from '#core/bookings/commands/give-booking.ts'
import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { EditBookingForm } from '#core/bookings/schema.ts'
import { csvTables } from '#core/own-data/queries/csv-tables.ts'
import type { Db } from '#core/shared/db.ts'
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

test('the export counts the money of a bundle once', async ({ db, deps }) => {
  const { bundle, sessions, owner } = await aSeries(db)
  await bought(deps, order(bundle, sessions.slice(0, 3), { leaveRest: true }))
  const { rows: dates } = await csvTables.bookings(owner.id).execute(db)
  const { rows: sold } = await csvTables['bundles-sold'](owner.id).execute(db)
  expect(dates).toHaveLength(3)
  for (const date of dates) expect(date).toMatchObject({ owedMinor: null, paidMinor: null })
  expect(sold).toMatchObject([{ owedMinor: bundle.priceMinor }])
})
