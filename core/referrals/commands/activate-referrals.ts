import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import type { PlanDeps } from '#core/plans/queries.ts'
import { grantMonths } from '#core/plans/steps/grant.ts'
import { lockPlans } from '#core/plans/steps/lock-plans.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { monthsPerReferral } from '../rules.ts'

const maxPerRun = 500

/**
 * Gives the months to a vendor that signed up with somebody's link and has started, and to the vendor that invited it: once,
 * however often it is called. Returns whether this call gave them.
 */
export async function activateReferral(
  { db, settings }: PlanDeps,
  friendId: string,
): Promise<boolean> {
  if (!settings.plans) return false
  return db.transaction().execute(async (tx) => {
    const found = await pending(tx)
      .where(sql<boolean>`friend_id = ${friendId}`)
      .executeTakeFirst()
    if (!found) return false
    const both = [found.vendorId, found.friendId].filter((id) => id !== null).toSorted()
    for (const id of both) await lockPlans(tx, id)
    const activated = await tx
      .updateTable('referrals')
      .set((eb) => ({
        activatedAt: eb.fn<Date>('now'),
        rewardedMailbox: sql<string>`owner_mailbox(friend_id)`,
      }))
      .where('id', '=', found.id)
      .where('activatedAt', 'is', null)
      .where(isDue)
      .returning('id')
      .executeTakeFirst()
    if (!activated) return false
    for (const vendorId of both) await reward(tx, { vendorId, referralId: found.id })
    await emit(tx, 'referral.activated', { referralId: found.id, months: monthsPerReferral })
    return true
  })
}

/**
 * The same for all that are due: an address may be confirmed after the class was published, and a suspended account may
 * start again. Returns their number.
 */
export async function activateReferrals(deps: PlanDeps): Promise<number> {
  if (!deps.settings.plans) return 0
  const due = await pending(deps.db).where(isDue).orderBy('createdAt').limit(maxPerRun).execute()
  let activated = 0
  for (const { friendId } of due)
    if (friendId !== null && (await activateReferral(deps, friendId))) activated += 1
  return activated
}

const isDue = sql<boolean>`has_started(friend_id) and may_be_rewarded(friend_id, vendor_id)`

function pending(db: Db) {
  return db
    .selectFrom('referrals')
    .where('activatedAt', 'is', null)
    .select(['id', 'vendorId', 'friendId'])
}

async function reward(
  tx: Tx,
  { vendorId, referralId }: { vendorId: VendorId; referralId: string },
): Promise<void> {
  await grantMonths(tx, {
    vendorId,
    plan: 'professional',
    months: monthsPerReferral,
    reason: 'referral',
    note: null,
    grantedBy: null,
  })
  await writeAudit(tx, {
    vendorId,
    userId: null,
    action: 'referral.activated',
    subject: ['referral', referralId],
    details: { plan: 'professional', months: monthsPerReferral },
  })
}
