import { isAsAgreed, noticeInForce } from '#core/bookings/queries/purchases.ts'
import { freeUntil } from '#core/bookings/rules/cancelling.ts'
import type { Db } from '#core/shared/db.ts'

export type FreeTerm = { until: string } | { noticeMinutes: number }

/**
 * Until when the customer can cancel all of these bookings free of charge: a moment if it is the same for all, else the
 * notice period they share, in minutes. Null if they differ, or if that time has passed for one of them.
 */
export async function findFreeTerm(
  db: Db,
  bookingIds: readonly string[],
): Promise<FreeTerm | null> {
  if (bookingIds.length === 0) return null
  const rows = await db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .innerJoin('classes as c', 'c.id', 'b.classId')
    .innerJoin('vendors as v', 'v.id', 'b.vendorId')
    .where('b.id', 'in', bookingIds)
    .select(['s.startsAt', 'b.bookedAt', 'b.confirmedAt', noticeInForce, isAsAgreed])
    .execute()
  const ends = rows.map((row) => freeUntil(row).toISOString())
  const [first] = rows
  const [until] = ends
  if (!first || !until) return null
  const now = new Date()
  if (ends.every((end) => end === until)) return new Date(until) > now ? { until } : null
  const { noticeMinutes } = first
  const isSame = rows.every(
    (row) =>
      row.noticeMinutes === noticeMinutes &&
      row.startsAt.getTime() - noticeMinutes * 60_000 > now.getTime(),
  )
  return isSame ? { noticeMinutes } : null
}
