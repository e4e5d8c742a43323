import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { startsOfParts } from '#core/shared/parts.ts'
import { hasWhatItOffers } from './class-cards.ts'

/**
 * Public classes of listed vendors with an upcoming session, for the map of the site: of the next `limit`
 * classes by id, those that have one.
 */
export async function listMappedClasses(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ id: string; kind: 'class' | 'facility'; changedAt: Date }[]> {
  return db
    .selectFrom(
      mappedClasses(db)
        .$if(after !== null, (classes) => classes.where('c.id', '>', after ?? ''))
        .orderBy('c.id')
        .limit(limit)
        .select(['c.id', 'c.kind', 'c.updatedAt as changedAt'])
        .as('mapped'),
    )
    .where(
      sql<boolean>`exists (select from class_sessions s
        where s.class_id = mapped.id and session_is_upcoming(s))`,
    )
    .orderBy('id')
    .select(['id', 'kind', 'changedAt'])
    .execute()
}

/** The ids after which the second and every further part of that map begin. */
export function listClassMapStarts(db: Db, size: number): Promise<string[]> {
  return startsOfParts(db, mappedClasses(db).select('c.id'), size)
}

function mappedClasses(db: Db) {
  return db
    .selectFrom('classes as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendorId')
    .where(sql<boolean>`class_is_listed(c, v)`)
    .where(hasWhatItOffers)
}
