import { type RawBuilder, sql } from 'kysely'
import type { Deps } from './deps.ts'
import { seal, sealedPrefix, unseal } from './sealing.ts'

const maxPerRun = 500

/** A column of sealed secrets. */
export type SealedColumn = {
  table: string
  column: string
  /** the column with the owner of each secret */
  owner: string
  purpose: string
  /** what else an update sets */
  more?: RawBuilder<unknown>
}

/** Encrypts the secrets of a column with the first secret key, so that an older one can be removed. Returns their number. */
export async function reseal(
  { db, secretKeys: keys, log }: Pick<Deps, 'db' | 'secretKeys' | 'log'>,
  { table, column, owner, purpose, more = sql`` }: SealedColumn,
): Promise<number> {
  const prefix = `${sealedPrefix(keys, purpose).replaceAll('_', '\\_')}%`
  const { rows } = await sql<{ id: string; sealed: string }>`
    select ${sql.ref(owner)}::text as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ${sql.ref(column)} not like ${prefix} limit ${maxPerRun}`.execute(db)
  for (const { id, sealed } of rows) {
    const sealing = { keys, purpose, owner: id }
    const secret = unseal(sealing, sealed)
    if (secret === null) log.error({ table, [owner]: id }, 'no secret key opens a sealed secret')
    else
      await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${seal(sealing, secret)} ${more}
        where ${sql.ref(owner)}::text = ${id} and ${sql.ref(column)} = ${sealed}`.execute(db)
  }
  return rows.length
}
