import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** The counts of a session; `cancelled` sessions have no spots. */
export type SpotCount = { id: string; booked: number; max: number; cancelled: boolean }

/**
 * The counts of publicly visible sessions: the class is published or available by link, and its vendor is not suspended.
 */
export async function listSpotCounts(db: Db, sessionIds: readonly string[]): Promise<SpotCount[]> {
  if (sessionIds.length === 0) return []
  return db
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where(sql<boolean>`s.id = any(${[...sessionIds]}::uuid[])`)
    .where(sql<boolean>`c.visibility <> 'closed' and vendor_is_open(v)`)
    .select([
      's.id',
      's.currentStudents as booked',
      's.maxStudents as max',
      sql<boolean>`s.status = 'cancelled'`.as('cancelled'),
    ])
    .execute()
}
