import { findOpenedPurchase, findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import { listRefundsDue } from '#core/bookings/queries/refunds-due.ts'
import type { EditBookingForm } from '#core/bookings/schema.ts'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { book } from '#tests/support/book.ts'
import { bookingsOf, edit, minutes } from '#tests/support/bookings.ts'
import { listAttendance } from '#core/attendance/queries.ts'
import { csvTables } from '#core/own-data/queries/csv-tables.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession, aVendor } from '#tests/support/factories.ts'
import { linkTo } from '#tests/support/links.ts'
import { ids } from '#tests/support/series.ts'
import { findOwnBooking, listBookings, listNames, listWhoComes } from './queries/own-bookings.ts'
import { cancelByCustomer, cancelByVendor } from './commands/cancel-bookings.ts'
import { cancelSession } from './commands/cancel-sessions.ts'
import { deleteBooking } from './commands/delete-booking.ts'
import { markPaid } from './commands/mark-paid.ts'
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
  const { groupId } = booked.purchase
  const [spotId = '', ...others] = ids(booked.purchase.spots)
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const save = (form: Partial<EditBookingForm>) =>
    editBooking(db, member, spotId, edit(session.id, form))
  /** as the vendor's overview and the customer's page say it */
  const due = async () => ({
    vendor: (await listRefundsDue(db, vendor.id)).map(({ refundMinor }) => refundMinor),
    customer: (await findPurchaseDetails(db, groupId))?.spots.reduce(
      (sum, { refundMinor }) => sum + Number(refundMinor),
      0,
    ),
  })
  return { vendor, session, groupId, member, spotId, spotIds: [spotId, ...others], save, due }
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
  const shown = { bookingId: spotId, sessionId: session.id, isFree: false }
  const said = { tokenRotation: 0, isHeld: true, paidMinor: 0 }
  expect(await markPaid(db, member, { ...shown, ...said })).toEqual({ ok: true })
})

