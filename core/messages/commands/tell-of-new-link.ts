import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { Tx } from '#core/shared/db.ts'
import { queueMessage } from './queue-message.ts'

/**
 * Queues the link that has replaced the previous ones. It has separate limits: the old links no longer work, so it must not
 * wait for a mail budget. It counts towards the budgets.
 */
export async function tellOfNewLink(
  tx: Tx,
  { eventId, purchaseId }: { eventId: string; purchaseId: string },
): Promise<void> {
  const purchase = await findPurchaseDetails(tx, purchaseId)
  const address = purchase?.customerAddresses[0]
  if (!purchase || address === undefined) return
  await queueMessage(tx, {
    eventId,
    audience: 'customer',
    kind: 'booking.new_link',
    address,
    otherwise: '',
    language: purchase.language,
    vendorId: purchase.vendorId,
    purchaseId,
    facts: { purchaseId },
  })
}
