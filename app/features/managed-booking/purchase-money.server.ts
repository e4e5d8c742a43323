import { firstExpiry, paysFirst } from '#core/bookings/rules/waiting.ts'
import { findHold, listPayable } from '#core/cards/queries.ts'
import { findPaymentNote } from '#core/bookings/queries/payment-note.ts'
import { hasReceipt } from '#core/bookings/queries/receipt.ts'
import type { PlanDeps } from '#core/plans/queries.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type ManagedPurchase, type PurchaseMoney, spotsOf } from './managed.ts'

type Asked = {
  vendorId: VendorId
  purchaseId: string
  purchase: ManagedPurchase
  /** what is owed for its bundles */
  owedForPasses: number
  isReadOnly: boolean
  /** others may see the link */
  isShown: boolean
}

/** What is held, owed and paid; only what can be there is looked up. */
export async function purchaseMoney(deps: PlanDeps, asked: Asked): Promise<PurchaseMoney> {
  const { purchase, owedForPasses, isReadOnly, isShown, ...of } = asked
  const spots = spotsOf(purchase)
  const waiting = spots.filter(paysFirst)
  const owes =
    waiting.length > 0 ||
    owedForPasses > 0 ||
    purchase.sessions.some(({ owedMinor }) => owedMinor > 0)
  const [hold, payable, note, receipt] = await Promise.all([
    waiting.length > 0 ? findHold(deps.db, of) : null,
    owes && !isReadOnly ? listPayable(deps, of) : [],
    owes && !isReadOnly ? findPaymentNote(deps, of) : null,
    !isShown && hasReceipt(deps, of),
  ])
  const [first] = payable
  return {
    hold: hold && {
      until: hold.holdUntil,
      isOver: hold.isOver,
      minor: hold.amountMinor,
      currency: hold.currency,
    },
    owed: first
      ? {
          minor: payable.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
          currency: first.currency,
          until: hold === null ? firstExpiry(waiting) : null,
        }
      : null,
    note,
    hasReceipt: receipt,
  }
}
