import { sql } from 'kysely'
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

/** Whether single spot `b` ended, not as a late cancellation, and its refund is not recorded. The payments say what was paid. */
const mayBeDue = sql<boolean>`(b.pass_id is null and b.deleted_at is null
  and b.status in ('cancelled', 'rejected', 'expired') and b.payment_status <> 'refunded'
  and b.attendance is distinct from 'late_cancel')`

/**
 * What the vendor owes the customer of single spot `b`, in minor units. Automatic payments do not count: the customer had
 * still to come and pay.
 */
export const refundDue = sql<number>`(case when ${mayBeDue} then (
  select case when bool_or(p.method <> 'door') then greatest(sum(p.amount_minor), 0) else 0 end
  from payments p where p.booking_id = b.id) else 0 end)::bigint`

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
          .select(['b.purchaseId', 'b.classId', 'b.currency', 'b.endedAt', refundDue.as('minor')])
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
