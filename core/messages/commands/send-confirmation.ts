import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { findEditable } from '#core/bookings/queries/editable-booking.ts'
import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { isUpcoming } from '../queries/upcoming.ts'
import { tellLink } from './tell-link.ts'

export type ConfirmationSent =
  | { ok: true; channel: 'email' | 'telegram' }
  | {
      ok: false
      reason:
        | 'not_found'
        /** nothing can be written to, or nothing is left to confirm */
        | 'cannot_send'
        | 'not_delivered'
        /** the worker has not come to it yet */
        | 'on_its_way'
        | 'rate_limited'
    }

const waitMs = 6000
const lookAgainMs = 150

/**
 * The vendor sends a customer the confirmation with the link, and waits for what becomes of it. It goes the way of all messages:
 * the worker sends it.
 */
export async function sendConfirmation(
  deps: Deps,
  { vendorId, bookingId }: { vendorId: VendorId; bookingId: string },
): Promise<ConfirmationSent> {
  const booking = await findEditable(deps.db, { vendorId, bookingId })
  const purchase = booking && (await findPurchaseDetails(deps.db, booking.purchaseId))
  if (!purchase) return { ok: false, reason: 'not_found' }
  const isSent = purchase.customerAddresses.length > 0 && (await isUpcoming(deps.db, purchase.id))
  if (!isSent) return { ok: false, reason: 'cannot_send' }
  if (!(await deps.limits.messagedPerVendor.take(vendorId)).ok)
    return { ok: false, reason: 'rate_limited' }
  const eventId = randomUUID()
  await deps.db
    .transaction()
    .execute((tx) => tellLink(tx, { eventId, why: 'resent', purchaseId: purchase.id }))
  const end = Date.now() + waitMs
  while (Date.now() < end) {
    const message = await findMessage(deps.db, eventId)
    if (message?.status === 'sent' && message.channel !== 'none')
      return { ok: true, channel: message.channel }
    if (!message || message.status === 'failed' || message.status === 'no_channel')
      return { ok: false, reason: 'not_delivered' }
    await pause(lookAgainMs)
  }
  return { ok: false, reason: 'on_its_way' }
}

const findMessage = (db: Db, eventId: string) =>
  db
    .selectFrom('messages')
    .where('eventId', '=', eventId)
    .select(['status', 'channel'])
    .executeTakeFirst()
