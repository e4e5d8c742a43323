import { sql } from 'kysely'
import { findEditable } from '#core/bookings/queries/editable-booking.ts'
import { lockPurchase } from '#core/bookings/steps/lock-purchase.ts'
import { emit } from '#core/events/emit.ts'
import { refundCards } from '#core/money/steps/record.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle, StartOver } from '#core/shared/settle.ts'

type Asked = {
  bookingId: string
  /** in minor units */
  amountMinor: number
  /** what could go back when the page was shown: the same form sent twice gives back once */
  seenMinor: number
  /** in which the amount was read */
  currency: string
}

export type RefundAsked =
  | { ok: true; minor: number; currency: string }
  | { ok: false; reason: 'not_found' | 'too_much' | 'uneven' | 'changed' | 'busy' }

/**
 * The vendor gives back any part of what was paid by card for a booking, or for the bundle that pays for it, to the cards that
 * paid, also if somebody else has the spot now. The worker asks Stripe.
 */
export function refundByVendor(
  db: Db,
  { vendorId, userId }: { vendorId: VendorId; userId: string },
  { bookingId, amountMinor, seenMinor, currency }: Asked,
): Promise<RefundAsked> {
  return settle<RefundAsked>(db, async (tx) => {
    const named = await findEditable(tx, { vendorId, bookingId })
    if (!named) return { ok: false, reason: 'not_found' }
    await lockSessionsOf(tx, [bookingId])
    await lockPurchase(tx, named.purchaseId)
    const booking = await findEditable(tx, { vendorId, bookingId })
    if (booking?.purchaseId !== named.purchaseId) throw new StartOver()
    if (booking.cardMinor !== seenMinor || booking.currency !== currency)
      return { ok: false, reason: 'changed' }
    if (amountMinor > booking.cardMinor) return { ok: false, reason: 'too_much' }
    const { rows } = await sql<{ unit: number }>`
      select card_unit(${currency})::integer as unit`.execute(tx)
    if (amountMinor % (rows[0]?.unit ?? 1) !== 0) return { ok: false, reason: 'uneven' }
    await refundCards(tx, vendorId, {
      ...(booking.passId === null ? { bookingIds: [bookingId] } : { passIds: [booking.passId] }),
      askedMinor: amountMinor,
    })
    await emit(tx, 'booking.changed', {
      purchaseId: booking.purchaseId,
      bookingIds: [bookingId],
    })
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'payment.refunded',
      subject: ['booking', bookingId],
      details: { minor: amountMinor, currency: booking.currency },
    })
    return { ok: true, minor: amountMinor, currency: booking.currency }
  })
}
