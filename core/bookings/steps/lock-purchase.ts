import type { Tx } from '#core/shared/db.ts'

/**
 * Locks a purchase: its name, contact and link. They belong to all of its bookings, and some of those may be in sessions
 * that the caller has not locked.
 */
export async function lockPurchase(tx: Tx, groupId: string): Promise<void> {
  await tx
    .selectFrom('bookingGroups')
    .where('id', '=', groupId)
    .select('id')
    // FOR UPDATE would stop everything that adds a row about the purchase.
    .forNoKeyUpdate()
    .execute()
}
