import { notFound } from '#app/http/managing.ts'
import { openReceipt } from '#core/bookings/commands/open-receipt.ts'
import type { OfPurchase, Receipt } from '#core/bookings/queries/receipt.ts'
import type { PlanDeps } from '#core/plans/queries.ts'
import { data } from 'react-router'

/** The receipt of a purchase, or the answer of a page that has none. */
export async function openedReceipt(deps: PlanDeps, of: OfPurchase): Promise<Receipt> {
  const opened = await openReceipt(deps, of)
  if (opened.ok) return opened.receipt
  throw opened.reason === 'busy'
    ? data(null, { status: 503, headers: { 'retry-after': '2' } })
    : notFound()
}
