import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { lockTold, type NewsFacts } from '../queries/news.ts'
import { markReadersDue } from '../steps/mark-due.ts'
import { keepTold, tellNews } from './tell-news.ts'

type TickedOff = {
  vendorId: VendorId
  messageIds: readonly string[]
  /** whose news was listed before the worker had made a message of it */
  purchaseIds?: readonly string[]
}

/**
 * The vendor has told the customers in another way: they know what the messages say, and what has not left is not sent. Earlier
 * notes to the same purchase are done too: the list shows only the newest. False if none belongs to this vendor.
 */
export async function tickOffMessages(
  db: Db,
  { vendorId, messageIds: listed, purchaseIds = [] }: TickedOff,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const messageIds = [...listed, ...(await makeMessages(tx, { vendorId, purchaseIds }))]
    const isListed = sql<boolean>`vendor_id = ${vendorId} and audience = 'customer'
      and (status in ('delayed', 'failed', 'no_channel') or status = 'queued' and last_error is not null)
      and (id = any(${[...messageIds]}::uuid[]) or kind <> 'news' and exists (
        select from messages as newer where newer.id = any(${[...messageIds]}::uuid[]) and newer.kind = messages.kind
          and newer.vendor_id = messages.vendor_id and newer.purchase_id = messages.purchase_id
          and newer.created_at >= messages.created_at))`
    const purchases = await tx
      .selectFrom('messages')
      .where(isListed)
      .where('kind', '=', 'news')
      .select('purchaseId')
      .execute()
    const tolds = await lockTold(
      tx,
      purchases.flatMap(({ purchaseId }) => purchaseId ?? []),
      ['customer'],
    )
    const ticked = await tx
      .updateTable('messages')
      .set((eb) => ({
        handledAt: eb.fn.coalesce('handledAt', eb.fn<Date>('now')),
        status: sql<'failed'>`case when status in ('delayed', 'queued') then 'failed' else status end`,
      }))
      .where(isListed)
      .returning(['id', 'kind', 'purchaseId', sql<NewsFacts>`facts`.as('facts')])
      // What was ticked off before says what they knew then.
      .returning(sql<boolean>`handled_at = now()`.as('isNow'))
      .execute()
    await keepTold(
      tx,
      tolds.flatMap(({ purchaseId, reader }) => {
        const news = ticked.find(
          (one) => one.isNow && one.kind === 'news' && one.purchaseId === purchaseId,
        )
        return news ? [{ vendorId, purchaseId, reader, ...news.facts.told }] : []
      }),
    )
    // What has happened while it was on its way, the vendor has not told.
    await markReadersDue(
      tx,
      ticked.flatMap(({ id, facts }) => (facts.isOvertaken ? [id] : [])),
    )
    return ticked.length > 0
  })
}

/** What the worker would make a moment later. */
async function makeMessages(
  tx: Tx,
  { vendorId, purchaseIds }: { vendorId: VendorId; purchaseIds: readonly string[] },
): Promise<string[]> {
  if (purchaseIds.length === 0) return []
  const own = await tx
    .selectFrom('purchases')
    .where('vendorId', '=', vendorId)
    .where('id', 'in', [...purchaseIds])
    .orderBy('id')
    .select('id')
    .execute()
  await tellNews(
    tx,
    own.map(({ id }) => id),
  )
  const made = await tx
    .selectFrom('messages')
    .where('vendorId', '=', vendorId)
    .where('purchaseId', 'in', [...purchaseIds])
    .where('kind', '=', 'news')
    .where('audience', '=', 'customer')
    .where('status', '=', 'no_channel')
    .where('handledAt', 'is', null)
    .select('id')
    .execute()
  return made.map(({ id }) => id)
}
