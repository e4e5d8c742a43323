import { emit } from '#core/events/emit.ts'
import { payerOf, readMoney } from '#core/money/queries.ts'
import { beginAgain, recordMoney } from '#core/money/steps/record.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { Editable } from '../queries/editable-booking.ts'
import { bookSettled } from './book-waiting.ts'
import type { EditPlan } from './plan-edit.ts'

type Member = { vendorId: VendorId; userId: string }
type Paid = Pick<Editable, 'id' | 'passId' | 'currency' | 'purchaseId'>

/**
 * Records what the vendor says of the money of a booking, or of the bundle that pays for it. Both are locked; the end of the
 * spot may have taken back an automatic payment just before.
 */
export async function writePayment(
  tx: Tx,
  member: Member,
  booking: Paid,
  { status, paidMinor }: NonNullable<EditPlan['payment']>,
): Promise<void> {
  const { vendorId, userId } = member
  const payer = payerOf(booking)
  const read = () => readMoney(tx, vendorId, payer)
  const row = { vendorId, payer, currency: booking.currency, recordedBy: userId }
  const correction = { ...row, method: 'correction' } as const
  const before = await read()
  const typed = paidMinor ?? before.paidMinor
  // A bundle that was withdrawn still costs the sessions that were taken.
  const isForSessionsTaken =
    booking.passId !== null && paidMinor === null && before.giveBackMinor > 0
  if (status === 'refunded') {
    // More than was known had been paid, and all of it was given back; less than that stays.
    const more = Math.max(0, typed - before.paidMinor)
    await recordMoney(tx, [
      { ...correction, amountMinor: more },
      {
        ...row,
        kind: 'refunded',
        method: 'cash',
        amountMinor: isForSessionsTaken
          ? before.giveBackMinor
          : before.paidMinor + more - (more > 0 || paidMinor === null ? 0 : typed),
      },
    ])
  } else await recordMoney(tx, [{ ...correction, amountMinor: typed - before.paidMinor }])
  if (status === 'pending') await beginAgain(tx, row)
  const { owedMinor: amountMinor, waivedMinor, dueMinor, paidMinor: paid } = await read()
  // Paid with an amount: the vendor asks for exactly that, also where nothing is owed before a confirmation.
  const waives =
    status === 'paid' && paidMinor !== null && dueMinor > 0
      ? Math.max(0, dueMinor - paid) - waivedMinor
      : 0
  if (status === 'failed') await recordMoney(tx, [{ ...correction, state: 'failed', amountMinor }])
  if (status === 'paid' && paidMinor === null)
    await recordMoney(tx, [{ ...row, method: 'cash', amountMinor }])
  await recordMoney(tx, [{ ...correction, kind: 'waived', amountMinor: waives }])
  // The dates of a bundle are booked by the next run of the job: their sessions are not locked here.
  if (booking.passId === null) await bookSettled(tx, { vendorId, bookingIds: [booking.id] })
  // What is asked for again has not been told as given back or waived.
  if (status === 'refunded' || status === 'pending' || waives !== 0)
    await emit(tx, 'booking.changed', {
      purchaseId: booking.purchaseId,
      bookingIds: [booking.id],
    })
  await writeAudit(tx, {
    ...member,
    action: 'payment.corrected',
    subject: ['booking', booking.id],
    details: { from: before.paidMinor, to: (await read()).paidMinor, currency: booking.currency },
  })
}
