import { sql } from 'kysely'
import type { VendorId } from '#core/shared/ids.ts'
import type { Db } from '#core/shared/db.ts'

/** The vendor has told the customer another way: a held message is not sent any more. False: no such message of this vendor. */
export async function tickOffMessage(
  db: Db,
  { vendorId, messageId }: { vendorId: VendorId; messageId: string },
): Promise<boolean> {
  const ticked = await db
    .updateTable('messages')
    .set((eb) => ({
      handledAt: eb.fn.coalesce('handledAt', eb.fn<Date>('now')),
      status: sql<'failed'>`case when status = 'held' then 'superseded' else status end`,
    }))
    .where('id', '=', messageId)
    .where('vendorId', '=', vendorId)
    .where('audience', '=', 'customer')
    .where('status', 'in', ['held', 'failed', 'no_channel'])
    .returning('id')
    .executeTakeFirst()
  return ticked !== undefined
}
