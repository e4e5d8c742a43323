import { emit } from '#core/events/emit.ts'
import { findPlan, findUsage, type PlanDeps } from '../queries.ts'
import { percentReached } from '../rules.ts'

/** After an online booking: notes that its vendor has used 80% or all of the month's bookings, once for each. */
export async function noticeLimit({ db, settings }: PlanDeps, purchaseId: string): Promise<void> {
  const purchase = await db
    .selectFrom('purchases')
    .where('id', '=', purchaseId)
    .where('source', '<>', 'vendor')
    .select('vendorId')
    .executeTakeFirst()
  if (!purchase || (await findPlan({ db, settings }, purchase.vendorId)) !== 'free') return
  await db.transaction().execute(async (tx) => {
    const { vendorId } = purchase
    const { month, bookings } = await findUsage({ db: tx, settings }, vendorId)
    const percent = bookings.most === null ? null : percentReached(bookings.used, bookings.most)
    if (percent === null || bookings.most === null) return
    const known = await tx
      .selectFrom('planNotices')
      .where('vendorId', '=', vendorId)
      .where('month', '=', month)
      .where('percent', '>=', percent)
      .select('percent')
      .executeTakeFirst()
    if (known) return
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('planNotices')
      .values({ vendorId, month, percent })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return
    await emit(tx, 'plan.limit_reached', { vendorId, percent, ...bookings, most: bookings.most })
  })
}
