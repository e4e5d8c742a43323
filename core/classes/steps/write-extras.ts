import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { ExtraForm } from '../schema.ts'

/**
 * Saves the extras of a locked facility, in their order. One that is not among them any more is retired: bookings name it. So
 * is one with another name, and the new name is a new extra: customers who are about to book have read the old one.
 */
export async function writeExtras(
  tx: Tx,
  of: { classId: string; vendorId: VendorId },
  extras: readonly ExtraForm[],
): Promise<void> {
  const named = await tx
    .selectFrom('facilityExtras')
    .where('classId', '=', of.classId)
    .where('retiredAt', 'is', null)
    .select(['id', 'name'])
    .execute()
  const isKept = (extra: ExtraForm) =>
    named.some(({ id, name }) => id === extra.id && name === extra.name)
  const kept = extras.filter(isKept).flatMap(({ id }) => id ?? [])
  await tx
    .updateTable('facilityExtras')
    .where('classId', '=', of.classId)
    .where('retiredAt', 'is', null)
    .where(sql<boolean>`id <> all(${kept}::uuid[])`)
    .set((eb) => ({ retiredAt: eb.fn<Date>('now'), updatedAt: eb.fn<Date>('now') }))
    .execute()
  for (const [place, { id, ...extra }] of extras.entries()) {
    if (id === undefined || !kept.includes(id))
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
