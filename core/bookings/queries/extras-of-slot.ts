import { sql } from 'kysely'
import type { ExtraUnit } from '#core/classes/rules.ts'
import type { Db } from '#core/shared/db.ts'

export type ExtraOfSlot = {
  id: string
  name: string
  priceMinor: number
  per: ExtraUnit
  /** with this slot */
  amountMinor: number
}

/** What can be booked with a slot of a facility, and what it costs for this slot today; of a class, nothing. */
export function listExtrasOfSlot(db: Db, sessionId: string): Promise<ExtraOfSlot[]> {
  return db
    .selectFrom('facilityExtras as e')
    .innerJoin('classSessions as s', 's.classId', 'e.classId')
    .where('s.id', '=', sessionId)
    .where('e.retiredAt', 'is', null)
    .orderBy('e.place')
    .orderBy('e.createdAt')
    .select([
      'e.id',
      'e.name',
      'e.priceMinor',
      'e.per',
      sql<number>`extra_amount(e, s)`.as('amountMinor'),
    ])
    .execute()
}
