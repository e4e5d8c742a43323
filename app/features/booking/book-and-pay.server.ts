import {
  type BookedFromForm,
  bookFromForm,
  type BookFromForm,
} from '#core/bookings/commands/book-from-form.ts'
import { paysFirst } from '#core/bookings/rules/waiting.ts'
import { letGo, openHold } from '#core/cards/commands/pay.ts'
import { findHold } from '#core/cards/queries.ts'
import type { PayWay } from '#core/classes/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** `payAt`: the page of Stripe where what was booked is paid; null: there is nothing to pay now, or the page of the booking says more. */
export type BookedToPay =
  | (Extract<BookedFromForm, { ok: true }> & { isOwn: boolean; payAt: string | null })
  | Extract<BookedFromForm, { ok: false }>
  | {
      ok: false
      reason: 'cards_off'
      spotsLeft: 0
      retryAfterSeconds: 0
      earlier: null
      again: number
    }

type Who = {
  /** whose class it is, and where its customers pay: asked only if something is to be paid now */
  findClass: () => Promise<{ vendorId: VendorId; pays: PayWay } | null>
  /** a cookie shows that it is the device that has booked before */
  isOwn: boolean
}

/**
 * Books what a public form says, and finds where it is paid. The same form again leads to the payment of what it holds; a hold
 * that is over by now is booked again.
 */
export async function bookAndPay(
  deps: Deps,
  form: BookFromForm,
  { findClass, isOwn }: Who,
): Promise<BookedToPay> {
  let isAgain = false
  for (;;) {
    const booked = await bookFromForm(deps, form)
    if (!booked.ok) return booked
    const { purchase, replayed } = booked
    const done = { ...booked, isOwn: isOwn || !replayed, payAt: null }
    if (!done.isOwn || !purchase.spots.some(paysFirst)) return done
    const of = await findClass()
    if (of === null) return done
    const held = { vendorId: of.vendorId, purchaseId: purchase.purchaseId }
    // What the vendor has confirmed is paid from the page of the booking.
    if ((await findHold(deps.db, held)) === null) return done
    if (replayed && of.pays === 'choice' && !form.wantsCard && !isAgain) {
      // Who was at the card payment has chosen to pay at the studio.
      const { purchaseId: id, tokenRotation } = purchase
      const link = { id, tokenRotation, isReadOnly: false, issuedBy: null } as const
      const left = await letGo(deps, { ...link, vendorId: of.vendorId })
      if (!left.ok || left.paid) return done
      isAgain = true
      continue
    }
    const paying = await openHold(deps, held)
    if (paying.ok) return { ...done, payAt: paying.to }
    if (paying.reason !== 'over') return done
    if (!replayed || isAgain)
      return {
        ok: false,
        reason: 'cards_off',
        spotsLeft: 0,
        retryAfterSeconds: 0,
        earlier: null,
        again: form.again,
      }
    isAgain = true
  }
}
