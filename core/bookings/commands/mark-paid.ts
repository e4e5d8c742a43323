import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { emit } from '#core/events/emit.ts'
import { payerOf } from '#core/money/queries.ts'
import type { DeskMethod } from '#core/money/rules.ts'
import { recordMoney } from '#core/money/steps/record.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'
import { type Editable, findEditable } from '../queries/editable-booking.ts'
import { spotVersion, type VersionedSpot } from '../rules/spot-version.ts'
import { holdsSeat, isPending } from '../rules/status.ts'
import { lockPurchasesOf } from '../steps/lock-purchase.ts'

type Member = { vendorId: VendorId; userId: string }

export type PaymentMarked =
  /** `bundleMinor`: what was recorded now for a bundle */
  | { ok: true; bundleMinor?: number | undefined }
  | { ok: false; reason: 'not_found' | 'changed' | 'paid_nothing' | 'busy' }

/**
 * Records that the whole price was paid: of the booking, or of the bundle that pays for it. More that was paid stays, and so
 * does a refund that somebody has recorded since the page was opened.
 */
export function markPaid(
  db: Db,
  member: Member,
  spot: VersionedSpot,
  method: DeskMethod = 'cash',
): Promise<PaymentMarked> {
  return settle<PaymentMarked>(db, async (tx) => {
    const booking = await findLocked(tx, member, spot)
    if ('reason' in booking) return booking
    const { owedMinor, state, payableMinor } = booking
    // The button was pressed twice, or a colleague was faster.
    if (owedMinor === 0 && (state === 'paid' || payableMinor === 0)) return { ok: true }
    // What is held for a payment by card is confirmed by that, or by hand.
    const isHeld = isPending(booking.status) && booking.waitsFor === 'payment'
    if (isHeld || hasChanged(booking, spot, 'paid') || state === 'refunded')
      return { ok: false, reason: 'changed' }
    if (owedMinor === 0) return { ok: false, reason: 'paid_nothing' }
    return record(tx, member, booking, { kind: 'paid', method })
  })
}

/** Records that what is to be given back for a booking was given back. */
export function markRefunded(db: Db, member: Member, spot: VersionedSpot): Promise<PaymentMarked> {
  return settle<PaymentMarked>(db, async (tx) => {
    const booking = await findLocked(tx, member, spot)
    if ('reason' in booking) return booking
    // A bundle has the payment of its spots, and its own page to refund it.
    if (booking.passId !== null) return { ok: false, reason: 'changed' }
    if (booking.giveBackMinor === 0 && booking.state === 'refunded') return { ok: true }
    if (hasChanged(booking, spot, 'refunded') || booking.giveBackMinor === 0)
      return { ok: false, reason: 'changed' }
    return record(tx, member, booking, { kind: 'refunded', method: 'cash' })
  })
}

/** Locks the booking's session and its purchase, as everything that ends the booking does. */
async function findLocked(
  tx: Tx,
  { vendorId }: Member,
  { bookingId }: VersionedSpot,
): Promise<Editable | Extract<PaymentMarked, { ok: false }>> {
  const own = { vendorId, bookingId }
  if (!(await findEditable(tx, own))) return { ok: false, reason: 'not_found' }
  await lockSessionsOf(tx, [bookingId])
  await lockPurchasesOf(tx, [bookingId])
  return (await findEditable(tx, own)) ?? { ok: false, reason: 'not_found' }
}

/** Money is never recorded by a page that does not say what it showed. */
function hasChanged(
  { sessionId, status, paidMinor, owedMinor, giveBackMinor }: Editable,
  { version }: VersionedSpot,
  step: 'paid' | 'refunded',
): boolean {
  const money = { paidMinor, owedMinor, ...(step === 'refunded' && { giveBackMinor }) }
  return version !== spotVersion({ sessionId, isHeld: holdsSeat(status), money })
}

async function record(
  tx: Tx,
  { vendorId, userId }: Member,
  booking: Editable,
  { kind, method }: { kind: 'paid' | 'refunded'; method: DeskMethod },
): Promise<PaymentMarked> {
  const { currency, owedMinor, giveBackMinor } = booking
  await recordMoney(tx, [
    {
      vendorId,
      payer: payerOf(booking),
      kind,
      amountMinor: kind === 'paid' ? owedMinor : giveBackMinor,
      currency,
      method,
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
  return { ok: true, bundleMinor: booking.passId === null ? undefined : owedMinor }
}
