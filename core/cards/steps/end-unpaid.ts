import { bookSettled } from '#core/bookings/steps/book-waiting.ts'
import { endBookings } from '#core/bookings/steps/end-bookings.ts'
import type { Db } from '#core/shared/db.ts'
import { settle } from '#core/shared/settle.ts'
import type { CheckoutId } from './items.ts'
import { lockItems, noLonger } from './items.ts'

/**
 * A checkout that nobody can pay any more: the spots that it held are free again, and a bundle of them was not sold, without a
 * message. What was paid otherwise is booked. `lost`: nobody could ask Stripe what became of it.
 */
export async function endUnpaid(
  db: Db,
  checkout: CheckoutId,
  state: 'over' | 'lost' = 'over',
): Promise<void> {
  await settle(db, async (tx) => {
    const { spots } = await lockItems(tx, checkout)
    const ended = await tx
      .updateTable('checkouts')
      .set({ state, ...noLonger })
      .where('vendorId', '=', checkout.vendorId)
      .where('id', '=', checkout.id)
      .where('state', 'in', ['making', 'open'])
      .returning('holdUntil')
      .executeTakeFirst()
    if (!ended || ended.holdUntil === null) return
    const bookingIds = spots.flatMap(({ id, waits }) => (waits ? [id] : []))
    await bookSettled(tx, { vendorId: checkout.vendorId, bookingIds })
    await endBookings(tx, {
      bookingIds,
      from: ['pending'],
      to: 'expired',
      by: 'system',
    })
  })
}
