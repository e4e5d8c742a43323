import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { PaidPlan, Term } from '../rules.ts'
import { lockPlans } from '../steps/lock-plans.ts'

type By = { vendorId: VendorId; userId: string }

/**
 * A vendor asks the operator for a plan. Asking again for another one changes the request. The operator reads it in the
 * console, and gets one mail an hour at most.
 */
export async function requestPlan(
  db: Db,
  { vendorId, userId, plan, term }: By & { plan: PaidPlan; term: Term },
): Promise<{ ok: true }> {
  return db.transaction().execute(async (tx) => {
    await lockPlans(tx, vendorId)
    const open = await tx
      .selectFrom('planRequests')
      .where('vendorId', '=', vendorId)
      .where('closedAt', 'is', null)
      .select('id')
      .executeTakeFirst()
    if (open) {
      await tx.updateTable('planRequests').set({ plan, term }).where('id', '=', open.id).execute()
      return { ok: true }
    }
    const asked = await tx
      .selectFrom('planRequests')
      .where('vendorId', '=', vendorId)
      .where('askedAt', '>', sql<Date>`now() - interval '1 hour'`)
      .select('id')
      .limit(1)
      .executeTakeFirst()
    const { id } = await tx
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
    if (!asked) await emit(tx, 'plan.requested', { requestId: id })
    return { ok: true }
  })
}

/** The vendor no longer wants the plan that it asked for. */
export async function withdrawRequest(db: Db, { vendorId, userId }: By): Promise<{ ok: true }> {
  return db.transaction().execute(async (tx) => {
    await lockPlans(tx, vendorId)
    const open = await tx
      .selectFrom('planRequests')
      .where('vendorId', '=', vendorId)
      .where('closedAt', 'is', null)
      .select('id')
      .executeTakeFirst()
    if (!open) return { ok: true }
    await closeRequest(tx, { requestId: open.id, vendorId }, 'withdrawn')
    await writeAudit(tx, {
      vendorId,
      userId,
      action: 'plan.request_withdrawn',
      subject: ['plan_request', open.id],
      details: {},
    })
    return { ok: true }
  })
}

/** Ends an open request; false if it has ended already. */
export async function closeRequest(
  db: Db,
  { requestId, vendorId }: { requestId: string; vendorId: VendorId },
  outcome: 'granted' | 'declined' | 'withdrawn',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('planRequests')
    .set({ closedAt: sql<Date>`now()`, outcome })
    .where('id', '=', requestId)
    .where('vendorId', '=', vendorId)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
