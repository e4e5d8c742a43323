import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { PaidPlan } from '../rules.ts'
import { requeueGrants } from './lock-plans.ts'

export type Grant = {
  vendorId: VendorId
  plan: PaidPlan
  months: number
  reason: 'referral' | 'operator'
  note: string | null
  grantedBy: string | null
}

/** Gives a vendor months of a plan, behind everything it has. The vendor is locked. Returns the grant's id. */
export async function grantMonths(tx: Tx, grant: Grant): Promise<string> {
  const { id } = await tx
    .insertInto('planGrants')
    .values({
      ...grant,
      startsAt: sql<Date>`'infinity'`,
      endsAt: sql<Date>`'infinity'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await requeueGrants(tx, grant.vendorId)
  return id
}
