import { type RawBuilder, sql } from 'kysely'
import type { CsvCell } from '#core/shared/csv.ts'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { ExportedTable, RowsOf } from '../catalogue.ts'

/** Who exports the data of which vendor. */
export type Exporter = { vendorId: VendorId; userId: string }

const perPart = 250

/** The rows of a table that the export holds, of the columns that it holds. */
export function rowsOfTable(table: string, { of, columns }: ExportedTable, by: Exporter) {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  return sql`select ${names} from ${sql.table(table)} where ${belongs(of, by)}`
}

function belongs(of: RowsOf, { vendorId, userId }: Exporter): RawBuilder<unknown> {
  const members = sql`(select m.user_id from vendor_members m where m.vendor_id = ${vendorId})`
  switch (of) {
    case 'itself':
      return sql`id = ${vendorId}`
    case 'vendor':
      return sql`vendor_id = ${vendorId}`
    case 'members':
      return sql`id in ${members}`
    case 'ofMembers':
      return sql`user_id in ${members}`
    case 'ofMe':
      return sql`user_id = ${userId}`
    case 'own':
      return sql`vendor_id = ${vendorId}
        and not exists (select from users u where u.id = actor_user_id and u.kind = 'admin')`
    case 'news':
      return sql`vendor_id = ${vendorId} or vendor_id is null and user_id = ${userId}`
  }
}

/** The rows of a query as JSON texts, some at a time, so that they are never all in memory. */
export const readTexts = (tx: Tx, query: RawBuilder<unknown>) =>
  readInParts<string>(tx, sql`select row_to_json(q)::text as exported from (${query}) q`)

/** A row of a table for a spreadsheet. */
export type Cells = Record<string, CsvCell>

/** The rows of a query by the names of their columns, some at a time. */
export const readCells = (tx: Tx, query: RawBuilder<unknown>) =>
  readInParts<Cells>(tx, sql`select row_to_json(q) as exported from (${query}) q`)

async function* readInParts<Row>(tx: Tx, query: RawBuilder<unknown>): AsyncGenerator<Row[]> {
  await sql`declare exporting no scroll cursor for ${query}`.execute(tx)
  for (;;) {
    const { rows } = await sql<{
      exported: Row
    }>`fetch ${sql.lit(perPart)} from exporting`.execute(tx)
    if (rows.length > 0) yield rows.map(({ exported }) => exported)
    if (rows.length < perPart) break
  }
  await sql`close exporting`.execute(tx)
}
