import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { LocalDate } from '#core/shared/time.ts'
import { planCatalogue, whatEnds } from './catalogue.ts'
import {
  allows,
  type Feature,
  type Plan,
  type PlanPeriod,
  type PlanShown,
  type PlanWishes,
  planLosses,
  planShown,
} from './rules.ts'

/** Where the plan of a vendor is read, and whether this installation has plans at all. A transaction can be the `db`. */
export type PlanDeps = { db: Db; settings: { plans: boolean } }

/** As a column: the plan in force of vendor `v`, whatever the installation says. */
export const planOfVendor = (id: RawBuilder<unknown>) => sql<Plan>`plan_in_force(${id})`

/** Without plans, everybody has everything. */
export function planHere(plan: Plan, { settings }: Pick<PlanDeps, 'settings'>): Plan {
  return settings.plans ? plan : 'enterprise'
}

/** The plan that counts for a vendor now, by the clock of the database. */
export async function findPlan({ db, settings }: PlanDeps, vendorId: VendorId): Promise<Plan> {
  if (!settings.plans) return 'enterprise'
  const { rows } = await sql<{
    plan: Plan
  }>`select ${planOfVendor(sql`${vendorId}::uuid`)} as plan`.execute(db)
  return rows[0]?.plan ?? 'free'
}

/** Whether the plan of a vendor has a feature now. */
export async function planAllows(
  deps: PlanDeps,
  vendorId: VendorId,
  feature: Feature,
): Promise<boolean> {
  return allows(await findPlan(deps, vendorId), feature)
}

/** All times with more than Free, and the database's now. */
export async function findPlanPeriods(
  db: Db,
  vendorId: VendorId,
): Promise<{ periods: PlanPeriod[]; now: Date }> {
  const { rows } = await sql<PlanPeriod & { now: Date }>`
    select p.source, p.plan, p.starts_at, p.ends_at, now() as now
    from plan_periods(${vendorId}) p order by p.starts_at, p.source`.execute(db)
  return {
    periods: rows.map(({ now: _now, ...period }) => period),
    now: rows[0]?.now ?? new Date(),
  }
}

/**
 * When a vendor has less than before; nothing ends with a trial that a plan with all of its features follows. A subscription that is past due ends with its grace, `graceEndsAt`; null: none is.
 */
export async function findPlanEnds(db: Db, vendorId: VendorId) {
  const { periods } = await findPlanPeriods(db, vendorId)
  const subscription = await findSubscription(db, vendorId)
  const graceEndsAt =
    subscription?.isPastDue && subscription.cancelAt === null ? subscription.graceEndsAt : null
  return {
    losses: planLosses(
      periods.map((period) =>
        period.source === 'subscription' && period.endsAt === null
          ? { ...period, endsAt: graceEndsAt }
          : period,
      ),
    ).filter(({ source, from, to }) => source !== 'trial' || whatEnds(from, to).length > 0),
    graceEndsAt,
    paidUntil: subscription?.paidUntil ?? null,
  }
}

/** The subscription that runs, or is cancelled and still to end. Past due: from the day after the last paid one, on the vendor's clock, unless granted months run. */
export async function findSubscription(db: Db, vendorId: VendorId) {
  const row = await db
    .selectFrom('subscriptions as s')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where('s.vendorId', '=', vendorId)
    .where('s.endedAt', 'is', null)
    .where((eb) => eb.or([eb('s.cancelAt', 'is', null), eb('s.cancelAt', '>', sql<Date>`now()`)]))
    .select(['s.id', 's.plan', 's.term', 's.priceMinor', 's.currency', 's.paidUntil'])
    .select(['s.cancelAt', 's.startedAt'])
    .select([
      sql<boolean>`is_past_due(s, v)`.as('isPastDue'),
      sql<Date>`grace_ends_at(s, v)`.as('graceEndsAt'),
    ])
    .select(subscriptionVersion.as('version'))
    .select((eb) =>
      eb
        .selectFrom('planGrants as g')
        .whereRef('g.vendorId', '=', 's.vendorId')
        .whereRef('g.endsAt', '>=', 's.startedAt')
        .select(sql<number>`coalesce(sum(g.added_days), 0)::integer`.as('days'))
        .as('givenDays'),
    )
    .executeTakeFirst()
  return row ?? null
}

/** Another one after every change of subscription `s`. */
export const subscriptionVersion = sql<string>`extract(epoch from s.updated_at)::text`

export type Subscription = NonNullable<Awaited<ReturnType<typeof findSubscription>>>

/** What the vendor has asked the operator for. */
export async function findOpenRequest(db: Db, vendorId: VendorId) {
  const row = await db
    .selectFrom('planRequests')
    .where('vendorId', '=', vendorId)
    .where('closedAt', 'is', null)
    .select(['id', 'plan', 'term', 'askedAt'])
    .executeTakeFirst()
  return row ?? null
}

/** What a vendor itself can change: its open request, and the subscription that nobody has ended. */
export async function findPlanWishes(db: Db, vendorId: VendorId): Promise<PlanWishes> {
  const request = await findOpenRequest(db, vendorId)
  const subscription = await db
    .selectFrom('subscriptions')
    .where('vendorId', '=', vendorId)
    .where('endedAt', 'is', null)
    .select(['id', 'plan', 'term', 'cancelAt'])
    .executeTakeFirst()
  return {
    request: request && { id: request.id, plan: request.plan, term: request.term },
    subscription: subscription
      ? {
          id: subscription.id,
          plan: subscription.plan,
          term: subscription.term,
          isCancelled: subscription.cancelAt !== null,
        }
      : null,
  }
}

/** What the badge of the workspace says. */
export async function findPlanShown(db: Db, vendorId: VendorId): Promise<PlanShown> {
  const { periods, now } = await findPlanPeriods(db, vendorId)
  return planShown(periods, now)
}

/** The limits of Free: spots booked online, and new classes, in a month of the vendor's zone. */
export const freeLimits = limitsOf('free')

function limitsOf(plan: Plan): { bookings: number; classes: number } {
  const offer = planCatalogue.find(({ id }) => id === plan)
  return {
    bookings: offer?.bookingsPerMonth ?? Infinity,
    classes: offer?.newClassesPerMonth ?? Infinity,
  }
}
export type Usage = {
  /** the first day of the month */
  month: LocalDate
  bookings: { used: number; most: number | null }
  classes: { used: number; most: number | null }
}

/** What a vendor has used of this month, and how much its plan has; `most` is null without a limit. */
export async function findUsage(deps: PlanDeps, vendorId: VendorId): Promise<Usage> {
  const plan = await findPlan(deps, vendorId)
  const { rows } = await sql<{ month: LocalDate; bookings: number; classes: number }>`
    select (month_start(v.time_zone) at time zone v.time_zone)::date::text as month,
      online_bookings_this_month(v.id, v.time_zone) as bookings,
      new_classes_this_month(v.id, v.time_zone) as classes
    from vendors v where v.id = ${vendorId}`.execute(deps.db)
  const [row] = rows
  if (!row) throw new Error('The vendor is not there.')
  const limited = plan === 'free'
  return {
    month: row.month,
    bookings: { used: row.bookings, most: limited ? freeLimits.bookings : null },
    classes: { used: row.classes, most: limited ? freeLimits.classes : null },
  }
}
