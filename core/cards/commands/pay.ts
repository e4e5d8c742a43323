import { sql } from 'kysely'
import type { ChangingLink } from '#core/bookings/queries/links.ts'
import { lockPurchase } from '#core/bookings/steps/lock-purchase.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'
import {
  findHold,
  listOpenCheckouts,
  listPayable,
  listUnsettled,
  type OfPurchase,
} from '../queries.ts'
import { settleCheckout } from './settle-checkout.ts'

/** `to`: Stripe's page. */
export type Paying =
  | { ok: true; to: string }
  /** `unreachable`: Stripe does not answer; `over`: nothing can be paid by card now; `paid`: it just was */
  | { ok: false; reason: 'unreachable' | 'over' | 'busy' }
  | { ok: false; reason: 'paid' }

/** Where the customer pays for what a purchase holds, once it is made. */
export async function openHold(deps: Deps, purchase: OfPurchase): Promise<Paying> {
  const hold = await findHold(deps.db, purchase)
  return hold ? open(deps, hold) : { ok: false, reason: 'over' }
}

/** One payment for all that is owed for a purchase and can be paid by card. The same debt again is the same checkout. */
export async function payOwed(
  deps: Deps,
  { id: purchaseId, vendorId }: ChangingLink & { vendorId: VendorId },
): Promise<Paying> {
  const first = await payOnce(deps, { purchaseId, vendorId })
  // The page of Stripe that was open for it had just ended.
  const isEnded = first.isEarlier && !first.paying.ok && first.paying.reason === 'over'
  return isEnded ? (await payOnce(deps, { purchaseId, vendorId })).paying : first.paying
}

/** `isEarlier`: the checkout had been made before. */
async function payOnce(
  deps: Deps,
  { purchaseId, vendorId }: OfPurchase,
): Promise<{ paying: Paying; isEarlier: boolean }> {
  const made = await settle(deps.db, async (tx) => {
    await lockPurchase(tx, purchaseId)
    const owed = await listPayable({ db: tx, settings: deps.settings }, { vendorId, purchaseId })
    const [first] = owed
    if (!first) return null
    const amountMinor = owed.reduce((sum, item) => sum + item.amountMinor, 0)
    const known = (await listOpenCheckouts(tx, { vendorId, purchaseId })).find(
      (one) => one.holdUntil === null && one.amountMinor === amountMinor,
    )
    if (known) return { ok: true as const, id: known.id, isEarlier: true }
    // What was owed before is not paid beside it.
    await tx
      .updateTable('checkouts')
      .set({ endsAt: sql<Date>`now()`, dueAt: sql<Date>`now()` })
      .where('vendorId', '=', vendorId)
      .where('purchaseId', '=', purchaseId)
      .where('holdUntil', 'is', null)
      .where('state', 'in', ['making', 'open'])
      .execute()
    const { id } = await tx
      .insertInto('checkouts')
      .values({
        vendorId,
        purchaseId,
        amountMinor,
        currency: first.currency,
        expiresAt: sql<Date>`now() + card_checkout()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('checkoutItems')
      .values(
        owed.map(({ bookingId, passId, amountMinor: part }) => ({
          vendorId,
          checkoutId: id,
          bookingId,
          passId,
          amountMinor: part,
        })),
      )
      .execute()
    return { ok: true as const, id, isEarlier: false }
  })
  if (made === null) return { paying: { ok: false, reason: 'over' }, isEarlier: false }
  if (!made.ok) return { paying: made, isEarlier: false }
  const { id, isEarlier } = made
  return { paying: await open(deps, { vendorId, id }), isEarlier }
}

async function open(
  deps: Deps,
  { vendorId, id }: { vendorId: VendorId; id: string },
): Promise<Paying> {
  const settled = await settleCheckout(deps, { vendorId, id })
  if (settled.state === 'open') return { ok: true, to: settled.url }
  return { ok: false, reason: settled.state === 'unknown' ? 'unreachable' : settled.state }
}

/**
 * The customer lets go what is held for a payment. Stripe is asked first: somebody may be paying. `paid`: somebody was.
 */
export async function letGo(
  deps: Deps,
  { id: purchaseId, vendorId: of }: ChangingLink & { vendorId: VendorId },
): Promise<{ ok: true; paid: boolean } | { ok: false; reason: 'unreachable' }> {
  const holds = (await listUnsettled(deps.db, { vendorId: of, purchaseId })).filter(
    ({ isHold }) => isHold,
  )
  let paid = false
  for (const { vendorId, id } of holds) {
    await sql`update checkouts set ends_at = now(), due_at = now()
      where vendor_id = ${vendorId} and id = ${id} and state in ('making', 'open')`.execute(deps.db)
    const { state } = await settleCheckout(deps, { vendorId, id })
    if (state !== 'over' && state !== 'paid') return { ok: false, reason: 'unreachable' }
    paid ||= state === 'paid'
  }
  return { ok: true, paid }
}

/**
 * A customer is back from Stripe: brings what is open up to date, without waiting for Stripe's news. False: something was not
 * paid, or Stripe has not said so yet.
 */
export async function settlePurchase(deps: Deps, purchase: OfPurchase): Promise<boolean> {
  let isPaid = true
  for (const { vendorId, id } of await listUnsettled(deps.db, purchase)) {
    const { state } = await settleCheckout(deps, { vendorId, id }).catch((error: unknown) => {
      // The worker tries again.
      deps.log.warn({ vendorId, checkout: id, reason: String(error) }, 'a payment is not settled')
      return { state: 'unknown' as const }
    })
    isPaid &&= state === 'paid'
  }
  return isPaid
}
