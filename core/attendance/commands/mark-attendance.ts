import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'
import { isOpenForMarks, type Mark, type MarkRefusal, markRefusal, momentOf } from '../rules.ts'

/** `mark`: what is stored now, which is another member's if theirs is newer. */
export type Marked =
  | { ok: true; mark: Mark | null; markedAt: Date }
  /** `moved`: the spot is in another session now */
  | { ok: false; reason: MarkRefusal | 'not_found' | 'moved' | 'busy' }

export type MarkAttendance = {
  bookingId: string
  sessionId: string
  mark: Mark | null
  /** on the clock of the device */
  madeAt?: number | undefined
  sentAt?: number | undefined
}

/**
 * Marks one spot or removes its mark. The mark that was made last wins, in whichever order they arrive. To mark everybody as
 * came is only for those who have no mark: a mark of one of them that was made before still wins when it arrives.
 */
export async function markAttendance(
  db: Db,
  vendorId: VendorId,
  { bookingId, sessionId, mark, ...device }: MarkAttendance,
): Promise<Marked> {
  return settle<Marked>(db, async (tx) => {
    const spot = await tx
      .selectFrom('bookings as b')
      .innerJoin('classSessions as s', 's.id', 'b.sessionId')
      .where('b.id', '=', bookingId)
      .where('b.vendorId', '=', vendorId)
      .where('b.deletedAt', 'is', null)
      .select(['b.sessionId', 'b.status', 'b.attendance', 'b.attendanceMarkedAt', 's.startsAt'])
      .select('b.cameWithAllAt')
      // The transaction may have begun long before, waiting for the row.
      .select(sql<Date>`clock_timestamp()`.as('now'))
      .forNoKeyUpdate('b')
      .executeTakeFirst()
    if (!spot) return { ok: false, reason: 'not_found' }
    if (spot.sessionId !== sessionId) return { ok: false, reason: 'moved' }
    const refused = markRefusal(spot, mark, spot.now)
    if (refused !== null) return { ok: false, reason: refused }
    const markedAt = momentOf(device, spot.now)
    if (spot.attendanceMarkedAt !== null && markedAt <= spot.attendanceMarkedAt)
      return { ok: true, mark: readMark(spot.attendance), markedAt: spot.attendanceMarkedAt }
    const { cameWithAllAt: withAllAt } = spot
    if (mark === null && spot.attendance === 'came' && withAllAt !== null && markedAt <= withAllAt)
      return { ok: true, mark: 'came', markedAt: withAllAt }
    await tx
      .updateTable('bookings')
      .set({ attendance: mark, attendanceMarkedAt: markedAt, cameWithAllAt: null })
      .where('id', '=', bookingId)
      .execute()
    return { ok: true, mark, markedAt }
  })
}

/** Only spots that are no longer held are cancelled late. */
const readMark = (attendance: Mark | 'late_cancel' | null) =>
  attendance === 'late_cancel' ? null : attendance

export type AllMarked =
  | { ok: true; marked: number }
  | { ok: false; reason: 'not_found' | 'too_early' | 'busy' }

/** Marks everybody in a session as came who has no mark yet. */
export async function markEverybodyAsCame(
  db: Db,
  vendorId: VendorId,
  { sessionId }: { sessionId: string },
): Promise<AllMarked> {
  return settle<AllMarked>(db, async (tx) => {
    const session = await tx
      .selectFrom('classSessions')
      .where('id', '=', sessionId)
      .where('vendorId', '=', vendorId)
      .where('status', '=', 'confirmed')
      .select(['startsAt', sql<Date>`clock_timestamp()`.as('now')])
      // Every command that changes several spots of a session holds this lock.
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!session) return { ok: false, reason: 'not_found' }
    if (!isOpenForMarks(session, session.now)) return { ok: false, reason: 'too_early' }
    const { numUpdatedRows } = await tx
      .updateTable('bookings')
      .set({ attendance: 'came', cameWithAllAt: session.now })
      .where('sessionId', '=', sessionId)
      .where('status', 'in', ['confirmed', 'completed'])
      .where('deletedAt', 'is', null)
      .where('attendance', 'is', null)
      .executeTakeFirst()
    return { ok: true, marked: Number(numUpdatedRows) }
  })
}
