import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { poolPatience } from '#core/shared/db.ts'
import { ConfigError, loadConfig } from '#server/config.ts'

/** A sentence for the operator: which migration stands in the way and what to do. */
export class MigrationError extends Error {}

const ownFolder = path.join(import.meta.dirname, 'migrations')

// Any fixed number: who holds it migrates, the others wait.
const migrationLock = 7_308_511

/** Applies what is missing, in order, each file in its own transaction. Two processes may call it at once. */
export async function migrate(
  databaseUrl: string,
  folder: string = ownFolder,
): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: databaseUrl, ...poolPatience })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await applyMissing(client, folder)
    await prepareQueue(databaseUrl)
    return { applied }
  } finally {
    await client.end()
  }
}

const silent = new Logger(() => () => {})

/** The tables of the job queue belong to the queue; they live in a schema of their own. */
async function prepareQueue(databaseUrl: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 2, ...poolPatience })
  pgPool.on('error', () => {})
  pgPool.on('connect', (connected) => connected.on('error', () => {}))
  try {
    await runMigrations({ pgPool, logger: silent })
  } finally {
    await pgPool.end()
  }
}

async function applyMissing(client: pg.Client, folder: string): Promise<string[]> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const known = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  const checksums = new Map(known.rows.map((row) => [row.name, row.checksum]))
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const applied: string[] = []
  for (const file of files) {
    const sql = (await fs.readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
    const checksum = createHash('sha256').update(sql).digest('hex')
    const before = checksums.get(file)
    if (before === checksum) continue
    if (before !== undefined) {
      throw new MigrationError(
        `The migration ${file} was changed after it had been applied to this database. ` +
          'Restore the file and put the change into a new migration; a demo or development database can be deleted and made anew.',
      )
    }
    await apply(client, { file, sql, checksum })
    applied.push(file)
  }
  return applied
}

async function apply(
  client: pg.Client,
  migration: { file: string; sql: string; checksum: string },
): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.file,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new MigrationError(
      `The migration ${migration.file} failed: ${placeOf(error, migration.sql)}`,
      {
        cause: error,
      },
    )
  }
}

function placeOf(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError)) return String(error)
  const line = error.position ? sql.slice(0, Number(error.position)).split('\n').length : null
  return [
    error.message,
    line === null ? '' : ` (line ${line})`,
    error.hint ? ` ${error.hint}` : '',
  ].join('')
}

if (import.meta.main) {
  try {
    const { applied } = await migrate(loadConfig().database.directUrl)
    process.stdout.write(
      applied.length > 0 ? `Applied ${applied.join(', ')}.\n` : 'Nothing to apply.\n',
    )
  } catch (error) {
    if (!(error instanceof MigrationError) && !(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
