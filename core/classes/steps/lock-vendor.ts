import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** Locks the vendor against another time zone or currency, which would leave what this transaction writes in the old one. */
export async function lockVendor(
  tx: Tx,
  vendorId: VendorId,
): Promise<{ timeZone: string; currency: string }> {
  return tx
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(['timeZone', 'currency'])
    .forShare()
    .executeTakeFirstOrThrow()
}
