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
      .innerJoin('vendors', 'vendors.id', 'classes.vendor_id')
      .where('classes.id', '=', owned.classId)
      .where('classes.vendor_id', '=', owned.vendorId)
      .where('classes.status', '=', 'active')
      .select('vendors.time_zone')
      // A second change of a session in one transaction asks for its class again: FOR UPDATE would stop it.
      .forNoKeyUpdate('classes')
      .executeTakeFirst()
    if (!row) return { ok: false, reason: 'not_found' }
    const coming = await tx
      .selectFrom('class_sessions')
      .where('class_id', '=', owned.classId)
      .where('status', '=', 'confirmed')
      .where('starts_at', '>', now)
      .orderBy('id')
      .select(['id', 'current_students'])
      .forUpdate()
      .execute()
    const booked = coming.filter(({ current_students }) => current_students > 0)
    if (booked.length > 0 && comingBookings === null)
      return {
        ok: false,
        reason: 'choose',
        bookings: booked.reduce((sum, { current_students }) => sum + current_students, 0),
        sessions: booked.length,
      }

    await tx
      .updateTable('classes')
      .set((eb) => ({
        status: 'archived',
        archived_at: eb.fn<Date>('now'),
        updated_at: eb.fn<Date>('now'),
      }))
      .where('id', '=', owned.classId)
      .execute()
    await tx
      .updateTable('class_times')
      .set({ ends_on: addDays(todayIn(row.time_zone, now), -1) })
      .where('class_id', '=', owned.classId)
      .where((eb) =>
        eb.or([
          eb('ends_on', 'is', null),
          eb('ends_on', '>', addDays(todayIn(row.time_zone, now), -1)),
        ]),
      )
      .execute()
    const ending =
      comingBookings === 'cancel'
        ? coming
        : coming.filter(({ current_students }) => current_students === 0)
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
