import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import { editBooking } from '#core/bookings/commands/edit-booking.ts'
import { giveBooking } from '#core/bookings/commands/give-booking.ts'
import { listRefundsDue } from '#core/bookings/queries/refunds-due.ts'
import type { Db } from '#core/shared/db.ts'
import { bookingsOf, edit, kindsOf, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { linkTo } from '#tests/support/links.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, bought, order, passOf } from '#tests/support/series.ts'
import { waiveLateCancel } from './waive-late-cancel.ts'

/** Carla cancelled her spot inside the notice period. */
async function cancelledLate(db: Db, { paidMinor = 0 }: { paidMinor?: number } = {}) {
  const session = await aSession(db, { startsAt: minutes(120) })
  const { purchaseId, bookingIds } = await aBooking(db, {
    session,
    customer: { name: 'Carla', email: 'carla@example.com' },
    bookedAt: minutes(-60),
  })
  const [bookingId = ''] = bookingIds
  const { vendor } = session.class
  const member = { vendorId: vendor.id, userId: vendor.userId }
  if (paidMinor > 0)
    await editBooking(db, member, bookingId, edit(session.id, { amountPaidMinor: paidMinor }))
  await cancelByCustomer(db, linkTo(purchaseId), null)
  const refunds = async () =>
    (await listRefundsDue(db, vendor.id)).map(({ refundMinor }) => refundMinor)
  return { member, bookingId, purchaseId, session, refunds }
}

test('waiving gives back what was paid, once, and tells the customer once', async ({ db }) => {
  const { member, bookingId, purchaseId, refunds } = await cancelledLate(db, { paidMinor: 1500 })
  expect(await refunds()).toEqual([])
  for (let time = 0; time < 2; time++)
    expect(await waiveLateCancel(db, member, { bookingId })).toEqual({ ok: true })
  expect(await refunds()).toEqual([1500])
  const [spot] = await bookingsOf(db, purchaseId)
  expect(spot).toMatchObject({ status: 'cancelled', attendance: null })
  expect(spot?.lateWaivedAt).not.toBeNull()
  expect((await kindsOf(db)).filter((kind) => kind === 'booking.waived')).toHaveLength(1)
})

test('waiving returns the session to its bundle, once', async ({ db, deps }) => {
  const { owner, bundle, sessions } = await aSeries(db)
  const { purchaseId, spots } = await bought(deps, order(bundle, sessions))
  const [first] = sessions
  await db
    .updateTable('classSessions')
    .set({ startsAt: minutes(120), endsAt: minutes(180), bookingClosesAt: minutes(120) })
    .where('id', '=', first?.id ?? '')
    .execute()
  await db
    .updateTable('bookings')
    .set({ bookedAt: minutes(-60), confirmedAt: minutes(-60) })
    .execute()
  const [bookingId = ''] = (await bookingsOf(db, purchaseId)).flatMap(({ id, sessionId }) =>
    sessionId === first?.id ? [id] : [],
  )
  expect(await cancelByCustomer(db, linkTo(purchaseId), [bookingId])).toMatchObject({ late: 1 })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 0 })
  const member = { vendorId: owner.id, userId: owner.userId }
  for (let time = 0; time < 2; time++)
    expect(await waiveLateCancel(db, member, { bookingId })).toEqual({ ok: true })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 1 })
  expect(spots).toHaveLength(5)
})

test('two members who waive at once return one session', async ({ db, databaseUrl }) => {
  const { member, bookingId, session, purchaseId } = await cancelledLate(db)
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for no key update',
    [session.id],
  )
  const both = [1, 2].map(() => waiveLateCancel(db, member, { bookingId }))
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await Promise.all(both)).toEqual([{ ok: true }, { ok: true }])
  expect((await kindsOf(db)).filter((kind) => kind === 'booking.waived')).toHaveLength(1)
  expect((await bookingsOf(db, purchaseId))[0]).toMatchObject({ attendance: null })
})

test('another vendor’s spot is not found; one that was not cancelled late cannot be waived', async ({
  db,
}) => {
  const { bookingId, purchaseId } = await cancelledLate(db)
  const other = await aVendor(db)
  const stranger = { vendorId: other.id, userId: other.userId }
  expect(await waiveLateCancel(db, stranger, { bookingId })).toEqual({
    ok: false,
    reason: 'not_found',
  })
  expect((await bookingsOf(db, purchaseId))[0]).toMatchObject({ attendance: 'late_cancel' })
  const { session, bookingIds } = await aBooking(db)
  const { vendor } = session.class
  const held = { bookingId: bookingIds[0] ?? '' }
  expect(await waiveLateCancel(db, { vendorId: vendor.id, userId: vendor.userId }, held)).toEqual({
    ok: false,
    reason: 'not_late',
  })
})

test('the person who cancelled late hears of the waiver, not the one who was given the other spot', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { startsAt: minutes(120) })
  const { purchaseId, bookingIds } = await aBooking(db, {
    session,
    spots: 2,
    customer: { name: 'Carla', email: 'carla@example.com' },
    bookedAt: minutes(-60),
  })
  const [bookingId = '', keptId = ''] = bookingIds
  const { vendor } = session.class
  const member = { vendorId: vendor.id, userId: vendor.userId }
  const paid = { amountPaidMinor: 1500, paymentStatus: 'paid' as const }
  await editBooking(db, member, bookingId, edit(session.id, paid))
  expect(await cancelByCustomer(db, linkTo(purchaseId), [bookingId])).toMatchObject({ late: 1 })
  const nora = { customerName: 'Nora', contact: 'nora@example.com' }
  expect(
    await giveBooking(db, { ...member, country: 'DE' }, { bookingId: keptId, form: nora }),
  ).toMatchObject({ ok: true })
  await work(databaseUrl, deps, keepMails())
  expect(await waiveLateCancel(db, member, { bookingId })).toEqual({ ok: true })
  const mailer = keepMails()
  await work(databaseUrl, deps, mailer)
  expect(mailer.mails.map(({ to }) => to)).toEqual(['carla@example.com'])
  const [mail] = mailer.mails
  expect(mail?.text).toContain('Your late cancellation costs you nothing')
  expect(mail?.text).toContain('€15')
  expect(JSON.stringify(mail)).not.toMatch(/nora/i)
})
