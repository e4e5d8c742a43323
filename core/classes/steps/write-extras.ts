import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { ExtraForm } from '../schema.ts'

/** Saves the extras of a locked facility, in their order. One that is not among them any more is retired: bookings name it. */
export async function writeExtras(
  tx: Tx,
  of: { classId: string; vendorId: VendorId },
  extras: readonly ExtraForm[],
): Promise<void> {
  const kept = extras.flatMap(({ id }) => id ?? [])
  await tx
    .updateTable('facilityExtras')
    .where('classId', '=', of.classId)
    .where('retiredAt', 'is', null)
    .where(sql<boolean>`id <> all(${kept}::uuid[])`)
    .set((eb) => ({ retiredAt: eb.fn<Date>('now'), updatedAt: eb.fn<Date>('now') }))
    .execute()
  for (const [place, { id, ...extra }] of extras.entries()) {
    if (id === undefined)
      await tx
        .insertInto('facilityExtras')
        .values({ ...of, ...extra, place })
        .execute()
    else
      await tx
        .updateTable('facilityExtras')
        .where('id', '=', id)
        .where('classId', '=', of.classId)
        .where('retiredAt', 'is', null)
        .set((eb) => ({ ...extra, place, updatedAt: eb.fn<Date>('now') }))
        .execute()
  }
}
