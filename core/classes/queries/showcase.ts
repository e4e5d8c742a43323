import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** The current username of a vendor whose page has an open spot. Null: there is nothing to show. */
export async function findShowcase(db: Db, username: string): Promise<string | null> {
  const row = await db
    .selectFrom('usernames as u')
    .innerJoin('vendors as v', 'v.id', 'u.vendorId')
    .where('u.username', '=', username)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('classSessions as s')
          .innerJoin('classes as c', 'c.id', 's.classId')
          .whereRef('s.vendorId', '=', 'v.id')
          .where(sql<boolean>`session_is_open(s, c) and has_room(s, 1)`)
          .where(sql<boolean>`class_is_public(c, v) and not registration_is_closed(c, v)`)
          .select('s.id'),
      ),
    )
    .select('v.username')
    .executeTakeFirst()
  return row?.username ?? null
}
