import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Writer } from '../templates/define-letter.ts'
import { isNeutral } from '../templates/neutral-words.ts'
import { queueMessage } from './queue-message.ts'

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
  const { customerPhone, reference, vendorId } = purchase
  const neutral = await isNeutral({ ...deps, db: tx }, { audience: 'customer', vendorId })
  const note = {
    eventId,
    kind: 'booking.note' as const,
    otherwise: customerPhone ?? reference,
    language: purchase.language,
    vendorId,
    purchaseId,
    facts: {
      by: 'vendor' as const,
      batchId,
      text,
      purchaseId,
      reference,
      vendor: { name: purchase.vendorName, email: purchase.contactEmail },
    },
  }
  const address = neutral ? null : (purchase.customerAddresses[0] ?? null)
  await queueMessage(tx, { ...note, audience: 'customer', address })
  if (purchase.linkedChat !== null && !neutral)
    await queueMessage(tx, { ...note, audience: 'chat', address: purchase.linkedChat })
}
