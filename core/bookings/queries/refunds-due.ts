import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

export type RefundDue = {
  groupId: string
  reference: string
  customerName: string
  classTitle: string
  /** in minor units */
  refundMinor: number
  currency: string
}

const maxListed = 200

/**
 * Purchases of single spots that ended after the vendor had recorded a payment, and not as a late cancellation; the latest
 * first. Automatic payments do not count: the customer had still to come and pay.
 */
export async function listRefundsDue(db: Db, vendorId: VendorId): Promise<RefundDue[]> {
  return db
    .selectFrom('bookings as b')
    .innerJoin('payments as p', 'p.bookingId', 'b.id')
    .innerJoin('bookingGroups as g', 'g.id', 'b.groupId')
    .innerJoin('classes as c', 'c.id', 'b.classId')
    .where('b.vendorId', '=', vendorId)
    .where('b.entitlementId', 'is', null)
    .where('b.deletedAt', 'is', null)
    .where('b.status', 'in', ['cancelled', 'rejected', 'expired'])
    .where('b.paymentStatus', '=', 'paid')
    .where(sql<boolean>`b.attendance is distinct from 'late_cancel'`)
    .groupBy(['g.id', 'c.title', 'p.currency'])
    .having(sql<boolean>`sum(p.amount_minor) > 0 and bool_or(p.recorded_by is not null)`)
    .orderBy(sql`max(p.at)`, 'desc')
    .orderBy('g.id')
    .limit(maxListed)
    .select([
      'g.id as groupId',
      'g.reference',
      'g.customerName',
      'c.title as classTitle',
      'p.currency',
      sql<number>`sum(p.amount_minor)::bigint`.as('refundMinor'),
    ])
    .execute()
}
