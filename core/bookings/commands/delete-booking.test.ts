import { sql } from 'kysely'
import { bookingsOf, kindsOf, minutes } from '#tests/support/bookings.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession, aVendor } from '#tests/support/factories.ts'
import { keepMails, work } from '#tests/support/jobs.ts'
import { aSeries, bought, ids, order, passOf } from '#tests/support/series.ts'
import { deleteBooking } from './delete-booking.ts'

test('deleting gives the seat back once and keeps the row for the books', async ({ db }) => {
  const { bookingIds, session, purchaseId } = await aBooking(db)
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  const [id] = bookingIds
  expect(
    await deleteBooking(db, { ...member, vendorId: (await aVendor(db)).id }, id ?? ''),
  ).toEqual({ ok: false, reason: 'not_found' })
  expect(await deleteBooking(db, member, id ?? '')).toEqual({ ok: true })
  expect(await deleteBooking(db, member, id ?? '')).toEqual({ ok: false, reason: 'not_found' })
  expect((await bookingsOf(db, purchaseId))[0]?.deletedAt).not.toBeNull()
  expect(await kindsOf(db)).toEqual(['booking.ended'])
})

test('deleting a booking after its end sends no cancellation', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { bookingIds, session } = await aBooking(db, {
    session: await aSession(db, { startsAt: minutes(-90) }),
  })
  const member = { vendorId: session.class.vendor.id, userId: session.class.vendor.userId }
  expect(await deleteBooking(db, member, bookingIds[0] ?? '')).toEqual({ ok: true })
  const { mails, send } = keepMails()
  await work(databaseUrl, deps, { send })
  expect(mails).toEqual([])
})

test('deleting a bundle date that took place returns no session to the bundle, a request nobody answered does', async ({
  db,
  deps,
}) => {
  const { owner, sessions, bundle } = await aSeries(db)
  const { purchaseId, spots } = await bought(deps, order(bundle, sessions))
  const [past = '', unanswered = ''] = ids(sessions)
  await sql`update class_sessions set starts_at = starts_at - interval '400 days', ends_at = ends_at - interval '400 days'
    where id = any(${[past, unanswered]}::uuid[])`.execute(db)
  await db
    .updateTable('bookings')
    .set({ status: 'pending', waitsFor: 'vendor', confirmedAt: null, expiresAt: minutes(-120) })
    .where('sessionId', '=', unanswered)
    .execute()
  const spotIn = (sessionId: string) => spots.find((spot) => spot.sessionId === sessionId)?.id ?? ''
  const member = { vendorId: owner.id, userId: owner.userId }
  expect(await deleteBooking(db, member, spotIn(past))).toEqual({ ok: true })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 0 })
  expect(await deleteBooking(db, member, spotIn(unanswered))).toEqual({ ok: true })
  expect(await passOf(db, purchaseId)).toMatchObject({ remaining: 1 })
})
