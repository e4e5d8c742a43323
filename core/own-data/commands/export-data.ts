import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { createZip, type ZipFile } from '#core/integrations/zip-file.ts'
import { pictureFiles } from '#core/pictures/rules.ts'
import { writeAudit } from '#core/shared/audit.ts'
import { type CsvCell, csvFile, csvRows, csvStart } from '#core/shared/csv.ts'
import { isBusy, type Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { Language } from '#core/shared/languages.ts'
import { exportedTables } from '../catalogue.ts'
import { csvTables } from '../queries/csv-tables.ts'
import {
  type Cells,
  type Exporter,
  readCells,
  readTexts,
  rowsOfTable,
} from '../queries/exported-rows.ts'

export type DataExported =
  | { ok: true; body: ReadableStream<Uint8Array>; bytes: number }
  /** `exporting`: another export of the vendor is being made */
  | { ok: false; reason: 'exporting' | 'rate_limited' | 'busy' }

/** By the name of a column: how its values are called. */
type Words = Readonly<Record<string, Readonly<Record<string, string>>>>
type Written = { language: Language; words: Words }
/** `readme` explains the files. */
type Explained = Written & { readme: string }

type ExportDeps = Pick<Deps, 'db' | 'searches' | 'files' | 'limits' | 'log'>

/**
 * Everything that we store of a vendor, as one zip: all tables as JSON, the main ones as CSV too, and the pictures. All
 * tables are read in one snapshot.
 */
export async function exportData(
  deps: ExportDeps,
  by: Exporter,
  { readme, ...written }: Explained,
): Promise<DataExported> {
  const zip = await createZip()
  try {
    const read = await readAll(deps, zip, by, written)
    if (!read.ok) {
      await zip.discard()
      return read
    }
    // Outside the transaction, because the store of the files may be slow.
    for (const file of read.pictures) {
      const bytes = await deps.files.read(file)
      if (bytes) await zip.add(`pictures/${file}`, only(bytes))
    }
    await zip.add('README.txt', only(readme))
    const { vendorId, userId } = by
    await deps.db.transaction().execute(async (tx) => {
      await writeAudit(tx, {
        vendorId,
        userId,
        action: 'data.exported',
        subject: ['vendor', vendorId],
        details: {},
      })
      // The file contains all contacts, and an open session is enough to get it: the owner should know.
      await emit(tx, 'account.data_exported', { userId })
    })
    return { ok: true, ...(await zip.finish()) }
  } catch (error) {
    await zip.discard()
    if (!isBusy(error)) throw error
    deps.log.warn({ err: error }, 'an export was too slow')
    return { ok: false, reason: 'busy' }
  }
}

type AllRead =
  | { ok: true; pictures: string[] }
  | { ok: false; reason: 'exporting' | 'rate_limited' }

// A long export must not take the connections that bookings need, and its rows come slower than those of a search.
function readAll(
  { searches, limits }: ExportDeps,
  zip: ZipFile,
  by: Exporter,
  written: Written,
): Promise<AllRead> {
  return searches.transaction().execute<AllRead>(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    await sql`set local statement_timeout = 20000`.execute(tx)
    if (!(await isAlone(tx, by))) return { ok: false, reason: 'exporting' }
    if (!(await limits.exportsPerVendor.take(by.vendorId)).ok)
      return { ok: false, reason: 'rate_limited' }
    for (const [name, table] of Object.entries(exportedTables))
      await zip.add(`json/${name}.json`, asJson(readTexts(tx, rowsOfTable(name, table, by))))
    for (const [name, query] of Object.entries(csvTables))
      await zip.add(`csv/${name}.csv`, asCsv(readCells(tx, query(by.vendorId)), written))
    return { ok: true, pictures: await listFiles(tx, by) }
  })
}

/** Two at a time would only make both slower. The lock ends with the transaction, also where the process dies. */
async function isAlone(tx: Tx, { vendorId }: Exporter): Promise<boolean> {
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`export ${vendorId}`}, 0)) as alone`.execute(
    tx,
  )
  return rows[0]?.alone === true
}

/** Of every picture the widest file in a format that other programs read. */
async function listFiles(tx: Tx, { vendorId }: Exporter): Promise<string[]> {
  const pictures = await tx
    .selectFrom('pictures')
    .where('vendorId', '=', vendorId)
    .orderBy('createdAt')
    .select(['name', 'widths'])
    .execute()
  return pictures.flatMap((picture) => {
    const widest = pictureFiles(picture).findLast((file) => file.endsWith('.webp'))
    return widest ? [widest] : []
  })
}

async function* asJson(parts: AsyncIterable<string[]>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const rows of parts) {
    yield separator + rows.join(',\n')
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

async function* asCsv(
  parts: AsyncIterable<Cells[]>,
  { language, words }: Written,
): AsyncGenerator<string> {
  let isFirst = true
  for await (const rows of parts) {
    const cells = rows.map((row) => Object.entries(row).map((entry) => cellOf(entry, row, words)))
    const heading = Object.keys(rows[0] ?? {}).map((name) => name.replace(/_minor$/, ''))
    yield isFirst ? csvFile(heading, cells, language) : csvRows(cells, language)
    isFirst = false
  }
  if (isFirst) yield csvStart
}

function cellOf([name, value]: [string, CsvCell], { currency }: Cells, words: Words): CsvCell {
  if (name.endsWith('_minor') && typeof value === 'number' && typeof currency === 'string')
    return { minor: value, currency }
  return typeof value === 'string' ? (words[name]?.[value] ?? value) : value
}

async function* only<Part>(part: Part): AsyncGenerator<Part> {
  yield part
}
