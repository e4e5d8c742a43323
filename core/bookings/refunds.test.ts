import { spotVersion } from '#core/bookings/rules/spot-version.ts'
import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { listRefundsDue } from '#core/bookings/queries/refunds-due.ts'
import type { EditBookingForm } from '#core/bookings/schema.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { book } from '#tests/support/book.ts'
import { bookingsOf, edit, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { hurry, keepMails, work } from '#tests/support/jobs.ts'
import { ids } from '#tests/support/series.ts'
import { listBookings } from './queries/own-bookings.ts'
import { cancelByCustomer, cancelByVendor } from './commands/cancel-bookings.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { deleteBooking } from './commands/delete-booking.ts'
import { markPaid, markRefunded } from './commands/mark-paid.ts'
import { editBooking } from './commands/edit-booking.ts'

/** Carla's purchase of spots at €15. */
async function aPurchase(
  db: Db,
  deps: Deps,
  {
    recordNewAsPaid = false,
    spots = 1,
    startsAt = minutes(10_000),
  }: { recordNewAsPaid?: boolean; spots?: number; startsAt?: Date } = {},
) {
  const vendor = await aVendor(db, { recordNewAsPaid })
  const session = await aSession(db, { class: await aClass(db, { vendor }), startsAt })
  const booked = await book(deps, session.id, 'carla@example.com', { spots })
  if (!booked.ok) throw new Error(booked.reason)
  const { purchaseId } = booked.purchase
  const [spotId = '', ...others] = ids(booked.purchase.spots)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const save = (form: Partial<EditBookingForm>) =>
    editBooking(db, member, spotId, edit(session.id, form))
  /** as the vendor's overview and the customer's page say it */
  const due = async () => ({
    vendor: (await listRefundsDue(db, vendor.id)).map(({ refundMinor }) => refundMinor),
    customer: (await findPurchaseDetails(db, purchaseId))?.spots.reduce(
      (sum, { refundMinor }) => sum + Number(refundMinor),
      0,
    ),
  })
  return { vendor, session, purchaseId, member, spotId, spotIds: [spotId, ...others], save, due }
}

type Purchase = Awaited<ReturnType<typeof aPurchase>>

test.for([
  ['in full, left at pending', 1500, 'pending', 1500],
  ['in part, left at pending', 700, 'pending', 700],
  ['in part, with another payment that failed', 700, 'failed', 700],
  ['in full', 1500, 'paid', 1500],
  ['in part, with the rest refunded', 700, 'refunded', 0],
  ['not at all', 0, 'pending', 0],
] as const)(
  'after a booking is cancelled, a payment recorded %s is due',
  async ([, amountPaidMinor, paymentStatus, refund], { db, deps }) => {
    const { vendor, spotIds, save, due } = await aPurchase(db, deps)
    expect(await save({ amountPaidMinor, paymentStatus })).toEqual({ ok: true })
    expect(await due()).toEqual({ vendor: [], customer: 0 })
    await cancelByVendor(db, vendor.id, spotIds)
    expect(await due()).toEqual({ vendor: refund > 0 ? [refund] : [], customer: refund })
  },
)

test('of two spots recorded as paid automatically, only the one that the vendor corrected is due', async ({
  db,
  deps,
}) => {
  const paid = await aPurchase(db, deps, { recordNewAsPaid: true, spots: 2 })
  await paid.save({ amountPaidMinor: 1000, paymentStatus: 'paid' })
  await cancelByVendor(db, paid.vendor.id, paid.spotIds)
  expect(await paid.due()).toEqual({ vendor: [1000], customer: 1000 })
})

test('a booking whose money was given back is to be paid when it is confirmed again', async ({
  db,
  deps,
}) => {
  const { vendor, member, session, spotId, spotIds, save } = await aPurchase(db, deps)
  await save({ amountPaidMinor: 1500, paymentStatus: 'paid' })
  await cancelByVendor(db, vendor.id, spotIds)
  const refunded = { status: 'cancelled', paymentStatus: 'refunded', amountPaidMinor: 0 } as const
  expect(await save(refunded)).toEqual({ ok: true })
  expect(await save({ ...refunded, status: 'confirmed' })).toEqual({ ok: true })
  const asked = { when: 'all', status: null, classId: null, from: null, to: null } as const
  const due = {
    ...asked,
    search: '',
    payment: 'due',
    seesContacts: true,
    cursor: null,
    limit: 9,
  } as const
  const listed = (await listBookings(db, vendor.id, due)).sessions.flat()
  expect(listed.map(({ id }) => id)).toEqual([spotId])
  const [{ owedMinor } = { owedMinor: 0 }] = listed
  const money = { paidMinor: 0, owedMinor: Number(owedMinor) }
  const version = spotVersion({ sessionId: session.id, isHeld: true, money })
  expect(await markPaid(db, member, { bookingId: spotId, version })).toEqual({ ok: true })
})

const inTime: [string, (db: Db, purchase: Purchase) => Promise<unknown>][] = [
  [
    'cancelled by its customer',
    (db, { purchaseId }) => cancelByCustomer(db, linkTo(purchaseId), null),
  ],
  ['cancelled by the vendor', (db, { vendor, spotIds }) => cancelByVendor(db, vendor.id, spotIds)],
  [
    'cancelled in Edit Booking',
    (_db, { save }) => save({ status: 'cancelled', amountPaidMinor: 1500, paymentStatus: 'paid' }),
  ],
  [
    'cancelled with its session',
    (db, { vendor, session }) =>
      cancelSession(db, { vendorId: vendor.id, sessionId: session.id }, new Date()),
  ],
  ['deleted', (db, { member, spotId }) => deleteBooking(db, member, spotId)],
]

const moneyOf = async (db: Db, purchaseId: string) => ({
  payments: await db
    .selectFrom('payments')
    .orderBy('amountMinor', 'desc')
    .select(['method', 'amountMinor'])
    .execute(),
  statuses: (await bookingsOf(db, purchaseId)).map(({ paymentStatus }) => paymentStatus),
})

test.for(inTime)(
  'the automatic payment of a confirmed booking is reversed when the booking is %s in time',
  async ([, end], { db, deps }) => {
    const purchase = await aPurchase(db, deps, { recordNewAsPaid: true })
    expect(await end(db, purchase)).toMatchObject({ ok: true })
    expect(await moneyOf(db, purchase.purchaseId)).toEqual({
      payments: [
        { method: 'door', amountMinor: 1500 },
        { method: 'correction', amountMinor: -1500 },
      ],
      statuses: ['pending'],
    })
    expect(await purchase.due()).toEqual({ vendor: [], customer: 0 })
  },
)

test('a late cancellation keeps the automatic payment', async ({ db, deps }) => {
  const { purchaseId, due } = await aPurchase(db, deps, {
    recordNewAsPaid: true,
    startsAt: minutes(120),
  })
  await db
    .updateTable('bookings')
    .set({ bookedAt: minutes(-60), confirmedAt: minutes(-60) })
    .execute()
  expect(await cancelByCustomer(db, linkTo(purchaseId), null)).toMatchObject({ late: 1 })
  expect(await moneyOf(db, purchaseId)).toEqual({
    payments: [{ method: 'door', amountMinor: 1500 }],
    statuses: ['paid'],
  })
  expect(await due()).toEqual({ vendor: [], customer: 0 })
})

test('of many refunds the oldest are listed, with how many there are in all', async ({
  db,
  deps,
}) => {
  const { vendor, session, member, spotId, save } = await aPurchase(db, deps)
  await save({ amountPaidMinor: 1500, paymentStatus: 'paid' })
  await cancelByVendor(db, vendor.id, [spotId])
  for (const name of ['Dora', 'Emil']) {
    const booked = await book(deps, session.id, `${name}@example.com`)
    if (!booked.ok) throw new Error(booked.reason)
    const [id = ''] = ids(booked.purchase.spots)
    const paid = { customerName: name, customerEmail: `${name}@example.com`.toLowerCase() }
    const saved = edit(session.id, { ...paid, amountPaidMinor: 1500, paymentStatus: 'paid' })
    expect(await editBooking(db, member, id, saved)).toEqual({ ok: true })
    await cancelByVendor(db, vendor.id, [id])
  }
  const listed = await listRefundsDue(db, vendor.id, 2)
  expect(listed.map(({ customerName, inAll }) => [customerName, inAll])).toEqual([
    ['Carla', 3],
    ['Dora', 3],
  ])
})

test('a refund is still due when the account of the member who recorded the payment is gone', async ({
  db,
  deps,
}) => {
  const { vendor, spotId, save, due } = await aPurchase(db, deps)
  await save({ amountPaidMinor: 1500, paymentStatus: 'paid' })
  await cancelByVendor(db, vendor.id, [spotId])
  await db.updateTable('payments').set({ recordedBy: null }).execute()
  expect(await due()).toEqual({ vendor: [1500], customer: 1500 })
})

test('a refund follows a corrected address', async ({ db, deps }) => {
  const { vendor, save, spotId } = await aPurchase(db, deps)
  await save({ amountPaidMinor: 1500, paymentStatus: 'paid' })
  await cancelByVendor(db, vendor.id, [spotId])
  const corrected = { customerEmail: 'carla@example.org', status: 'cancelled' as const }
  await save({ ...corrected, amountPaidMinor: 1500, paymentStatus: 'paid' })
  await save({
    ...corrected,
    customerName: 'Carla Clean',
    amountPaidMinor: 1500,
    paymentStatus: 'paid',
  })
  expect(await listRefundsDue(db, vendor.id)).toMatchObject([
    { customerName: 'Carla Clean', refundMinor: 1500 },
  ])
})

test('customers hear of a refund and of less to pay, not of a payment that the vendor notes', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { save, member, session, spotId, vendor } = await aPurchase(db, deps)
  await work(databaseUrl, deps, keepMails())
  const told = async () => {
    const { mails, send } = keepMails()
    await hurry(deps)
    await work(databaseUrl, deps, { send })
    return mails
      .filter(({ to }) => to === 'carla@example.com')
      .map(({ subject, text }) => `${subject} ${text}`)
  }
  expect(await save({ amountPaidMinor: 1000 })).toEqual({ ok: true })
  expect(await told()).toEqual([])
  expect(await save({ amountPaidMinor: 1200, paymentStatus: 'paid' })).toEqual({ ok: true })
  expect(await told()).toEqual([
    expect.stringMatching(/^Less to pay.*taken €3 off the price\. Nothing is left to pay/s),
  ])
  await cancelByVendor(db, vendor.id, [spotId])
  expect(await told()).toEqual([expect.stringMatching(/^Cancelled.*Refund due: €12/s)])
  const money = { paidMinor: 1200, owedMinor: 0, giveBackMinor: 1200 }
  const version = spotVersion({ sessionId: session.id, isHeld: false, money })
  const refund = () => markRefunded(db, member, { bookingId: spotId, version })
  for (let time = 0; time < 2; time++) expect(await refund()).toEqual({ ok: true })
  expect(await told()).toEqual([expect.stringMatching(/^Refund.*gave you €12 back/s)])
})
