import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { listNewsToTell, newsColumns } from './current-news.ts'

const maxShown = 200

/**
 * Messages that reached no customer, or are held, and that nobody has ticked off, for sessions still to come, with the customer's
 * contact of today. What customers did themselves they saw on the screen: without an address there is nothing to tell
 * them about it. News that no longer holds is left out.
 */
export async function listUnreached(db: Db, vendorId: VendorId) {
  const unreached = await db
    .selectFrom('messages')
    .where('vendorId', '=', vendorId)
    .where('audience', '=', 'customer')
    .where('handledAt', 'is', null)
    .where('status', 'in', ['held', 'failed', 'no_channel'])
    .where(
      sql<boolean>`(session_id is null or exists (
        select from class_sessions s where s.id = messages.session_id and s.starts_at > now()))`,
    )
    .where(
      sql<boolean>`not (status = 'no_channel' and (kind in ('booking.confirmed', 'booking.requested') or coalesce(facts->>'by', '') = 'customer'))`,
    )
    .orderBy('createdAt')
    // Of many changes of one session only the last ones are current: those before are read and left out.
    .limit(5000)
    .select([...newsColumns, 'id', 'language'])
    .execute()
  return (await listNewsToTell(db, unreached)).slice(0, maxShown)
}
