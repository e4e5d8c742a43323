import { sql } from 'kysely'
import { lockPurchase } from '#core/bookings/steps/lock-purchase.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

export type CheckoutId = { vendorId: VendorId; id: string }

export type CheckoutItem = {
  bookingId: string | null
  passId: string | null
  amountMinor: number
  sessionId: string | null
  /** the spot is held until its payment */
  waits: boolean
  /** when the spot was let go because nobody had paid; null: it was not */
  letGoAt: Date | null
}

/** What nobody needs of a checkout that has ended: its page, and the request with the customer's address and link. */
export const noLonger = { url: null, request: null } as const

/** What a checkout pays for, with the sessions and the purchase locked in the order that every writer keeps. */
export async function lockItems(
  tx: Tx,
  { vendorId, id }: CheckoutId,
): Promise<readonly CheckoutItem[]> {
  const named = await tx
    .selectFrom('checkoutItems')
    .where('vendorId', '=', vendorId)
    .where('checkoutId', '=', id)
    .where('bookingId', 'is not', null)
    .select('bookingId')
    .execute()
  await lockSessionsOf(
    tx,
    named.flatMap(({ bookingId }) => bookingId ?? []),
  )
  const checkout = await tx
    .selectFrom('checkouts')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .select('purchaseId')
    .executeTakeFirst()
  if (!checkout) return []
  await lockPurchase(tx, checkout.purchaseId)
  return tx
    .selectFrom('checkoutItems as i')
    .leftJoin('bookings as b', (join) =>
      join.onRef('b.vendorId', '=', 'i.vendorId').onRef('b.id', '=', 'i.bookingId'),
    )
    .where('i.vendorId', '=', vendorId)
    .where('i.checkoutId', '=', id)
    .select(['i.bookingId', 'i.passId', 'i.amountMinor', 'b.sessionId'])
    .select([
      sql<boolean>`coalesce(holds_seat(b) and b.waits_for = 'payment' and b.status not in ('confirmed', 'completed'), false)`.as(
        'waits',
      ),
      sql<Date | null>`case when b.status = 'expired' and b.waits_for = 'payment' and b.deleted_at is null then b.ended_at end`.as(
        'letGoAt',
      ),
    ])
    .orderBy('b.id')
    .execute()
}
