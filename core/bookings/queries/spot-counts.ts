import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** How full a session is; `cancelled` sessions hold nobody. */
export type SpotCount = { id: string; booked: number; max: number; cancelled: boolean }

/** The counts of those sessions that anybody may see: of a published or link-only class of a vendor in good standing. */
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
