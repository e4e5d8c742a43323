import { sql } from 'kysely'
import { cardBackOf, moneyOfBooking } from '#core/money/queries.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

export type RefundDue = {
  purchaseId: string
  reference: string
  customerName: string
  classTitle: string
  /** in minor units */
  refundMinor: number
  /** how much of it was paid by card */
  cardMinor: number
  /** Stripe could not make a refund of it */
  hasFailed: boolean
  /** the account at Stripe that is connected has it */
  isConnected: boolean
  /** of its spots one whose money can go back to the card, or any */
  bookingId: string
  currency: string
  /** how many there are in all */
  inAll: number
}

const maxListed = 200

/**
 * Single spots for which something may have to be given back, as two indexes know them: what ended, or belongs to a court, whose
 * price falls with its extras; and whatever had a refund that failed.
 */
const mayBeDue = (vendorId: VendorId) => sql<boolean>`b.id in (
  select d.id from bookings d where d.vendor_id = ${vendorId} and d.pass_id is null and d.deleted_at is null
    and (d.status in ('cancelled', 'rejected', 'expired') or d.people is not null)
  union select p.booking_id from payments p
    where p.vendor_id = ${vendorId} and p.kind = 'refunded' and p.state = 'failed' and p.booking_id is not null)`

const cardBack = cardBackOf({
  vendor: sql`spot.vendor_id`,
  booking: sql`spot.id`,
  pass: sql`null::uuid`,
})

/** Purchases of single spots for which the vendor owes money back; the oldest first. */
export async function listRefundsDue(
  db: Db,
  vendorId: VendorId,
  most = maxListed,
): Promise<RefundDue[]> {
  return (
    db
      .selectFrom(
        db
          .selectFrom('bookings as b')
          .where('b.vendorId', '=', vendorId)
          .where('b.deletedAt', 'is', null)
          .where(mayBeDue(vendorId))
          .innerJoinLateral(moneyOfBooking, (join) => join.onTrue())
          .select([
            'b.id',
            'b.vendorId',
            'b.purchaseId',
            'b.classId',
            'b.currency',
            'b.endedAt',
            'm.giveBackMinor as minor',
          ])
          .as('spot'),
      )
      // Nearly all ended spots were never paid: most rows go here, with one look at the payments.
      .where('spot.minor', '>', 0)
      .innerJoinLateral(cardBack, (join) => join.onTrue())
      .innerJoin('purchases as g', 'g.id', 'spot.purchaseId')
      .innerJoin('classes as c', 'c.id', 'spot.classId')
      .groupBy(['g.id', 'c.title', 'spot.currency'])
      .orderBy(sql`min(spot.ended_at)`)
      .orderBy('g.id')
      .limit(most)
      .select([
        'g.id as purchaseId',
        'g.reference',
        'g.customerName',
        'c.title as classTitle',
        'spot.currency',
        sql<number>`sum(spot.minor)::bigint`.as('refundMinor'),
        sql<number>`sum(least(spot.minor, k.card_minor))::bigint`.as('cardMinor'),
        sql<boolean>`bool_or(k.has_failed)`.as('hasFailed'),
        sql<boolean>`bool_or(k.is_connected)`.as('isConnected'),
        sql<string>`(array_agg(spot.id order by k.is_connected desc, spot.id))[1]`.as('bookingId'),
        // The total, including those not listed.
        sql<number>`(count(*) over ())::integer`.as('inAll'),
      ])
      .execute()
  )
}
