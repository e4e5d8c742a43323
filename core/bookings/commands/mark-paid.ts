import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { emit } from '#core/events/emit.ts'
import { payerOf } from '#core/money/queries.ts'
import { recordMoney } from '#core/money/steps/record.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'
import { type Editable, findEditable } from '../queries/editable-booking.ts'
import type { ShownSpot } from '../rules/seen.ts'
import { holdsSeat } from '../rules/status.ts'
import { lockPurchasesOf } from '../steps/lock-purchase.ts'
import { type EndedSince, hasChangedSinceShown } from '../steps/shown-spots.ts'

type Member = { vendorId: VendorId; userId: string }

export type PaymentMarked =
  | { ok: true }
  | { ok: false; reason: 'not_found' | 'changed' | 'paid_nothing' | 'busy' }
  | EndedSince

/**
 * Records that the whole price was paid: of the booking, or of the bundle that pays for it. More that was paid stays, and so
 * does a refund that somebody has recorded since the page was opened. If it showed other payments, or another amount that is
 * owed, it has to ask again.
 */
export function markPaid(db: Db, member: Member, spot: ShownSpot): Promise<PaymentMarked> {
  return settle<PaymentMarked>(db, async (tx) => {
    const booking = await findLocked(tx, member, spot)
    if ('reason' in booking) return booking
    const { owedMinor, state } = booking
    if (state === 'refunded') return { ok: false, reason: 'changed' }
    if (owedMinor === 0)
      return state === 'paid' || booking.payableMinor === 0
        ? { ok: true }
        : { ok: false, reason: 'paid_nothing' }
    // A bundle that was ended since then costs less: the vendor has taken what the page said.
    if (spot.dueMinor !== undefined && spot.dueMinor !== owedMinor)
      return { ok: false, reason: 'changed' }
    return record(tx, member, { booking, spot }, 'paid')
  })
}

/** Records that what is to be given back for a booking was given back. */
export function markRefunded(db: Db, member: Member, spot: ShownSpot): Promise<PaymentMarked> {
  return settle<PaymentMarked>(db, async (tx) => {
    const booking = await findLocked(tx, member, spot)
    if ('reason' in booking) return booking
    // A bundle has the payment of its spots, and its own page to refund it.
    if (booking.passId !== null) return { ok: false, reason: 'changed' }
    if (booking.giveBackMinor === 0)
      return booking.state === 'refunded' ? { ok: true } : { ok: false, reason: 'changed' }
    return record(tx, member, { booking, spot }, 'refunded')
  })
}

/** Locks the booking's session and its purchase, as everything that ends the booking does. */
async function findLocked(
  tx: Tx,
  { vendorId }: Member,
  spot: ShownSpot,
): Promise<Editable | Extract<PaymentMarked, { ok: false }>> {
  const { bookingId } = spot
  const own = { vendorId, bookingId }
  if (!(await findEditable(tx, own))) return { ok: false, reason: 'not_found' }
  await lockSessionsOf(tx, [bookingId])
  await lockPurchasesOf(tx, [bookingId])
  const booking = await findEditable(tx, own)
  if (!booking) return { ok: false, reason: 'not_found' }
  if (spot.isHeld === true && !holdsSeat(booking.status))
    return { ok: false, reason: 'ended_since', by: booking.endedBy }
  if (await hasChangedSinceShown(tx, [bookingId], [spot])) return { ok: false, reason: 'changed' }
  return booking
}

/** The page showed how much was paid: with other payments it has to ask again. */
async function record(
  tx: Tx,
  { vendorId, userId }: Member,
  { booking, spot }: { booking: Editable; spot: ShownSpot },
  kind: 'paid' | 'refunded',
): Promise<PaymentMarked> {
  if (spot.paidMinor !== booking.paidMinor) return { ok: false, reason: 'changed' }
  const { currency, owedMinor, giveBackMinor } = booking
  await recordMoney(tx, [
    {
      vendorId,
      payer: payerOf(booking),
      kind,
      amountMinor: kind === 'paid' ? owedMinor : giveBackMinor,
      currency,
      method: 'cash',
      recordedBy: userId,
    },
  ])
  // A payment that the vendor notes is no news to who has paid.
  if (kind === 'refunded')
    await emit(tx, 'booking.changed', {
      purchaseId: booking.purchaseId,
      bookingIds: [booking.id],
    })
  await writeAudit(tx, {
    vendorId,
    userId,
    action: 'payment.corrected',
    subject: ['booking', booking.id],
    details: {
      from: booking.paidMinor,
      to: booking.paidMinor + (kind === 'paid' ? owedMinor : -giveBackMinor),
      currency,
    },
  })
  return { ok: true }
}
