import { sql } from 'kysely'
import { lockPurchase } from '#core/bookings/steps/lock-purchase.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

export type CheckoutId = { vendorId: VendorId; id: string }

/** A spot or a bundle, and what of the payment is for it. */
type CheckoutItem = { bookingId: string | null; passId: string | null; amountMinor: number }

/** A spot that a checkout pays for, by itself or as a date of a bundle. */
export type CheckoutSpot = {
  id: string
  passId: string | null
  sessionId: string
  /** it is held until its payment */
  waits: boolean
  /** when it was let go because nobody had paid this checkout; null: it was not */
  letGoAt: Date | null
}

/** What nobody needs of a checkout that has ended: its page, and the request with the customer's address and link. */
export const noLonger = { url: null, request: null, fromNetwork: null } as const

/** What a checkout pays for, with the sessions and the purchase locked in the order that every writer keeps. */
export async function lockItems(
  tx: Tx,
  { vendorId, id }: CheckoutId,
): Promise<{ items: readonly CheckoutItem[]; spots: readonly CheckoutSpot[] }> {
  const named = await spotsOf(tx, { vendorId, id }).select('b.id').execute()
  await lockSessionsOf(
    tx,
    named.map((spot) => spot.id),
  )
  const checkout = await tx
    .selectFrom('checkouts')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .select('purchaseId')
    .executeTakeFirst()
  if (!checkout) return { items: [], spots: [] }
  await lockPurchase(tx, checkout.purchaseId)
  const items = await tx
    .selectFrom('checkoutItems')
    .where('vendorId', '=', vendorId)
    .where('checkoutId', '=', id)
    .orderBy('bookingId')
    .select(['bookingId', 'passId', 'amountMinor'])
    .execute()
  const spots = await spotsOf(tx, { vendorId, id })
    .select(['b.id', 'b.passId', 'b.sessionId'])
    .select([
      sql<boolean>`coalesce(holds_seat(b) and b.waits_for = 'payment' and b.status not in ('confirmed', 'completed'), false)`.as(
        'waits',
      ),
      // A bundle may have been without a date for longer than that.
      sql<Date | null>`case when b.status = 'expired' and b.waits_for = 'payment' and b.deleted_at is null
        and b.ended_at >= k.created_at then b.ended_at end`.as('letGoAt'),
    ])
    .orderBy('b.id')
    .execute()
  return { items, spots }
}

function spotsOf(tx: Tx, { vendorId, id }: CheckoutId) {
  return tx
    .selectFrom('checkouts as k')
    .innerJoin('checkoutItems as i', (join) =>
      join.onRef('i.vendorId', '=', 'k.vendorId').onRef('i.checkoutId', '=', 'k.id'),
    )
    .innerJoin('bookings as b', (join) =>
      join
        .onRef('b.vendorId', '=', 'i.vendorId')
        .on((eb) =>
          eb.or([eb('b.id', '=', eb.ref('i.bookingId')), eb('b.passId', '=', eb.ref('i.passId'))]),
        ),
    )
    .where('k.vendorId', '=', vendorId)
    .where('k.id', '=', id)
}
