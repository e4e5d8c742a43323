import { noticeInForce } from '#core/bookings/queries/purchases.ts'
import type { Db } from '#core/shared/db.ts'

/**
 * How many minutes before the start the customer can cancel these bookings free of charge. Null if they differ, or if that
 * time has passed for one of them.
 */
export async function findNotice(db: Db, bookingIds: readonly string[]): Promise<number | null> {
  if (bookingIds.length === 0) return null
  const rows = await db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .innerJoin('classes as c', 'c.id', 'b.classId')
    .innerJoin('vendors as v', 'v.id', 'b.vendorId')
    .where('b.id', 'in', bookingIds)
    .select(['s.startsAt', noticeInForce])
    .execute()
  const [first] = rows
  if (!first) return null
  const isSame = rows.every(
    ({ startsAt, noticeMinutes }) =>
      noticeMinutes === first.noticeMinutes &&
      startsAt.getTime() - noticeMinutes * 60_000 > Date.now(),
  )
  return isSame ? first.noticeMinutes : null
}
