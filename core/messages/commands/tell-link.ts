import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { Tx } from '#core/shared/db.ts'
import { isUpcoming } from '../queries/upcoming.ts'
import { toCustomerOf } from './readers.ts'
import { tell, unlessWaiting } from './tell.ts'

/** Queues the present link of a purchase that is not over: it has changed, or the vendor sends it again. */
export async function tellLink(
  tx: Tx,
  { eventId, why, purchaseId }: { eventId: string; why: 'changed' | 'resent'; purchaseId: string },
): Promise<void> {
  const purchase = await findPurchaseDetails(tx, purchaseId)
  if (!purchase || !(await isUpcoming(tx, purchaseId))) return
  const links = toCustomerOf(purchase, { kind: 'booking.links', facts: { why } })
  // A corrected address changes several purchases, and one mail has all of their links.
  await tell(tx, eventId, why === 'changed' ? unlessWaiting(links) : links)
}
