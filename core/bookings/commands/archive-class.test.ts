import { expect, test } from '#tests/support/database.ts'
import { aBooking, aSession, aVendor } from '#tests/support/factories.ts'
import { archiveClass } from './archive-class.ts'

test('a class with coming bookings is archived only when the vendor says what becomes of them', async ({
  db,
}) => {
  const kept = await aSession(db)
  await aBooking(db, { session: kept, spots: 2 })
  const empty = await aSession(db, { class: kept.class })
  const owned = { vendorId: kept.class.vendor.id, classId: kept.class.id }
  expect(await archiveClass(db, owned, null, new Date())).toEqual({
    ok: false,
    reason: 'choose',
    bookings: 2,
    sessions: 1,
  })
  expect(
    await archiveClass(db, { ...owned, vendorId: (await aVendor(db)).id }, 'cancel', new Date()),
  ).toEqual({ ok: false, reason: 'not_found' })
  expect(await archiveClass(db, owned, 'keep', new Date())).toEqual({
    ok: true,
    cancelledBookings: 0,
    keptSessions: 1,
  })
  const statuses = await db.selectFrom('classSessions').select(['id', 'status']).execute()
  expect(statuses.find(({ id }) => id === kept.id)?.status).toBe('confirmed')
  expect(statuses.find(({ id }) => id === empty.id)?.status).toBe('cancelled')

  const other = await aSession(db)
  await aBooking(db, { session: other })
  const cancelled = await archiveClass(
    db,
    { vendorId: other.class.vendor.id, classId: other.class.id },
    'cancel',
    new Date(),
  )
  expect(cancelled).toEqual({ ok: true, cancelledBookings: 1, keptSessions: 0 })
})
