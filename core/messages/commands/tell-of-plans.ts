import { sql } from 'kysely'
import type { EventOf } from '#core/events/catalogue.ts'
import type { Deps } from '#core/shared/deps.ts'
import { toOperator } from './readers.ts'
import { tell } from './tell.ts'

const operatorWaitSeconds = 10 * 60

/**
 * Tells the operator what a vendor asks for and has changed, as it is ten minutes after the first change. Until that mail is sent,
 * further changes add nothing to it.
 */
export async function tellOfPlanWishes(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  { id, at, payload }: EventOf<'plan.wishes_changed'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const vendor = await tx
      .selectFrom('vendors')
      .where(sql<boolean>`id = ${payload.vendorId}`)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!vendor) return
    const facts = { ...payload, at: at.toISOString() }
    // The worker may take the events in another order: the first one knows how it was. A mail whose sending has begun may not
    // know of this change.
    const waiting = await tx
      .updateTable('messages')
      .set({
        facts: sql`case when facts ->> 'at' > ${facts.at} then ${JSON.stringify(facts)}::jsonb else facts end`,
      })
      .where('kind', '=', 'plan.operator_news')
      .where('status', '=', 'queued')
      .where('attempts', '=', 0)
      .where(sql<boolean>`facts ->> 'vendorId' = ${payload.vendorId}`)
      .executeTakeFirst()
    if (waiting.numUpdatedRows > 0n) return
    const news = { kind: 'plan.operator_news', facts } as const
    await tell(tx, id, toOperator(settings, news, operatorWaitSeconds))
  })
}
