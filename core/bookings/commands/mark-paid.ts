import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { editFields, findEditable } from '../queries/editable-booking.ts'
import { findOwnBooking } from '../queries/own-bookings.ts'
import type { ShownSpot } from '../rules.ts'
import type { EditBookingForm } from '../schema.ts'
import { hasChangedSinceShown } from '../steps/shown-spots.ts'
import { type BookingEdited, editBooking } from './edit-booking.ts'

/**
 * Records that the whole price was paid: of the booking, or of the bundle that pays for it. More that was paid stays, and so
 * does a refund that somebody has recorded since the page was opened. If it showed other payments, it has to ask again.
 */
export async function markPaid(
  db: Db,
  member: { vendorId: VendorId; userId: string },
  spot: ShownSpot,
): Promise<BookingEdited> {
  const { bookingId } = spot
  const of = { vendorId: member.vendorId, bookingId }
  const [editable, booking] = await Promise.all([findEditable(db, of), findOwnBooking(db, of)])
  if (!editable || !booking) return { ok: false, reason: 'not_found' }
  const isOther = await db
    .transaction()
    .execute((tx) => hasChangedSinceShown(tx, [bookingId], [spot]))
  if (isOther || editable.paymentStatus === 'refunded') return { ok: false, reason: 'changed' }
  const shown = editFields(editable)
  const { bundle, priceMinor } = booking
  const amountPaidMinor =
    bundle === null
      ? Math.max(priceMinor, shown.amountPaidMinor)
      : shown.amountPaidMinor + Math.max(0, bundle.owedMinor)
  const typed = { ...shown, paymentStatus: 'paid' as const, amountPaidMinor }
  if (hasOtherPayments(spot, { shown, typed })) return { ok: false, reason: 'changed' }
  return editBooking(db, member, bookingId, { shown, typed })
}

/** Records that all money for a booking that ended was given back. */
export async function markRefunded(
  db: Db,
  member: { vendorId: VendorId; userId: string },
  spot: ShownSpot,
): Promise<BookingEdited> {
  const { bookingId } = spot
  const editable = await findEditable(db, { vendorId: member.vendorId, bookingId })
  if (!editable) return { ok: false, reason: 'not_found' }
  // A bundle has the payment of its spots, and its own page to refund it.
  if (editable.entitlementId !== null) return { ok: false, reason: 'changed' }
  const shown = editFields(editable)
  const typed = { ...shown, paymentStatus: 'refunded' as const, amountPaidMinor: 0 }
  if (hasOtherPayments(spot, { shown, typed })) return { ok: false, reason: 'changed' }
  return editBooking(db, member, bookingId, { shown, typed })
}

type Money = Pick<EditBookingForm, 'paymentStatus' | 'amountPaidMinor'>

/** Whether other payments are recorded than the page showed. If everything is recorded already, there is nothing to ask. */
function hasOtherPayments(
  { paidMinor }: ShownSpot,
  { shown, typed }: { shown: Money; typed: Money },
): boolean {
  const isDone =
    shown.paymentStatus === typed.paymentStatus && shown.amountPaidMinor === typed.amountPaidMinor
  return !isDone && paidMinor !== shown.amountPaidMinor
}
