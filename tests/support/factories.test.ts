import { aBooking, aSession } from '#tests/support/factories.ts'
import { expect, test } from '#tests/support/database.ts'

test('a booking stands on its session, class and vendor, and its seats add up', async ({ db }) => {
  const session = await aSession(db, { capacity: 3 })
  const { bookingIds } = await aBooking(db, { session, spots: 2 })
  await aBooking(db, { session, status: 'cancelled' })
  const row = await db
    .selectFrom('classSessions')
    .where('id', '=', session.id)
    .select(['currentStudents', 'maxStudents'])
    .executeTakeFirstOrThrow()
  expect(bookingIds).toHaveLength(2)
  expect(row).toEqual({ currentStudents: 2, maxStudents: 3 })
})
