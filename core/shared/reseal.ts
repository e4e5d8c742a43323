import { type RawBuilder, sql } from 'kysely'
import type { Deps } from './deps.ts'
import { seal, sealedPrefix, unseal } from './sealing.ts'

const maxPerRun = 500

/** A column, or a key of a column with an object. */
type Place = string | readonly [column: string, key: string]

/** A column of sealed secrets. */
export type SealedColumn = {
  table: string
  column: Place
  /** the column that names the owner of each secret */
  owner: Place
  purpose: string
  /** what else an update sets */
  more?: RawBuilder<unknown>
}

/** Encrypts the secrets of a column with the first secret key, so that an older one can be removed. Returns their number. */
export async function reseal(
  { db, secretKeys: keys, log }: Pick<Deps, 'db' | 'secretKeys' | 'log'>,
  { table, column, owner, purpose, more = sql`` }: SealedColumn,
): Promise<number> {
  const [secretAt, ownerAt] = [read(column), read(owner)]
  const prefix = `${sealedPrefix(keys, purpose).replaceAll('_', '\\_')}%`
  const { rows } = await sql<{ id: string; sealed: string }>`
    select ${ownerAt} as id, ${secretAt} as sealed from ${sql.table(table)}
    where ${secretAt} not like ${prefix} limit ${maxPerRun}`.execute(db)
  for (const { id, sealed } of rows) {
    const sealing = { keys, purpose, owner: id }
    const secret = unseal(sealing, sealed)
    if (secret === null) log.error({ table, owner: id }, 'no secret key opens a sealed secret')
    else
      await sql`
        update ${sql.table(table)} set ${write(column, seal(sealing, secret))} ${more}
        where ${ownerAt} = ${id} and ${secretAt} = ${sealed}`.execute(db)
  }
  return rows.length
}

const read = (place: Place) =>
  typeof place === 'string'
    ? sql<string>`${sql.ref(place)}::text`
    : sql<string>`(${sql.ref(place[0])} ->> ${place[1]}::text)`

const write = (place: Place, sealed: string) =>
  typeof place === 'string'
    ? sql`${sql.ref(place)} = ${sealed}`
    : sql`${sql.ref(place[0])} = jsonb_set(${sql.ref(place[0])}, array[${place[1]}::text], to_jsonb(${sealed}::text))`
