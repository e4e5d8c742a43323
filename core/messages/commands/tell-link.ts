import { sql } from 'kysely'
import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { Tx } from '#core/shared/db.ts'
import { isUpcoming } from '../queries/upcoming.ts'
import { queueMessage } from './queue-message.ts'

/** Queues the present link of a purchase that is not over: it has changed, or the vendor sends it again. */
export async function tellLink(
  tx: Tx,
  { eventId, why, purchaseId }: { eventId: string; why: 'changed' | 'resent'; purchaseId: string },
): Promise<void> {
  const purchase = await findPurchaseDetails(tx, purchaseId)
  if (!purchase || !(await isUpcoming(tx, purchaseId))) return
  const { customerPhone, reference, language, vendorId } = purchase
  const address = purchase.customerAddresses[0] ?? null
  // A corrected address changes several purchases, and one mail has all of their links.
  const queued =
    why === 'changed' &&
    (await tx
      .selectFrom('messages')
      .where('vendorId', '=', vendorId)
      .where('kind', '=', 'booking.links')
      .where('status', '=', 'queued')
      // One that is on its way may have been written before.
      .where('attempts', '=', 0)
      .where('recipient', '=', address ?? '')
      .where(sql<boolean>`facts->>'why' = 'changed'`)
      .select('id')
      .executeTakeFirst())
  if (queued) return
  await queueMessage(tx, {
    eventId,
    audience: 'customer',
    kind: 'booking.links',
    address,
    otherwise: customerPhone ?? reference,
    language,
    vendorId,
    purchaseId,
    facts: { why },
  })
}