const inTime: [string, (db: Db, purchase: Purchase) => Promise<unknown>][] = [
  ['cancelled by its customer', (db, { groupId }) => cancelByCustomer(db, linkTo(groupId), null)],
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

const moneyOf = async (db: Db, groupId: string) => ({
  payments: await db
    .selectFrom('payments')
    .orderBy('amountMinor', 'desc')
    .select(['method', 'amountMinor'])
    .execute(),
  statuses: (await bookingsOf(db, groupId)).map(({ paymentStatus }) => paymentStatus),
})

test.for(inTime)(
  'the automatic payment of a confirmed booking is reversed when the booking is %s in time',
  async ([, end], { db, deps }) => {
    const purchase = await aPurchase(db, deps, { recordNewAsPaid: true })
    expect(await end(db, purchase)).toMatchObject({ ok: true })
    expect(await moneyOf(db, purchase.groupId)).toEqual({
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
  const { groupId, due } = await aPurchase(db, deps, {
    recordNewAsPaid: true,
    startsAt: minutes(120),
  })
  await db
    .updateTable('bookings')
    .set({ bookedAt: minutes(-60), confirmedAt: minutes(-60) })
    .execute()
  expect(await cancelByCustomer(db, linkTo(groupId), null)).toMatchObject({ late: 1 })
  expect(await moneyOf(db, groupId)).toEqual({
    payments: [{ method: 'door', amountMinor: 1500 }],
    statuses: ['paid'],
  })
  expect(await due()).toEqual({ vendor: [], customer: 0 })
})

test('what was paid for a cancelled spot is due to the person who held it, not to the present owner', async ({
  db,
  deps,
}) => {
  const { vendor, session, member, spotId, spotIds, save, due } = await aPurchase(db, deps, {
    spots: 2,
  })
  const paid = { amountPaidMinor: 1500, paymentStatus: 'paid' as const }
  const [, keptId = ''] = spotIds
  const give = (to: Partial<EditBookingForm>) =>
    editBooking(db, member, keptId, edit(session.id, { ...paid, ...to }))
  await save(paid)
  await give({})
  await cancelByVendor(db, vendor.id, [spotId])
  const nora = { customerName: 'Nora', customerEmail: 'nora@example.com' }
  expect(await give(nora)).toEqual({ ok: true })
  const listDue = async () =>
    (await listRefundsDue(db, vendor.id))
      .map(({ customerName, refundMinor }) => `${customerName} ${refundMinor}`)
      .toSorted((one, other) => one.localeCompare(other))
  expect(await listDue()).toEqual(['Carla 1500'])
  expect((await due()).customer).toBe(0)
  // The spot that is Nora's now ends under her.
  await cancelByVendor(db, vendor.id, [keptId])
  expect(await listDue()).toEqual(['Carla 1500', 'Nora 1500'])
  expect((await due()).customer).toBe(1500)
  // Given back, all of it is Carla's, and Nora's refund stays hers.
  await give({ status: 'cancelled' })
  expect(await listDue()).toEqual(['Carla 1500', 'Nora 1500'])
  expect((await due()).customer).toBe(1500)
})

test('what is due to two customers of one name is listed apart, and neither sees what the other gets', async ({
  db,
  deps,
}) => {
  const { vendor, session, groupId, member, spotIds } = await aPurchase(db, deps, { spots: 3 })
  const [ofFirst = '', ofSecond = '', keptId = ''] = spotIds
  const paid = { amountPaidMinor: 1500, paymentStatus: 'paid' as const }
  const give = (customerName: string, customerEmail: string) =>
    editBooking(db, member, keptId, edit(session.id, { customerName, customerEmail }))
  const end = async (spotId: string, customerEmail: string) => {
    await editBooking(db, member, spotId, edit(session.id, { ...paid, customerEmail }))
    await cancelByVendor(db, vendor.id, [spotId])
  }
  await end(ofFirst, 'carla@example.com')
  await give('Ben', 'ben@example.com')
  await give('Carla', 'second@example.com')
  await end(ofSecond, 'second@example.com')
  const opened = await findPurchaseDetails(db, groupId)
  expect(opened?.spots.filter(({ isFormers }) => isFormers).map(({ id }) => id)).toEqual([ofFirst])
  await give('Ben', 'ben@example.com')
  const due = await listRefundsDue(db, vendor.id)
  expect(due).toMatchObject([
    { customerName: 'Carla', refundMinor: 1500 },
    { customerName: 'Carla', refundMinor: 1500 },
  ])
  expect(new Set(due.map(({ holderNumber }) => holderNumber)).size).toBe(2)
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

test('spots that ended before a purchase was given to somebody else are listed, found and exported under who held them', async ({
  db,
  deps,
}) => {
  const { vendor, session, groupId, member, spotId, spotIds } = await aPurchase(db, deps, {
    spots: 3,
    startsAt: minutes(30),
  })
  const [, lateId = '', keptId = ''] = spotIds
  const phone = '+4915112345678'
  await db.updateTable('bookingGroups').set({ customerPhone: phone }).execute()
  await cancelByVendor(db, vendor.id, [spotId, lateId])
  await db
    .updateTable('bookings')
    .set({ attendance: 'late_cancel' })
    .where('id', '=', lateId)
    .execute()
  const nora = { customerName: 'Nora', customerEmail: 'nora@example.com', customerPhone: '' }
  expect(await editBooking(db, member, keptId, edit(session.id, nora))).toEqual({ ok: true })
  const everything = {
    when: 'all' as const,
    status: null,
    classId: null,
    from: null,
    to: null,
    search: '',
    payment: null,
    seesContacts: true,
    cursor: null,
    limit: 50,
  }
  const listed = async (more: Partial<Parameters<typeof listBookings>[2]> = {}) => {
    const { sessions } = await listBookings(db, vendor.id, { ...everything, ...more })
    return sessions
      .flat()
      .map((row) => [row.customerName, row.customerEmail, row.customerPhone, row.status].join(' '))
      .toSorted((one, other) => one.localeCompare(other))
  }
  const ended = `Carla carla@example.com ${phone} cancelled`
  const kept = 'Nora nora@example.com  confirmed'
  expect(await listed()).toEqual([ended, ended, kept])
  expect(await listed({ payment: 'due' })).toEqual([ended, kept])
  for (const search of ['Carla', 'carla@example.com', '0151 12345678'])
    expect([search, await listed({ search })]).toEqual([search, [ended, ended]])
  expect(await listed({ search: 'Nora' })).toEqual([kept])
  expect(await listed({ search: 'carla@example.com', seesContacts: false })).toEqual([])
  const { tokenRotation } = await db
    .selectFrom('bookingGroups')
    .select('tokenRotation')
    .executeTakeFirstOrThrow()
  const opened = await findOpenedPurchase(db, linkTo(groupId, tokenRotation))
  expect(opened?.spots.map(({ id }) => id)).toEqual([keptId])
  const late = await findOwnBooking(db, { vendorId: vendor.id, bookingId: lateId })
  expect(late).toMatchObject({ customerName: 'Carla', isFormers: true, owner: { name: 'Nora' } })
  const [day] = await listAttendance(db, { vendorId: vendor.id, date: late?.date ?? '' })
  const people = day?.spots.map(({ customerName, spotInSession }) => [customerName, spotInSession])
  expect(people).toEqual([
    ['Carla', { place: 1, spots: 1 }],
    ['Nora', { place: 1, spots: 1 }],
  ])
  expect(await listNames(db, { vendorId: vendor.id, bookingIds: [lateId] })).toEqual(['Carla'])
  for (const table of ['bookings', 'attendance'] as const) {
    const { rows } = await sql<{
      id: string
      customerName: string
    }>`${csvTables[table](vendor.id)}`.execute(db)
    const names = new Map(rows.map(({ id, customerName }) => [id, customerName]))
    expect([table, names.get(lateId)]).toEqual([table, 'Carla'])
  }
  // Once the session is cancelled too, its list names who had a spot then: everybody under their own name.
  await cancelSession(db, { vendorId: vendor.id, sessionId: session.id }, new Date())
  const olga = {
    customerName: 'Olga',
    customerEmail: 'olga@example.com',
    status: 'cancelled' as const,
  }
  expect(await editBooking(db, member, keptId, edit(session.id, olga))).toEqual({ ok: true })
  const who = await listWhoComes(db, { vendorId: vendor.id, sessionIds: [session.id] })
  expect(who.map(({ name, spots }) => [name, spots])).toEqual([['Nora', 1]])
})
