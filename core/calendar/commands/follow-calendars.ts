import { sql } from 'kysely'
import { planAllows } from '#core/plans/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { Follow } from '../schema.ts'
import { forgetBusyTimes } from '../steps/forget-busy-times.ts'

export type Followed = { ok: true } | { ok: false; reason: 'not_in_plan' | 'not_found' }

/** Which calendars say when the vendor is busy, and whether nobody can book then. */
export async function followCalendars(
  deps: Pick<Deps, 'db' | 'settings'>,
  vendorId: VendorId,
  { calendars, closesBooking }: Follow,
): Promise<Followed> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await planAllows({ ...deps, db: tx }, vendorId, 'calendar_follow')))
      return { ok: false, reason: 'not_in_plan' }
    const connected = await tx
      .updateTable('calendarConnections')
      .set((eb) => ({ closesBooking, dueAt: eb.fn<Date>('now') }))
      .where('vendorId', '=', vendorId)
      .where('googleCalendarConnectedAt', 'is not', null)
      .executeTakeFirst()
    if (connected.numUpdatedRows === 0n) return { ok: false, reason: 'not_found' }
    await tx
      .updateTable('googleCalendars')
      .set({ isFollowed: sql<boolean>`id = any(${calendars}::uuid[])` })
      .where('vendorId', '=', vendorId)
      .execute()
    // At once, because a broken connection reads nothing.
    await forgetBusyTimes(tx, vendorId, calendars)
    return { ok: true }
  })
}

/** Looks at the vendor's calendars now, and not in a few minutes. */
export async function checkNow(
  { db }: Pick<Deps, 'db'>,
  vendorId: VendorId,
): Promise<{ ok: true } | { ok: false; reason: 'not_found' }> {
  // Somebody who has just made a calendar at Google looks for it here.
  await db
    .updateTable('googleCalendars')
    .set({ listedAt: new Date(0) })
    .where('vendorId', '=', vendorId)
    .execute()
  const woken = await db
    .updateTable('calendarConnections')
    .set((eb) => ({ dueAt: eb.fn<Date>('now'), retryAt: null }))
    .where('vendorId', '=', vendorId)
    .where('googleCalendarConnectedAt', 'is not', null)
    .where('brokenAt', 'is', null)
    .executeTakeFirst()
  return woken.numUpdatedRows > 0n ? { ok: true } : { ok: false, reason: 'not_found' }
}
