import { sql } from 'kysely'
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

/** Lays the granted months of a vendor again, after any change of what runs before them. The vendor is locked. */
export async function requeueGrants(tx: Tx, vendorId: VendorId): Promise<void> {
  await sql`select requeue_grants(${vendorId})`.execute(tx)
}
