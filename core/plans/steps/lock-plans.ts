import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/**
 * Locks the vendor's row, so that one after the other changes its plan or counts what the plan limits. Null: there is no
 * such vendor.
 */
export async function lockPlans(
  tx: Tx,
  vendorId: VendorId,
): Promise<{ timeZone: string; currency: string } | null> {
  const row = await tx
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(['timeZone', 'currency'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Lays the granted months that have not begun end to end behind the trial, the paid time and the grants that have begun.
 * Every change of these runs it, under the vendor's lock.
 */
export async function requeueGrants(tx: Tx, vendorId: VendorId): Promise<void> {
  await sql`
    with base as (
      select v.time_zone as zone, greatest(now(), v.trial_ends_at, (
          select least(s.cancel_at, (s.paid_until + 1)::timestamp at time zone v.time_zone)
          from subscriptions s where s.vendor_id = v.id and s.ended_at is null), (
          select max(g.ends_at) from plan_grants g where g.vendor_id = v.id and g.starts_at <= now())) as at
      from vendors v where v.id = ${vendorId}
    ), queued as (
      select id, months, (sum(months) over (order by created_at, id) - months)::integer as before
      from plan_grants where vendor_id = ${vendorId} and starts_at > now()
    )
    update plan_grants g
    set starts_at = (b.at at time zone b.zone + make_interval(months => q.before)) at time zone b.zone,
      ends_at = (b.at at time zone b.zone + make_interval(months => q.before + q.months)) at time zone b.zone
    from base b, queued q where g.id = q.id`.execute(tx)
}
