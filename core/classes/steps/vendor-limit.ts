import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { findUsage, type PlanDeps } from '../../plans/queries.ts'
import { findStanding } from '../../vendors/queries.ts'
import { isProven } from '../../vendors/rules.ts'
import { newClassesPerDay, vendorLimits } from '../rules.ts'

type Limited = keyof typeof vendorLimits
export type VendorLimit = {
  ok: false
  reason: 'vendor_limit'
  of: Limited | 'classesToday' | 'classesThisMonth'
  most: number
}

/**
 * Which limit the vendor has reached; null if none. Classes, weekly times and the bundles of the class count while in use and
 * for 30 days after their creation, sessions until 30 days after their start; otherwise creating and deleting could repeat for ever. A
 * single form may exceed a limit by what it adds. `except`: the bundle that is to be on sale again.
 */
export async function vendorLimit(
  tx: Tx,
  vendorId: VendorId,
  asked: readonly Limited[],
  { classId, except = null }: { classId: string | null; except?: string | null } = {
    classId: null,
  },
): Promise<VendorLimit | null> {
  const since = sql`now() - interval '30 days'`
  const counts = {
    classes: sql`from classes where vendor_id = ${vendorId} and (status = 'active' or created_at > ${since})`,
    times: sql`from class_times t join classes c on c.id = t.class_id where c.vendor_id = ${vendorId}
      and (t.created_at > ${since} or c.status = 'active' and (t.ends_on is null or t.ends_on >= current_date))`,
    sessions: sql`from class_sessions where vendor_id = ${vendorId} and starts_at > ${since}`,
    bundles: sql`from session_bundles where class_id = ${classId} and id is distinct from ${except}
      and (is_active or created_at > ${since})`,
  }
  for (const of of asked) {
    const most = vendorLimits[of]
    const { rows } = await sql`select ${counts[of]} offset ${most - 1} limit 1`.execute(tx)
    if (rows.length > 0) return { ok: false, reason: 'vendor_limit', of, most }
  }
  return null
}

/**
 * Classes of new vendors are at the top of the public lists, so only a few can be added in a day, and Free has a few in a
 * month. Deleted ones count too. The vendor is locked.
 */
export async function newClassesLimit(
  { db: tx, settings }: PlanDeps,
  vendorId: VendorId,
): Promise<VendorLimit | null> {
  const { classes } = await findUsage({ db: tx, settings }, vendorId)
  if (classes.most !== null && classes.used >= classes.most)
    return { ok: false, reason: 'vendor_limit', of: 'classesThisMonth', most: classes.most }
  const { rows } = await sql`select from classes
    where vendor_id = ${vendorId} and created_at > now() - interval '1 day'
    offset ${newClassesPerDay - 1} limit 1`.execute(tx)
  if (rows.length === 0 || isProven(await findStanding(tx, vendorId))) return null
  return { ok: false, reason: 'vendor_limit', of: 'classesToday', most: newClassesPerDay }
}
