import type { VendorId } from '#core/shared/ids.ts'
import type { Db } from '#core/shared/db.ts'
import { settle } from '#core/shared/settle.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import { cancelAll } from './cancel-sessions.ts'

export type ClassArchived =
  | { ok: true; cancelledBookings: number; keptSessions: number }
  | { ok: false; reason: 'not_found' | 'busy' }
  /** coming bookings exist and nothing was said about them */
  | { ok: false; reason: 'choose'; bookings: number; sessions: number }

/** Takes a class off the market. Coming bookings are kept, or cancelled and everyone told: the vendor says which. */
export async function archiveClass(
  db: Db,
  owned: { vendorId: VendorId; classId: string },
  comingBookings: 'keep' | 'cancel' | null,
  now: Date,
): Promise<ClassArchived> {
  return settle<ClassArchived>(db, async (tx) => {
    const row = await tx
      .selectFrom('classes')
      .innerJoin('vendors', 'vendors.id', 'classes.vendorId')
      .where('classes.id', '=', owned.classId)
      .where('classes.vendorId', '=', owned.vendorId)
      .where('classes.status', '=', 'active')
      .select('vendors.timeZone')
      // A second change of a session in one transaction asks for its class again: FOR UPDATE would stop it.
      .forNoKeyUpdate('classes')
      .executeTakeFirst()
    if (!row) return { ok: false, reason: 'not_found' }
    const coming = await tx
      .selectFrom('classSessions')
      .where('classId', '=', owned.classId)
      .where('status', '=', 'confirmed')
      .where('startsAt', '>', now)
      .orderBy('id')
      .select(['id', 'currentStudents'])
      .forUpdate()
      .execute()
    const booked = coming.filter(({ currentStudents }) => currentStudents > 0)
    if (booked.length > 0 && comingBookings === null)
      return {
        ok: false,
        reason: 'choose',
        bookings: booked.reduce((sum, { currentStudents }) => sum + currentStudents, 0),
        sessions: booked.length,
      }

    await tx
      .updateTable('classes')
      .set((eb) => ({
        status: 'archived',
        archivedAt: eb.fn<Date>('now'),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', owned.classId)
      .execute()
    await tx
      .updateTable('classTimes')
      .set({ endsOn: addDays(todayIn(row.timeZone, now), -1) })
      .where('classId', '=', owned.classId)
      .where((eb) =>
        eb.or([
          eb('endsOn', 'is', null),
          eb('endsOn', '>', addDays(todayIn(row.timeZone, now), -1)),
        ]),
      )
      .execute()
    const ending =
      comingBookings === 'cancel'
        ? coming
        : coming.filter(({ currentStudents }) => currentStudents === 0)
    const { bookings } = await cancelAll(
      tx,
      ending.map(({ id }) => id),
    )
    return {
      ok: true,
      cancelledBookings: bookings,
      keptSessions: comingBookings === 'cancel' ? 0 : booked.length,
    }
  })
}
