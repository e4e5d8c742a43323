import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'
import { type Editable, findEditable } from '../queries/editable-booking.ts'
import { findOwnBooking } from '../queries/own-bookings.ts'
import { holdsSeat, type ShownSpot } from '../rules.ts'
import { lockPurchasesOf } from '../steps/lock-purchase.ts'
import { type EndedSince, hasChangedSinceShown } from '../steps/shown-spots.ts'
import { writePayment } from '../steps/write-payment.ts'

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
    if (booking.paymentStatus === 'refunded') return { ok: false, reason: 'changed' }
    const paidMinor = await wholePrice(tx, member, booking)
    if (paidMinor === 0 && booking.payableMinor > 0 && !isRecorded(booking, 'paid', paidMinor))
      return { ok: false, reason: 'paid_nothing' }
    const dueMinor = paidMinor - booking.paidMinor
    // A bundle that was ended since then costs less: the vendor has taken what the page said.
    if (spot.dueMinor !== undefined && spot.dueMinor !== dueMinor && dueMinor !== 0)
      return { ok: false, reason: 'changed' }
    return record(tx, member, { booking, spot }, { status: 'paid', paidMinor })
  })
}

/** Records that all money for a booking that ended was given back. */
export function markRefunded(db: Db, member: Member, spot: ShownSpot): Promise<PaymentMarked> {
  return settle<PaymentMarked>(db, async (tx) => {
    const booking = await findLocked(tx, member, spot)
    if ('reason' in booking) return booking
    // A bundle has the payment of its spots, and its own page to refund it.
    if (booking.passId !== null) return { ok: false, reason: 'changed' }
    return record(tx, member, { booking, spot }, { status: 'refunded', paidMinor: 0 })
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

async function wholePrice(tx: Tx, { vendorId }: Member, booking: Editable): Promise<number> {
  const { id, passId, priceMinor, paidMinor } = booking
  if (passId === null) return Math.max(priceMinor, paidMinor)
  const { bundle } = (await findOwnBooking(tx, { vendorId, bookingId: id })) ?? {}
  return paidMinor + Math.max(0, bundle?.owedMinor ?? 0)
}

type Payment = { status: 'paid' | 'refunded'; paidMinor: number }

const isRecorded = (booking: Editable, status: Payment['status'], paidMinor: number) =>
  booking.paymentStatus === status && booking.paidMinor === paidMinor

async function record(
  tx: Tx,
  member: Member,
  { booking, spot }: { booking: Editable; spot: ShownSpot },
  payment: Payment,
): Promise<PaymentMarked> {
  // If everything is recorded already, there is nothing to ask.
  if (isRecorded(booking, payment.status, payment.paidMinor)) return { ok: true }
  if (spot.paidMinor !== booking.paidMinor) return { ok: false, reason: 'changed' }
  await writePayment(tx, member, booking, payment)
  return { ok: true }
}
