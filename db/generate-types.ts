// Writes core/shared/database.ts from the migrations: what Kysely knows about the tables.
import path from 'node:path'
import { Logger, RawExpressionNode, generate, getDialect } from 'kysely-codegen'
import { openDatabase } from '#core/shared/db.ts'
import { startThrowawayPostgres } from '#server/postgres/postgres.ts'
import { columnTypes } from './column-types.ts'
import { migrate } from './migrate.ts'

const outFile = path.join(import.meta.dirname, '..', 'core', 'shared', 'database.ts')
const columns = Object.entries(columnTypes).map(
  // The generator itself adds null where the column allows it.
  ([column, type]) => [column, new RawExpressionNode(type.replace(/ \| null$/, ''))],
)

const server = await startThrowawayPostgres()
try {
  await migrate(server.url)
  const database = openDatabase({ url: server.url, max: 1 })
  await generate({
    db: database.db,
    dialect: getDialect('postgres', { dateParser: 'string' }),
    outFile,
    logger: new Logger('error'),
    excludePattern: '{graphile_worker.*,public.schema_migrations,public.schema_functions}',
    overrides: { columns: Object.fromEntries(columns) },
    // As core/shared/db.ts parses them: money in minor units stays far below 2^53.
    typeMapping: { int8: 'number', time: 'string' },
  })
  await database.close()
} finally {
  await server.stop()
}
