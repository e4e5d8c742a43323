import { writeAudit } from '#core/shared/audit.ts'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Editable, paidForSpot } from '../queries/editable-booking.ts'
import type { EditPlan } from './plan-edit.ts'

type Member = { vendorId: VendorId; userId: string }
type Paid = Pick<Editable, 'id' | 'passId' | 'currency'>

/** Records what the vendor says was paid; a null amount: only the status. The booking and its purchase are locked. */
export async function writePayment(
  tx: Tx,
  member: Member,
  booking: Paid,
  { status, paidMinor }: NonNullable<EditPlan['payment']>,
): Promise<void> {
  const { id, passId } = booking
  // For a date of a bundle, the payment belongs to the bundle.
  if (passId === null)
    await tx.updateTable('bookings').set({ paymentStatus: status }).where('id', '=', id).execute()
  else
    await tx.updateTable('passes').set({ paymentStatus: status }).where('id', '=', passId).execute()
  if (paidMinor !== null) await correctPayment(tx, member, booking, paidMinor)
}

/** The amount paid is the sum of the payments, so a different amount adds a correction, which is logged. */
async function correctPayment(
  tx: Tx,
  member: Member,
  booking: Paid,
  toMinor: number,
): Promise<void> {
  // The end of the spot may have reversed an automatic payment.
  const { paid } = await tx
    .selectFrom('bookings as b')
    .where('b.id', '=', booking.id)
    .select(paidForSpot.as('paid'))
    .executeTakeFirstOrThrow()
  const fromMinor = Number(paid)
  if (toMinor === fromMinor) return
  await tx
    .insertInto('payments')
    .values({
      vendorId: member.vendorId,
      ...(booking.passId === null ? { bookingId: booking.id } : { passId: booking.passId }),
      amountMinor: toMinor - fromMinor,
      currency: booking.currency,
      method: 'correction',
      recordedBy: member.userId,
    })
    .execute()
  await writeAudit(tx, {
    ...member,
    action: 'payment.corrected',
    subject: ['booking', booking.id],
    details: { from: fromMinor, to: toMinor, currency: booking.currency },
  })
}
