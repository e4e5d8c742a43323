import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** Every row of every table, as text. */
export async function everythingIn(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`.execute(db)
  const all = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{
        row: string
      }>`select t::text as row from ${sql.raw(name)} t`.execute(db)
      return rows.map(({ row }) => `${name} ${row}`)
    }),
  )
  return all.flat()
}
