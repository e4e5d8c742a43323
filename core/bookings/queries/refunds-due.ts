import { sql } from 'kysely'
import { moneyOfBooking } from '#core/money/queries.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

export type RefundDue = {
  purchaseId: string
  reference: string
  customerName: string
  classTitle: string
  /** in minor units */
  refundMinor: number
  currency: string
  /** how many there are in all */
  inAll: number
}

const maxListed = 200

/**
 * Whether something may have to be given back for single spot `b`, as the index knows it: it ended, or it belongs to a court,
 * whose price falls with its extras.
 */
const mayBeDue = sql<boolean>`(b.pass_id is null and b.deleted_at is null
  and (b.status in ('cancelled', 'rejected', 'expired') or b.people is not null))`

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
          .where(mayBeDue)
          .innerJoinLateral(moneyOfBooking, (join) => join.onTrue())
          .select([
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
        // The total, including those not listed.
        sql<number>`(count(*) over ())::integer`.as('inAll'),
      ])
      .execute()
  )
}
