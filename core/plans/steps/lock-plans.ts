import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/**
 * Locks the vendor's row, so that one after the other changes its plan or counts what the plan limits. Null: there is no
 * such vendor.
 */
export async function lockPlans(
  tx: Tx,
  vendorId: VendorId,
): Promise<{ timeZone: string; currency: string } | null> {
  const row = await tx
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(['timeZone', 'currency'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}
