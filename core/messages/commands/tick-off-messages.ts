import { sql } from 'kysely'
import type { VendorId } from '#core/shared/ids.ts'
import type { Db } from '#core/shared/db.ts'

/**
 * Marks messages as done when the vendor has notified the customer in another way; held ones are not sent. False if none
 * belongs to this vendor.
 */
export async function tickOffMessages(
  db: Db,
  { vendorId, messageIds }: { vendorId: VendorId; messageIds: readonly string[] },
): Promise<boolean> {
  const ticked = await db
    .updateTable('messages')
    .set((eb) => ({
      handledAt: eb.fn.coalesce('handledAt', eb.fn<Date>('now')),
      status: sql<'failed'>`case when status = 'held' then 'superseded' else status end`,
    }))
    .where('id', 'in', [...messageIds])
    .where('vendorId', '=', vendorId)
    .where('audience', '=', 'customer')
    .where('status', 'in', ['held', 'failed', 'no_channel'])
    .returning('id')
    .execute()
  return ticked.length > 0
}
