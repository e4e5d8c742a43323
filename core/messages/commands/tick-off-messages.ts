import { sql } from 'kysely'
import type { VendorId } from '#core/shared/ids.ts'
import type { Db } from '#core/shared/db.ts'

/**
 * Marks messages as done when the vendor has notified the customer in another way; held ones are not sent. Earlier notes to
 * the same purchase are done too: the list shows only the newest. False if none belongs to this vendor.
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
    .where(
      sql<boolean>`(id = any(${[...messageIds]}::uuid[]) or kind = 'booking.note' and exists (
        select from messages as newer where newer.id = any(${[...messageIds]}::uuid[]) and newer.kind = 'booking.note'
          and newer.vendor_id = messages.vendor_id and newer.group_id = messages.group_id and newer.created_at >= messages.created_at))`,
    )
    .where('vendorId', '=', vendorId)
    .where('audience', '=', 'customer')
    .where('status', 'in', ['held', 'failed', 'no_channel'])
    .returning('id')
    .execute()
  return ticked.length > 0
}
