import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import {
  allows,
  type Feature,
  type Plan,
  type PlanPeriod,
  type PlanShown,
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

/** What the badge of the workspace says. */
export async function findPlanShown(db: Db, vendorId: VendorId): Promise<PlanShown> {
  const { periods, now } = await findPlanPeriods(db, vendorId)
  return planShown(periods, now)
}
