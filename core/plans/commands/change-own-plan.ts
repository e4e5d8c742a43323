import { sql } from 'kysely'
import { lockAccount } from '#core/accounts/steps/end-sessions.ts'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { priceAfterDowngrade } from '../catalogue.ts'
import { findPlanWishes, findSubscription, type Subscription } from '../queries.ts'
import { addGrantsToPaidTime } from '../steps/grant.ts'
import { lockPlans } from '../steps/lock-plans.ts'
import { startSubscription } from '../steps/subscription.ts'

type By = {
  vendorId: VendorId
  userId: string
  /** the id of the subscription that the page showed */
  version: string
}
export type OwnPlanChanged = { ok: true } | { ok: false; reason: 'changed' }

/** The vendor ends its subscription: it runs until the end of the paid time, and at once where nothing is paid any more. */
export function cancelSubscription(db: Db, by: By): Promise<OwnPlanChanged> {
  return changeOwn(db, by, 'subscription.cancelled', async (tx, running) => {
    if (running.cancelAt !== null) return false
    await sql`update subscriptions s
      set cancel_at = greatest(now(), (s.paid_until + 1)::timestamp at time zone v.time_zone), updated_at = now()
      from vendors v where v.id = s.vendor_id and s.id = ${by.version}`.execute(tx)
    return true
  })
}

/** Takes that back, as long as the paid time runs. */
export function keepSubscription(db: Db, by: By): Promise<OwnPlanChanged> {
  return changeOwn(db, by, 'subscription.kept', async (tx, running) => {
    if (running.cancelAt === null) return false
    await tx
      .updateTable('subscriptions')
      .set({ cancelAt: null, updatedAt: sql<Date>`now()` })
      .where('id', '=', by.version)
      .execute()
    await addGrantsToPaidTime(tx, by.vendorId)
    return true
  })
}

/** From Enterprise to Professional, at once. What is paid stays paid; from the next payment on it costs less. */
export function downgrade(db: Db, by: By): Promise<OwnPlanChanged> {
  return changeOwn(db, by, 'subscription.downgraded', async (tx, running) => {
    if (running.plan !== 'enterprise' || running.cancelAt !== null) return false
    const { minor, currency } = priceAfterDowngrade(running)
    await startSubscription(tx, {
      vendorId: by.vendorId,
      plan: 'professional',
      term: running.term,
      priceMinor: minor,
      currency,
      paidUntil: running.paidUntil,
    })
    return true
  })
}

/**
 * Under the locks of the vendor and the account, if the subscription is still the one that the page showed. The operator reads
 * of it in the console and by mail.
 */
async function changeOwn(
  db: Db,
  { vendorId, userId, version }: By,
  action: 'subscription.cancelled' | 'subscription.kept' | 'subscription.downgraded',
  change: (tx: Tx, running: Subscription) => Promise<boolean>,
): Promise<OwnPlanChanged> {
  return db.transaction().execute(async (tx) => {
    await lockPlans(tx, vendorId)
    await lockAccount(tx, userId)
    const running = await findSubscription(tx, vendorId)
    const before = await findPlanWishes(tx, vendorId)
    if (running?.id !== version || !(await change(tx, running)))
      return { ok: false, reason: 'changed' }
    await writeAudit(tx, {
      vendorId,
      userId,
      action,
      subject: ['subscription', running.id],
      details: { plan: running.plan, term: running.term },
    })
    await emit(tx, 'plan.wishes_changed', { vendorId, before })
    return { ok: true }
  })
}
