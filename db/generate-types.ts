// Writes core/shared/database.ts from the migrations: what Kysely knows about the tables.
import fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Logger, RawExpressionNode, generate, getDialect } from 'kysely-codegen'
import { openDatabase } from '#core/shared/db.ts'
import { startThrowawayPostgres } from '#server/postgres/postgres.ts'
import { columnTypes } from './column-types.ts'
import { migrate } from './migrate.ts'

const outFile = path.join(import.meta.dirname, '..', 'core', 'shared', 'database.ts')
const server = await startThrowawayPostgres()
try {
  await migrate(server.url)
  const database = openDatabase({ url: server.url, max: 1 })
  const { rows: ofVendors } = await sql<{ column: string }>`
    select table_name || '.vendor_id' as column from information_schema.columns
    where table_schema = 'public' and column_name = 'vendor_id'`.execute(database.db)
  const columns = [
    ...ofVendors.map(({ column }) => [column, 'VendorId'] as const),
    ...Object.entries(columnTypes),
    // The generator itself adds null where the column allows it.
  ].map(([column, type]) => [column, new RawExpressionNode(type.replace(/ \| null$/, ''))])
  await generate({
    db: database.db,
    dialect: getDialect('postgres', { dateParser: 'string' }),
    outFile,
    camelCase: true,
    logger: new Logger('error'),
    excludePattern: '{graphile_worker.*,public.schema_migrations,public.schema_functions}',
    overrides: { columns: Object.fromEntries(columns) },
    // As core/shared/db.ts parses them: money in minor units stays far below 2^53.
    typeMapping: { int8: 'number', time: 'string' },
  })
  await database.close()
  // The generator does not look for imports in types that are written out.
  const written = await fs.readFile(outFile, 'utf8')
  await fs.writeFile(
    outFile,
    written.replace('import type {', "import type { VendorId } from './ids.ts'\nimport type {"),
  )
} finally {
  await server.stop()
}
