import { type Expression, sql } from 'kysely'
import type { Db } from './db.ts'

/** The ids after which the second and every further part of a long list begins; `ids` selects the column `id`. */
export async function startsOfParts(
  db: Db,
  ids: Expression<{ id: string }>,
  size: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select id, row_number() over (order by id) as place from ${ids} as listed) as placed
    where place % ${size} = 0 order by id`.execute(db)
  return rows.map(({ id }) => id)
}
