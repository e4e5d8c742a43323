import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Money } from '#core/shared/money.ts'
import { growthPercent, type VendorState } from '../rules.ts'
import { findRevenue } from './revenue.ts'

export type Overview = {
  vendors: Record<VendorState, number>
  revenue: Money[]
  classes: number
  /** of the revenue in its main currency against a month ago; null: there was none */
  growth: number | null
}

export async function findOverview(db: Db): Promise<Overview> {
  const [vendors, revenue, before, classes] = await Promise.all([
    countVendors(db),
    findRevenue(db, null),
    findRevenue(db, await monthAgo(db)),
    countClasses(db),
  ])
  const [main] = revenue
  const former = before.find(({ currency }) => currency === main?.currency) ?? before[0]
  return { vendors, revenue, classes, growth: growthPercent(main?.minor ?? 0, former?.minor ?? 0) }
}

async function monthAgo(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select now() - interval '1 month' as at`.execute(db)
  return rows[0]?.at ?? new Date(0)
}

async function countVendors(db: Db): Promise<Record<VendorState, number>> {
  const rows = await db
    .selectFrom('vendorDirectory')
    .groupBy('status')
    .select(['status', sql<number>`count(*)::integer`.as('count')])
    .execute()
  const counts = { active: 0, suspended: 0, pending: 0, closed: 0 }
  for (const { status, count } of rows) counts[status] = count
  return counts
}

async function countClasses(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from classes where status = 'active'`.execute(db)
  return rows[0]?.count ?? 0
}

export type Distribution = {
  monthly: number
  yearly: number
  granted: number
  trial: number
  free: number
}

/** How many vendors have what: each counts once, by the first of these. Closed accounts are not counted. */
export async function findDistribution(db: Db): Promise<Distribution> {
  const { rows } = await sql<Distribution>`
    with counted as (
      select v.id, v.trial_ends_at,
        (select s.term from subscriptions s where s.vendor_id = v.id and s.ended_at is null
          and (s.cancel_at is null or s.cancel_at > now())) as term,
        exists (select from plan_grants g where g.vendor_id = v.id and g.starts_at <= now() and g.ends_at > now()) as granted
      from vendors v where v.closed_at is null
    )
    select count(*) filter (where term = 'monthly')::integer as monthly,
      count(*) filter (where term = 'yearly')::integer as yearly,
      count(*) filter (where term is null and granted)::integer as granted,
      count(*) filter (where term is null and not granted and trial_ends_at > now())::integer as trial,
      count(*) filter (where term is null and not granted and trial_ends_at <= now())::integer as free
    from counted`.execute(db)
  return rows[0] ?? { monthly: 0, yearly: 0, granted: 0, trial: 0, free: 0 }
}

/** What one month brought and took. */
export type Growth = { joined: number; closed: number; subscribed: number; ended: number }

/** This calendar month, in UTC, and the one before. */
export async function findGrowth(db: Db): Promise<{ now: Growth; before: Growth }> {
  const { rows } = await sql<Growth>`
    with months as (
      select nth, date_trunc('month', now() at time zone 'UTC') - make_interval(months => nth) as first
      from generate_series(0, 1) as nth
    ), spans as (
      select nth, first at time zone 'UTC' as from_at, (first + interval '1 month') at time zone 'UTC' as to_at from months
    )
    select
      (select count(*)::integer from vendors v where v.created_at >= from_at and v.created_at < to_at) as joined,
      (select count(*)::integer from vendors v where v.closed_at >= from_at and v.closed_at < to_at) as closed,
      -- Other terms end a row and start another at the same moment.
      (select count(*)::integer from subscriptions s where s.started_at >= from_at and s.started_at < to_at
        and not exists (select from subscriptions o where o.vendor_id is not distinct from s.vendor_id and o.ended_at = s.started_at)) as subscribed,
      (select count(*)::integer from subscriptions s
        where coalesce(s.ended_at, s.cancel_at) >= from_at and coalesce(s.ended_at, s.cancel_at) < least(to_at, now())
        and not exists (select from subscriptions o where o.vendor_id is not distinct from s.vendor_id and o.started_at = s.ended_at)) as ended
    from spans order by nth`.execute(db)
  const none = { joined: 0, closed: 0, subscribed: 0, ended: 0 }
  return { now: rows[0] ?? none, before: rows[1] ?? none }
}
