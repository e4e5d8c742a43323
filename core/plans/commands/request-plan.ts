import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { findPlanWishes } from '../queries.ts'
import type { PaidPlan, Term } from '../rules.ts'
import { lockPlans } from '../steps/lock-plans.ts'

type By = { vendorId: VendorId; userId: string }

/**
 * A vendor asks the operator for a plan. Asking again for another one changes the request. The operator reads it in the
 * console and by mail.
 */
export async function requestPlan(
  db: Db,
  { vendorId, userId, plan, term }: By & { plan: PaidPlan; term: Term },
): Promise<{ ok: true }> {
  return db.transaction().execute(async (tx) => {
    await lockPlans(tx, vendorId)
    const before = await findPlanWishes(tx, vendorId)
    const open = before.request
    if (open?.plan === plan && open.term === term) return { ok: true }
    const { id } = open
      ? await tx
          .updateTable('planRequests')
          .set({ plan, term })
          .where('id', '=', open.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('planRequests')
          .values({ vendorId, plan, term, askedBy: userId })
          .returning('id')
          .executeTakeFirstOrThrow()
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'plan.requested',
      subject: ['plan_request', id],
      details: { plan, term },
    })
    await emit(tx, 'plan.wishes_changed', { vendorId, before })
    return { ok: true }
  })
}

/** The vendor no longer wants the plan that it asked for. */
export async function withdrawRequest(db: Db, { vendorId, userId }: By): Promise<{ ok: true }> {
  return db.transaction().execute(async (tx) => {
    await lockPlans(tx, vendorId)
    const requestId = await closeRequest(tx, vendorId, 'withdrawn')
    if (requestId === null) return { ok: true }
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'plan.request_withdrawn',
      subject: ['plan_request', requestId],
      details: {},
    })
    return { ok: true }
  })
}

/** Ends the open request of a vendor and returns its id; null if there is none, or not the one that is named. */
export async function closeRequest(
  db: Db,
  vendorId: VendorId,
  outcome: 'granted' | 'declined' | 'withdrawn',
  requestId?: string,
): Promise<string | null> {
  const closed = await db
    .updateTable('planRequests')
    .set({ closedAt: sql<Date>`now()`, outcome })
    .where('vendorId', '=', vendorId)
    .where('closedAt', 'is', null)
    .$if(requestId !== undefined, (open) => open.where(sql<boolean>`id = ${requestId}`))
    .returning('id')
    .executeTakeFirst()
  return closed?.id ?? null
}
