import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

type Locked = { timeZone: string; currency: string }

/** Locks the vendor against another time zone or currency, which would leave what this transaction writes in the old one. */
export async function lockVendor(tx: Tx, vendorId: VendorId): Promise<Locked> {
  return locked(tx, vendorId).forShare().executeTakeFirstOrThrow()
}

/** The same, for a transaction that counts the vendor's classes, weekly times, sessions, bundles or pictures: another one that adds some waits. */
export async function lockVendorToCount(tx: Tx, vendorId: VendorId): Promise<Locked> {
  return locked(tx, vendorId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

const locked = (tx: Tx, vendorId: VendorId) =>
  tx.selectFrom('vendors').where('id', '=', vendorId).select(['timeZone', 'currency'])
