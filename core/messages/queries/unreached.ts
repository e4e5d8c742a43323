import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { stillSays } from '../rules.ts'
import { listCurrent } from './current-news.ts'

const maxShown = 200

/**
 * Messages that reached no customer and that nobody has ticked off, for sessions still to come. What customers
 * did themselves they saw on the screen: without an address there is nothing to tell them about it.
 * News that no longer holds is left out.
 */
export async function listUnreached(db: Db, vendorId: VendorId) {
  const unreached = await db
    .selectFrom('messages as m')
    .leftJoin('classSessions as s', 's.id', 'm.sessionId')
    .where('m.vendorId', '=', vendorId)
    .where('m.audience', '=', 'customer')
    .where('m.handledAt', 'is', null)
    .where('m.status', 'in', ['failed', 'no_channel'])
    .where((eb) => eb.or([eb('s.id', 'is', null), eb('s.startsAt', '>', sql<Date>`now()`)]))
    .where(
      sql<boolean>`not (m.status = 'no_channel' and (m.kind in ('booking.confirmed', 'booking.requested') or coalesce(m.facts->>'by', '') = 'customer'))`,
    )
    .orderBy('m.createdAt')
    // Of many changes of one session only the last ones are current: those before are read and left out.
    .limit(5000)
    .select([
      'm.id',
      'm.kind',
      'm.audience',
      'm.groupId',
      'm.recipient',
      'm.language',
      'm.facts',
      'm.status',
      'm.createdAt',
    ])
    .execute()
  const current = await listCurrent(
    db,
    unreached,
    // Who corrects the address of somebody not reached has not told them yet.
    (news, now) => news.tokenRotation === now.tokenRotation && stillSays(news, now),
  )
  return current.slice(0, maxShown)
}
