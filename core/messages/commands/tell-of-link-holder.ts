import { sql } from 'kysely'
import { findPurchaseDetails } from '#core/bookings/queries/purchase-details.ts'
import type { Holder, LeftSpot } from '#core/events/catalogue.ts'
import type { Tx } from '#core/shared/db.ts'
import { isUpcoming } from '../queries/upcoming.ts'
import { queueMessage } from './queue-message.ts'
import { tellOfPurchase } from './tell-of-purchase.ts'

export type LinkHolderChanged = {
  eventId: string
  /** the link has changed, or the present one was sent again */
  why: 'changed' | 'resent'
  groupId: string
  former?: { holder: Holder; bookingIds: string[]; left?: LeftSpot | undefined } | undefined
}

/** For the former holder the spots are cancelled; the new one gets the link. */
export async function tellOfLinkHolder(
  tx: Tx,
  { eventId, why, groupId, former }: LinkHolderChanged,
): Promise<void> {
  if (former)
    await tellOfPurchase(tx, {
      ...former,
      eventId,
      groupId,
      kind: 'booking.cancelled',
      by: 'vendor',
      late: false,
      before: null,
    })
  const purchase = await findPurchaseDetails(tx, groupId)
  if (!purchase || !(await isUpcoming(tx, groupId))) return
  const {
    customerEmail: email,
    customerPhone,
    reference,
    language,
    vendorId,
    tokenRotation,
  } = purchase
  // Several edits may be handled at once, and each would send the link of today.
  const queued =
    why === 'changed' &&
    (await tx
      .selectFrom('messages')
      .where('groupId', '=', groupId)
      .where('kind', '=', 'booking.links')
      .where('status', '=', 'queued')
      .where('recipient', '=', email ?? '')
      .where(sql<boolean>`facts->>'tokenRotation' = ${String(tokenRotation)}`)
      .select('id')
      .executeTakeFirst())
  if (queued) return
  await queueMessage(tx, {
    eventId,
    audience: 'customer',
    kind: 'booking.links',
    email,
    otherwise: customerPhone ?? reference,
    language,
    vendorId,
    groupId,
    // Says whose it was, also after the address was corrected and the purchase given to somebody else.
    facts: { contact: email ?? undefined, tokenRotation, why },
  })
}
