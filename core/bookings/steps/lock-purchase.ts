import type { Tx } from '#core/shared/db.ts'

/**
 * Locks a purchase: its name, contact and link. They belong to all of its bookings, and some of those may be in sessions
 * that the caller has not locked.
 */
export async function lockPurchase(tx: Tx, purchaseId: string): Promise<void> {
  await tx
    .selectFrom('purchases')
    .where('id', '=', purchaseId)
    .select('id')
    // FOR UPDATE would stop everything that adds a row about the purchase.
    .forNoKeyUpdate()
    .execute()
}

/** Locks the purchases of these bookings, by ascending id. */
export async function lockPurchasesOf(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await tx
    .selectFrom('purchases')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('bookings')
        .where('id', 'in', [...bookingIds])
        .select('purchaseId'),
    )
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
}
