import { sql } from 'kysely'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import type { LocalDate } from '#core/shared/time.ts'
import { findSubscription } from '../queries.ts'
import type { PaidPlan, Term } from '../rules.ts'
import { grantMonths } from '../steps/grant.ts'
import { lockPlans, requeueGrants } from '../steps/lock-plans.ts'
import { endRunning, startSubscription } from '../steps/subscription.ts'
import { closeRequest } from './request-plan.ts'

/** What the operator does to a vendor's plan, and why: both go into the audit log. */
export type ByOperator = {
  vendorId: VendorId
  adminId: string
  reason: string
  /** of the form that makes something: sending it again makes nothing more */
  formKey?: string | undefined
}
export type BillingChanged = { ok: true } | { ok: false; reason: 'not_found' | 'no_subscription' }

/** Starts a subscription, or changes the one that runs. An open request of the vendor is answered by it. */
export function setSubscription(
  db: Db,
  by: ByOperator,
  terms: { plan: PaidPlan; term: Term; priceMinor: number; currency: string; paidUntil: LocalDate },
): Promise<BillingChanged> {
  return manage(db, by, 'billing.subscription_set', async (tx) => {
    const isNew = await once(tx, 'subscriptions', by, terms, () =>
      startSubscription(tx, { vendorId: by.vendorId, ...terms }),
    )
    if (!isNew) return 'repeated'
    await answerRequest(tx, by.vendorId)
    return {
      plan: terms.plan,
      term: terms.term,
      price: terms.priceMinor,
      paidUntil: terms.paidUntil,
    }
  })
}

/**
 * Records until when the subscription is paid. A date before the recorded one is a correction, and allowed. A subscription
 * that its vendor has cancelled stays cancelled, and ends with the paid time.
 */
export function recordPaidUntil(
  db: Db,
  by: ByOperator,
  paidUntil: LocalDate,
): Promise<BillingChanged> {
  return manage(db, by, 'billing.paid_until', async (tx) => {
    const running = await findSubscription(tx, by.vendorId)
    if (!running) return 'no_subscription'
    await sql`update subscriptions s
      set paid_until = ${paidUntil}, updated_at = now(),
        cancel_at = case when s.cancel_at is not null
          then greatest(now(), (${paidUntil}::date + 1)::timestamp at time zone v.time_zone) end
      from vendors v where v.id = s.vendor_id and s.id = ${running.id}`.execute(tx)
    return { from: running.paidUntil, to: paidUntil }
  })
}

/** Ends the subscription at once. */
export function endSubscription(db: Db, by: ByOperator): Promise<BillingChanged> {
  return manage(db, by, 'billing.subscription_ended', async (tx) => {
    const running = await findSubscription(tx, by.vendorId)
    if (!running) return 'no_subscription'
    await endRunning(tx, by.vendorId)
    return { plan: running.plan }
  })
}

/** Gives months away, behind everything that the vendor has. */
export function giveMonths(
  db: Db,
  by: ByOperator,
  { plan, months }: { plan: PaidPlan; months: number },
): Promise<BillingChanged> {
  return manage(db, by, 'billing.months_given', async (tx) => {
    const isNew = await once(tx, 'planGrants', by, { plan, months }, () =>
      grantMonths(tx, {
        vendorId: by.vendorId,
        plan,
        months,
        reason: 'operator',
        note: by.reason,
        grantedBy: by.adminId,
      }),
    )
    if (!isNew) return 'repeated'
    await answerRequest(tx, by.vendorId)
    return { plan, months }
  })
}

/** Ends granted months: now, or before they begin. */
export function endGrant(db: Db, by: ByOperator, grantId: string): Promise<BillingChanged> {
  return manage(db, by, 'billing.grant_ended', async (tx) => {
    if (!isId(grantId)) return 'not_found'
    const { numUpdatedRows } = await tx
      .updateTable('planGrants')
      .set({ startsAt: sql<Date>`least(starts_at, now())`, endsAt: sql<Date>`now()` })
      .where('id', '=', grantId)
      .where('vendorId', '=', by.vendorId)
      .where('endsAt', '>', sql<Date>`now()`)
      .executeTakeFirst()
    return numUpdatedRows > 0n ? { grantId } : 'not_found'
  })
}

/** Says no to what the vendor asked for. */
export function declineRequest(db: Db, by: ByOperator, requestId: string): Promise<BillingChanged> {
  return manage(db, by, 'billing.request_declined', async (tx) =>
    isId(requestId) && (await closeRequest(tx, { requestId, vendorId: by.vendorId }, 'declined'))
      ? { requestId }
      : 'not_found',
  )
}

/** False: this form was sent before, and has made what it makes. */
async function once(
  tx: Tx,
  kind: 'subscriptions' | 'planGrants',
  { vendorId, formKey }: ByOperator,
  terms: Details,
  make: () => Promise<string>,
): Promise<boolean> {
  let isNew = false
  await makeOnce(tx, { kind, vendorId, form: { ...terms, formKey } }, async () => {
    isNew = true
    return { ok: true, id: await make() }
  })
  return isNew
}

async function answerRequest(tx: Tx, vendorId: VendorId): Promise<void> {
  await tx
    .updateTable('planRequests')
    .set({ closedAt: sql<Date>`now()`, outcome: 'granted' })
    .where('vendorId', '=', vendorId)
    .where('closedAt', 'is', null)
    .execute()
}

type Details = Record<string, string | number>

async function manage(
  db: Db,
  { vendorId, adminId, reason }: ByOperator,
  action: string,
  change: (tx: Tx) => Promise<Details | 'not_found' | 'no_subscription' | 'repeated'>,
): Promise<BillingChanged> {
  return db.transaction().execute(async (tx) => {
    if (!isId(vendorId) || !(await lockPlans(tx, vendorId)))
      return { ok: false, reason: 'not_found' }
    const details = await change(tx)
    if (details === 'repeated') return { ok: true }
    if (typeof details === 'string') return { ok: false, reason: details }
    await requeueGrants(tx, vendorId)
    await writeAudit(tx, {
      vendorId,
      userId: adminId,
      action,
      subject: ['vendor', vendorId],
      details: { ...details, reason },
    })
    return { ok: true }
  })
}
