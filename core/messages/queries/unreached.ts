import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { listCurrent } from './current-news.ts'

/**
 * Messages that reached no customer and that nobody has ticked off, for sessions still to come. What customers
 * did themselves they saw on the screen: without an address there is nothing to tell them about it.
 * News that no longer holds is left out.
 */
export async function listUnreached(db: Db, vendorId: VendorId) {
  const unreached = await db
    .selectFrom('messages as m')
    .leftJoin('class_sessions as s', 's.id', 'm.session_id')
    .where('m.vendor_id', '=', vendorId)
    .where('m.audience', '=', 'customer')
    .where('m.handled_at', 'is', null)
    .where('m.status', 'in', ['failed', 'no_channel'])
    .where((eb) => eb.or([eb('s.id', 'is', null), eb('s.starts_at', '>', sql<Date>`now()`)]))
    .where(
      sql<boolean>`not (m.status = 'no_channel' and (m.kind in ('booking.confirmed', 'booking.requested') or coalesce(m.facts->>'by', '') = 'customer'))`,
    )
    .orderBy('m.created_at')
    .limit(200)
    .select([
      'm.id',
      'm.kind',
      'm.audience',
      'm.group_id',
      'm.recipient',
      'm.language',
      'm.facts',
      'm.status',
      'm.created_at as createdAt',
    ])
    .execute()
  return listCurrent(db, unreached)
}
