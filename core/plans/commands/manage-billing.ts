import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import { type LocalDate, todayIn } from '#core/shared/time.ts'
import { findOpenRequest, findSubscription } from '../queries.ts'
import type { PaidPlan, Term } from '../rules.ts'
import { addGrantsToPaidTime, grantMonths } from '../steps/grant.ts'
import { lockPlans } from '../steps/lock-plans.ts'
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
export type BillingChanged =
  /** `isRepeated`: this form was sent before, and did then what it does */
  | { ok: true; isRepeated: boolean }
  /** `changed`: the subscription is not as the page showed it */
  | {
      ok: false
      reason: 'not_found' | 'no_subscription' | 'changed' | 'cancelled' | 'paid_until_past'
    }

/** What the page showed: the version of the subscription, null without one. */
type Shown = { shown: string | null }

/** Starts a subscription in the place of the one that runs. An open request of the vendor is answered by it. */
export function setSubscription(
  db: Db,
  by: ByOperator & Shown,
  terms: { plan: PaidPlan; term: Term; priceMinor: number; currency: string; paidUntil: LocalDate },
): Promise<BillingChanged> {
  return manage(db, by, 'billing.subscription_set', async (tx, today) => {
    if (terms.paidUntil < today) return 'paid_until_past'
    const running = await findSubscription(tx, by.vendorId)
    const made = await once(tx, 'subscriptions', by, terms, async () => {
      if ((running?.version ?? null) !== by.shown) return 'changed'
      return { id: await startSubscription(tx, { vendorId: by.vendorId, ...terms }) }
    })
    if (made !== 'new') return made
    const { plan, paidUntil } = terms
    const answered = await closeRequest(tx, by.vendorId, 'granted')
    const goesOnAsTold =
      running?.plan === plan && running.paidUntil === paidUntil && running.cancelAt === null
    // What the operator corrects besides, such as the price, is no news to the vendor.
    if (answered !== null || !goesOnAsTold)
      await emit(tx, 'plan.answered', {
        vendorId: by.vendorId,
        answer: 'Subscribed',
        plan,
        paidUntil,
        months: null,
      })
    return {
      plan: terms.plan,
      term: terms.term,
      price: terms.priceMinor,
      paidUntil: terms.paidUntil,
    }
  })
}

/**
 * Records until when the subscription is paid. A date before the recorded one is a correction, and allowed as
 * long as it is not past: what is not paid is past due by itself. One that its vendor has cancelled ends with what was paid
 * then: there is nothing to record any more.
 */
export function recordPaidUntil(
  db: Db,
  by: ByOperator & Shown,
  paidUntil: LocalDate,
): Promise<BillingChanged> {
  return manage(db, by, 'billing.paid_until', async (tx, today) => {
    const running = await findShown(tx, by)
    if (typeof running === 'string') return running
    if (running.cancelAt !== null) return 'cancelled'
    if (paidUntil < today) return 'paid_until_past'
    await tx
      .updateTable('subscriptions')
      .set({ paidUntil, updatedAt: sql<Date>`now()` })
      .where('id', '=', running.id)
      .execute()
    await addGrantsToPaidTime(tx, by.vendorId)
    return { from: running.paidUntil, to: paidUntil }
  })
}

/** Ends the subscription at once. */
export function endSubscription(db: Db, by: ByOperator & Shown): Promise<BillingChanged> {
  return manage(db, by, 'billing.subscription_ended', async (tx) => {
    const running = await findShown(tx, by)
    if (typeof running === 'string') return running
    await endRunning(tx, by.vendorId)
    return { plan: running.plan }
  })
}

async function findShown(tx: Tx, { vendorId, shown }: ByOperator & Shown) {
  const running = await findSubscription(tx, vendorId)
  if (!running) return 'no_subscription'
  return running.version === shown ? running : 'changed'
}

/** Gives months away: grantMonths. */
export function giveMonths(
  db: Db,
  by: ByOperator,
  { plan, months }: { plan: PaidPlan; months: number },
): Promise<BillingChanged> {
  return manage(db, by, 'billing.months_given', async (tx) => {
    const made = await once(tx, 'planGrants', by, { plan, months }, async () => ({
      id: await grantMonths(tx, {
        vendorId: by.vendorId,
        plan,
        months,
        reason: 'operator',
        note: by.reason,
        grantedBy: by.adminId,
      }),
    }))
    if (made !== 'new') return made
    await closeRequest(tx, by.vendorId, 'granted')
    const { vendorId } = by
    await emit(tx, 'plan.answered', { vendorId, answer: 'Given', plan, paidUntil: null, months })
    return { plan, months }
  })
}

/** Ends granted months: now, or before they begin. Later ones stay where they are. */
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
  return manage(db, by, 'billing.request_declined', async (tx) => {
    const asked = await findOpenRequest(tx, by.vendorId)
    if (!asked || (await closeRequest(tx, by.vendorId, 'declined', requestId)) === null)
      return 'not_found'
    const { vendorId } = by
    const { plan } = asked
    const none = { paidUntil: null, months: null }
    await emit(tx, 'plan.answered', { vendorId, answer: 'Declined', plan, ...none })
    return { requestId }
  })
}

/** Makes something unless this form was sent before and has made it. */
async function once(
  tx: Tx,
  kind: 'subscriptions' | 'planGrants',
  { vendorId, formKey }: ByOperator,
  terms: Details,
  make: () => Promise<{ id: string } | 'changed'>,
): Promise<'new' | 'repeated' | 'changed'> {
  let isNew = false
  const made = await makeOnce<{ ok: false }>(
    tx,
    { kind, vendorId, form: { ...terms, formKey } },
    async () => {
      isNew = true
      const result = await make()
      return result === 'changed' ? { ok: false } : { ok: true, id: result.id }
    },
  )
  if (!made.ok) return 'changed'
  return isNew ? 'new' : 'repeated'
}

type Details = Record<string, string | number>

type Refusal = Extract<BillingChanged, { ok: false }>['reason']

async function manage(
  db: Db,
  { vendorId, adminId, reason }: ByOperator,
  action: string,
  change: (tx: Tx, today: LocalDate) => Promise<Details | Refusal | 'repeated'>,
): Promise<BillingChanged> {
  return db.transaction().execute(async (tx) => {
    const vendor = isId(vendorId) && (await lockPlans(tx, vendorId))
    if (!vendor) return { ok: false, reason: 'not_found' }
    const details = await change(tx, todayIn(vendor.timeZone, new Date()))
    if (details === 'repeated') return { ok: true, isRepeated: true }
    if (typeof details === 'string') return { ok: false, reason: details }
    await writeAudit(tx, {
      vendorId,
      userId: adminId,
      action,
      subject: ['vendor', vendorId],
      details: { ...details, reason },
    })
    return { ok: true, isRepeated: false }
  })
}
