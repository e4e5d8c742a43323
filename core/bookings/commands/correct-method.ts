import { sql } from 'kysely'
import type { DeskMethod } from '#core/money/rules.ts'
import { recordOtherMethod } from '#core/money/steps/record.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'
import { listNotedPayments, type NotedPayment } from '../queries/receipt.ts'
import { lockPurchasesOf } from '../steps/lock-purchase.ts'

export type MethodCorrected = { ok: true } | { ok: false; reason: 'not_found' | 'changed' | 'busy' }

/** What the button said of a payment, and how it was paid in truth. */
export type MethodAsked = Pick<NotedPayment, 'day' | 'method' | 'minor'> & { to: DeskMethod }

/** Records that what was noted for a purchase on one day came in another way. The sums stay as they are. */
export async function correctMethod(
  db: Db,
  { vendorId, userId }: { vendorId: VendorId; userId: string },
  bookingId: string,
  { day, method, minor, to }: MethodAsked,
): Promise<MethodCorrected> {
  if (!isId(bookingId)) return { ok: false, reason: 'not_found' }
  return settle<MethodCorrected>(db, async (tx) => {
    const { rows } = await sql`select from bookings
      where vendor_id = ${vendorId} and id = ${bookingId} and deleted_at is null`.execute(tx)
    if (rows.length === 0) return { ok: false, reason: 'not_found' }
    // As everything that records its money does.
    await lockPurchasesOf(tx, [bookingId])
    const noted = await listNotedPayments(tx, { vendorId, bookingId })
    const payment = noted.find((one) => one.day === day && one.method === method)
    // The button was pressed twice, or a colleague was faster.
    if (payment?.minor !== minor || to === method) return { ok: false, reason: 'changed' }
    await recordOtherMethod(tx, { vendorId, bookingId, day, from: method, to, recordedBy: userId })
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'payment.method_corrected',
      subject: ['booking', bookingId],
      details: { from: method, to, day, amount: minor, currency: payment.currency },
    })
    return { ok: true }
  })
}
