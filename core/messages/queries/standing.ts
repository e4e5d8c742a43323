import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { Standing } from '../rules.ts'
import { tookPlace } from './sent.ts'

// Higher counts change nothing: a thousand past bookings already give the largest budget.
const mostCounted = 1000

export async function findStanding(db: Db, vendorId: VendorId): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select floor(extract(epoch from now() - v.created_at) / 86400)::integer as age_days,
      exists (select from vendor_badges b where b.vendor_id = v.id and b.badge = 'verified') as verified,
      (select count(distinct coalesce(limit_email(g.customer_email), g.customer_phone))::integer
        from (select b.group_id from bookings b
          where b.vendor_id = v.id and ${tookPlace} limit ${mostCounted}) as over
        join booking_groups g on g.id = over.group_id) as served
    from vendors v where v.id = ${vendorId}`.execute(db)
  return rows[0] ?? { ageDays: 0, served: 0, verified: false }
}

export async function isSuspended(db: Db, vendorId: VendorId): Promise<boolean> {
  const suspended = await db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .where('suspendedAt', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return suspended !== undefined
}
