import type { BookedFromForm } from '#core/bookings/commands/book-from-form.ts'
import { paysFirst } from '#core/bookings/rules/waiting.ts'
import { letGo, openHold } from '#core/cards/commands/pay.ts'
import { findHold } from '#core/cards/queries.ts'
import type { PayWay } from '#core/classes/rules.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'

type Done = Extract<BookedFromForm, { ok: true }>

/** The vendor's account takes no cards, and nothing was booked. */
type CardsOff = {
  ok: false
  reason: 'cards_off'
  spotsLeft: number
  taken: string[]
  retryAfterSeconds: number
  earlier: null
  again: number
}
const cardsOff: CardsOff = {
  ok: false,
  reason: 'cards_off',
  spotsLeft: 0,
  taken: [],
  retryAfterSeconds: 0,
  earlier: null,
  again: 0,
}

/** `payAt`: the page of Stripe where what was booked is paid; null: there is nothing to pay now, or the page of the booking says more. */
export type BookedToPay<Refused> =
  | (Done & { isOwn: boolean; payAt: string | null })
  | Refused
  | CardsOff

type Who<Refused> = {
  /** books what the form says, or finds what it has booked */
  book: () => Promise<Done | Refused>
  /** who sells it, and where it is paid: asked only if something is to be paid now */
  findOffer: () => Promise<{ vendorId: VendorId; pays: PayWay } | null>
  /** whether it could be booked now, but for its seats, which are held */
  mayBook: () => Promise<boolean>
  /** the customer's choice, where there is one */
  wantsCard: boolean
  /** a cookie shows that it is the device that has booked before */
  isOwn: boolean
}

/**
 * Books what a public form says, a session or a bundle, and finds where it is paid. The same form again leads to the payment of
 * what it holds; a hold that is over by now is booked again.
 */
export async function bookAndPay<Refused extends { ok: false }>(
  deps: Deps,
  { book, findOffer, mayBook, wantsCard, isOwn }: Who<Refused>,
): Promise<BookedToPay<Refused>> {
  let isAgain = false
  for (;;) {
    const booked = await book()
    if (!booked.ok) return booked
    const { purchase, replayed } = booked
    const done = { ...booked, isOwn: isOwn || !replayed, payAt: null }
    if (!done.isOwn || !purchase.spots.some(paysFirst)) return done
    const of = await findOffer()
    if (of === null) return done
    const held = { vendorId: of.vendorId, purchaseId: purchase.purchaseId }
    // What the vendor has confirmed is paid from the page of the booking.
    if ((await findHold(deps.db, held)) === null) return done
    if (replayed && of.pays === 'choice' && !wantsCard && !isAgain) {
      // Who was at the card payment has chosen to pay at the studio. What cannot be booked now stays held, and its page says so.
      if (!(await mayBook()) || !(await giveUp(deps, of.vendorId, purchase))) return done
      isAgain = true
      continue
    }
    const paying = await openHold(deps, held)
    if (paying.ok) return { ...done, payAt: paying.to }
    if (paying.reason !== 'over') return done
    if (!replayed || isAgain) return cardsOff
    isAgain = true
  }
}

/** Lets go what the same browser holds, because its form says something else now. False: it was paid, or Stripe does not answer. */
async function giveUp(
  deps: Deps,
  vendorId: VendorId,
  { purchaseId: id, tokenRotation }: { purchaseId: string; tokenRotation: number },
): Promise<boolean> {
  const left = await letGo(deps, { id, tokenRotation, isReadOnly: false, issuedBy: null, vendorId })
  return left.ok && !left.paid
}
