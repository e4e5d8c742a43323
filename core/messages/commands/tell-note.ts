import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Writer } from '../templates/define-letter.ts'
import { isNeutral } from '../templates/neutral-words.ts'
import { toChatOf, toCustomerOf } from './readers.ts'
import { tell } from './tell.ts'

type Note = {
  eventId: string
  purchaseId: string
  batchId: string
  text: string
}

/**
 * Queues what the vendor wrote to the customer of a purchase. A vendor that is not proven sends no words of its own by our
 * mail: the person is listed as not reached, with the text, and the vendor sends it from its own phone.
 */
export async function tellNote(
  tx: Tx,
  deps: Writer,
  { eventId, purchaseId, batchId, text }: Note,
): Promise<void> {
  const purchase = await findPurchaseDetails(tx, purchaseId)
  if (!purchase) return
  const { reference, vendorId } = purchase
  const neutral = await isNeutral({ ...deps, db: tx }, { audience: 'customer', vendorId })
  const vendor = { name: purchase.vendorName, email: purchase.contactEmail }
  const note = {
    kind: 'booking.note' as const,
    facts: { by: 'vendor' as const, batchId, text, purchaseId, reference, vendor },
  }
  const reachable = neutral ? { ...purchase, customerAddresses: [], linkedChat: null } : purchase
  await tell(tx, eventId, toCustomerOf(reachable, note))
  await tell(tx, eventId, toChatOf(reachable, note))
}
