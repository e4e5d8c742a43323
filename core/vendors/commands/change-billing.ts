import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import type { BillingForm } from '../schema.ts'

export type BillingChanged = { ok: true } | Changed<BillingForm>

const columns = ['paymentNote', 'postalAddress', 'taxLine'] as const

export function findBilling(db: Db, vendorId: VendorId): Promise<BillingForm> {
  return db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(columns)
    .executeTakeFirstOrThrow()
}

/** What customers read of how to pay, and what stands on their receipts. */
export async function changeBilling(
  db: Db,
  vendorId: VendorId,
  typed: BillingForm,
  version: Version = null,
): Promise<BillingChanged> {
  return db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('vendors')
      .where('id', '=', vendorId)
      .select(columns)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const changed = changedSince(version, current, typed)
    if (changed) return changed
    await tx
      .updateTable('vendors')
      .set((eb) => ({ ...typed, updatedAt: eb.fn<Date>('now') }))
      .where('id', '=', vendorId)
      .execute()
    return { ok: true }
  })
}
