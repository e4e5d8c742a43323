import { emit } from '#core/events/emit.ts'
import type { Db } from '#core/shared/db.ts'
import type { Broken } from '../rules.ts'
import type { Lease } from '../steps/lease.ts'

/** Stops writing until the vendor reconnects, and notifies the owner once. */
export async function breakConnection(
  db: Db,
  { vendorId, id }: Lease,
  because: Broken,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const broken = await tx
      .updateTable('calendarConnections')
      .set((eb) => ({
        brokenAt: eb.fn<Date>('now'),
        brokenBecause: because,
        lease: null,
        leasedUntil: null,
      }))
      .where('vendorId', '=', vendorId)
      .where('lease', '=', id)
      .where('brokenAt', 'is', null)
      .executeTakeFirst()
    if (broken.numUpdatedRows > 0n) await emit(tx, 'calendar.broken', { vendorId })
  })
}
