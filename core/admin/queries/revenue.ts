import { sql } from 'kysely'
import type { PaidPlan, Term } from '../../plans/rules.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { Money } from '#core/shared/money.ts'
import type { LocalDate } from '#core/shared/time.ts'
import { isPastDue, isRunning } from './vendors.ts'

export type RevenueLine = {
  plan: PaidPlan
  term: Term
  currency: string
  subscriptions: number
  /** per month: yearly prices by 12 */
  minor: number
}

/** Subscription `s` of vendor `v`, or of one that was erased, was active at a moment: it ran, with a price, and was not past due. */
const activeAt = (at: Date | null) => {
  const moment = at === null ? sql`now()` : sql`${at}::timestamptz`
  return sql<boolean>`s.price_minor > 0 and s.started_at <= ${moment}
    and (s.ended_at is null or s.ended_at > ${moment}) and (s.cancel_at is null or s.cancel_at > ${moment})
    and (s.paid_until + 1)::timestamp at time zone coalesce(v.time_zone, 'UTC') > ${moment}
    and (v.closed_at is null or v.closed_at > ${moment})`
}

const monthly = sql`case s.term when 'yearly' then s.price_minor / 12.0 else s.price_minor end`

/** What active subscriptions bring in per month, by plan and term. Trials and gifts are not among them. */
export async function listRevenue(db: Db): Promise<RevenueLine[]> {
  const { rows } = await sql<RevenueLine>`
    select s.plan, s.term, s.currency, count(*)::integer as subscriptions, round(sum(${monthly}))::integer as minor
    from subscriptions s left join vendors v on v.id = s.vendor_id where ${activeAt(null)}
    group by s.plan, s.term, s.currency
    order by plan_rank(s.plan) desc, s.term, s.currency`.execute(db)
  return rows
}

/** The same at a moment, or now, in all: a sum for each currency, the largest first. */
export async function findRevenue(db: Db, at: Date | null): Promise<Money[]> {
  const { rows } = await sql<Money>`
    select s.currency, round(sum(${monthly}))::integer as minor
    from subscriptions s left join vendors v on v.id = s.vendor_id where ${activeAt(at)}
    group by s.currency order by 2 desc, 1`.execute(db)
  return rows
}

export type PaymentIssue = {
  vendorId: VendorId
  subscriptionId: string
  business: string
  email: string
  plan: PaidPlan
  term: Term
  priceMinor: number
  currency: string
  paidUntil: LocalDate
  daysLate: number
  /** null: no reminder was sent since the money is due */
  remindedAt: Date | null
}

const issuesShown = 100

/** Subscriptions whose payment is due, the longest first. */
export async function listPaymentIssues(
  db: Db,
): Promise<{ issues: PaymentIssue[]; count: number }> {
  const { rows } = await sql<PaymentIssue & { count: number }>`
    select v.id as vendor_id, s.id as subscription_id, vendor_name(v) as business, u.email, s.plan, s.term,
      s.price_minor, s.currency, s.paid_until,
      (now() at time zone v.time_zone)::date - s.paid_until as days_late,
      (select max(a.at) from audit_log a where a.subject_kind = 'subscription' and a.subject_id = s.id
        and a.action = 'billing.reminder_sent') as reminded_at,
      count(*) over ()::integer as count
    from subscriptions s join vendors v on v.id = s.vendor_id
    join lateral (select m.user_id from vendor_members m where m.vendor_id = v.id and m.role = 'owner'
      order by m.created_at limit 1) owner on true
    join users u on u.id = owner.user_id
    where ${isRunning} and ${isPastDue} and v.closed_at is null and v.suspended_at is null
    order by s.paid_until, s.id limit ${issuesShown}`.execute(db)
  return {
    issues: rows.map(({ count: _count, ...issue }) => issue),
    count: rows[0]?.count ?? 0,
  }
}

export type RequestListed = {
  id: string
  vendorId: VendorId
  business: string
  plan: PaidPlan
  term: Term
  askedAt: Date
  askedBy: string | null
}

/** Plans that vendors asked for, the oldest first. */
export async function listRequests(
  db: Db,
  { vendorId, limit }: { vendorId: VendorId | null; limit: number },
): Promise<RequestListed[]> {
  return db
    .selectFrom('planRequests as r')
    .innerJoin('vendors as v', 'v.id', 'r.vendorId')
    .leftJoin('profiles as p', 'p.userId', 'r.askedBy')
    .where('r.closedAt', 'is', null)
    .$if(vendorId !== null, (open) => open.where(sql<boolean>`r.vendor_id = ${vendorId}`))
    .orderBy('r.askedAt')
    .limit(limit)
    .select(['r.id', 'r.vendorId', 'r.plan', 'r.term', 'r.askedAt', 'p.fullName as askedBy'])
    .select(sql<string>`vendor_name(v)`.as('business'))
    .execute()
}

/** Granted months of a vendor that run, have still to begin, or were added to its paid time. */
export async function listGrants(db: Db, vendorId: VendorId) {
  return db
    .selectFrom('planGrants')
    .where('vendorId', '=', vendorId)
    .where((eb) => eb.or([eb('endsAt', '>', sql<Date>`now()`), eb('addedDays', 'is not', null)]))
    .orderBy('startsAt')
    .select(['id', 'plan', 'months', 'reason', 'note', 'startsAt', 'endsAt', 'addedDays'])
    .execute()
}
