import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** The vendor has copied its link, or says that it has shared it. */
export async function markLinkShared(db: Db, vendorId: VendorId): Promise<{ ok: true }> {
  await db
    .updateTable('vendors')
    .set((eb) => ({ linkSharedAt: eb.fn<Date>('now') }))
    .where('id', '=', vendorId)
    .where('linkSharedAt', 'is', null)
    .execute()
  return { ok: true }
}

/** Puts the first steps on the overview away for good. */
export async function hideFirstSteps(db: Db, vendorId: VendorId): Promise<{ ok: true }> {
  await db
    .updateTable('vendors')
    .set((eb) => ({ firstStepsHiddenAt: eb.fn<Date>('now') }))
    .where('id', '=', vendorId)
    .execute()
  return { ok: true }
}
