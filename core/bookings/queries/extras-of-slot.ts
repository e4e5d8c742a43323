import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** What can be booked with a slot of a facility, and what it costs for this slot today; of a class, nothing. */
export function listExtrasOfSlot(
  db: Db,
  sessionId: string,
): Promise<{ id: string; name: string; amountMinor: number }[]> {
  return db
    .selectFrom('facilityExtras as e')
    .innerJoin('classSessions as s', 's.classId', 'e.classId')
    .where('s.id', '=', sessionId)
    .where('e.retiredAt', 'is', null)
    .orderBy('e.place')
    .orderBy('e.createdAt')
    .select(['e.id', 'e.name', sql<number>`extra_amount(e, s)`.as('amountMinor')])
    .execute()
}
