import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { allows, type Feature, type Plan, planInForce } from './rules.ts'

/** Where the plan of a vendor is read, and whether this installation has plans at all. A transaction can be the `db`. */
export type PlanDeps = { db: Db; settings: { plans: boolean } }

/** The plan that counts for a vendor now, by the clock of the database. */
export async function findPlan({ db, settings }: PlanDeps, vendorId: VendorId): Promise<Plan> {
  const vendor = await db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(['plan', 'trialEndsAt'])
    .select(sql<Date>`now()`.as('now'))
    .executeTakeFirstOrThrow()
  return planInForce(vendor, vendor.now, settings.plans)
}

/** Whether the plan of a vendor has a feature now. */
export async function planAllows(
  deps: PlanDeps,
  vendorId: VendorId,
  feature: Feature,
): Promise<boolean> {
  return allows(await findPlan(deps, vendorId), feature)
}
