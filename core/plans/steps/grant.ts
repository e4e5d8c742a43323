import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { daysBetween } from '#core/shared/time.ts'
import { isMore, paidUntilWith, type PaidPlan } from '../rules.ts'

export type Grant = {
  vendorId: VendorId
  plan: PaidPlan
  months: number
  reason: 'referral' | 'operator'
  note: string | null
  grantedBy: string | null
}

/**
 * Gives a vendor months of a plan: they are added to what is paid, or begin after everything that ends. The vendor is locked.
 * Returns the grant's id.
 */
export async function grantMonths(tx: Tx, grant: Grant): Promise<string> {
  const { vendorId, plan, months, reason, note, grantedBy } = grant
  const { rows } = await sql<{ id: string }>`
    insert into plan_grants (vendor_id, plan, months, reason, note, granted_by, starts_at, ends_at)
    select v.id, ${plan}, ${months}, ${reason}, ${note}, ${grantedBy}, free.at,
      (free.at at time zone v.time_zone + make_interval(months => ${months})) at time zone v.time_zone
    from vendors v cross join lateral (
      select greatest(now(), max(p.ends_at)) as at from plan_periods(v.id) p) free
    where v.id = ${vendorId} returning id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The vendor is not there.')
  await addGrantsToPaidTime(tx, vendorId)
  return row.id
}

/**
 * Adds all granted months that are not used yet to the paid time, where a subscription runs that is neither cancelled nor past
 * due. Months of a higher plan keep a time of their own. The vendor is locked.
 */
export async function addGrantsToPaidTime(tx: Tx, vendorId: VendorId): Promise<void> {
  const paid = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where('s.vendorId', '=', vendorId)
    .where('s.endedAt', 'is', null)
    .where('s.cancelAt', 'is', null)
    .where(sql<boolean>`s.paid_until >= (now() at time zone v.time_zone)::date`)
    .select(['s.id', 's.plan', 's.paidUntil', 'v.timeZone as zone', sql<Date>`now()`.as('now')])
    .executeTakeFirst()
  if (!paid) return
  const unused = await tx
    .selectFrom('planGrants')
    .where('vendorId', '=', vendorId)
    .where('endsAt', '>', sql<Date>`now()`)
    .orderBy('startsAt')
    .select(['id', 'plan', 'months', 'startsAt', 'endsAt'])
    .execute()
  let { paidUntil } = paid
  for (const { id, ...grant } of unused.filter(({ plan }) => !isMore(plan, paid.plan))) {
    const later = paidUntilWith(paidUntil, grant, paid)
    await tx
      .updateTable('planGrants')
      .set({
        startsAt: sql<Date>`least(starts_at, now())`,
        endsAt: sql<Date>`now()`,
        addedDays: daysBetween(paidUntil, later) || null,
      })
      .where('id', '=', id)
      .execute()
    paidUntil = later
  }
  if (paidUntil === paid.paidUntil) return
  await tx
    .updateTable('subscriptions')
    .set({ paidUntil, updatedAt: sql<Date>`now()` })
    .where('id', '=', paid.id)
    .execute()
}
