import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { poolPatience, sqlState } from '#core/shared/db.ts'
import { ConfigError, loadConfig } from '#server/config.ts'

/** A message for the operator: which migration failed and what to do. */
export class MigrationError extends Error {}

const ownFolders = {
  migrations: path.join(import.meta.dirname, 'migrations'),
  functions: path.join(import.meta.dirname, 'functions'),
}

// Any fixed number: the holder of this lock migrates, the others wait.
const migrationLock = 7_308_511

// All queries on a table wait behind a migration that waits for its lock, so it waits briefly and retries.
const lockWait = '2s'
const mostTries = 30
const pauseMs = 1000

/**
 * Applies the migrations that are missing, in order, each in its own transaction; then the functions whose text has
 * changed, in one. Two processes may call it at once.
 */
export async function migrate(
  databaseUrl: string,
  folders: { migrations: string; functions: string } = ownFolders,
): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: databaseUrl, ...poolPatience })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const applied = await applyMissing(client, folders.migrations)
    const changed = await untilLocked(() => applyFunctions(client, folders.functions))
    await untilLocked(() => prepareQueue(databaseUrl))
    return { applied: [...applied, ...changed] }
  } finally {
    await client.end()
  }
}

/** Does it again as long as a lock it needs is held by others, or would be held for ever. */
async function untilLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const cause = error instanceof MigrationError ? error.cause : error
      const isLocked = sqlState(cause) === '55P03' || sqlState(cause) === '40P01'
      if (!isLocked || tries >= mostTries) throw error
      await pause(pauseMs)
    }
  }
}

const silent = new Logger(() => () => {})

/** The tables of the job queue belong to the queue; they live in a schema of their own. */
async function prepareQueue(databaseUrl: string): Promise<void> {
  const pgPool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    options: `-c lock_timeout=${lockWait}`,
    ...poolPatience,
  })
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
  const applied: string[] = []
  for (const { file, sql, checksum } of await readFolder(folder)) {
    const before = checksums.get(file)
    if (before === checksum) continue
    if (before !== undefined) {
      throw new MigrationError(
        `The migration ${file} was changed after it had been applied to this database. ` +
          'Restore the file and put the change into a new migration; a demo or development database can be deleted and created again.',
      )
    }
    const migration = { file, sql, checksum }
    if (file.endsWith('.concurrently.sql')) await applyConcurrently(client, migration)
    else await untilLocked(() => apply(client, migration))
    applied.push(file)
  }
  return applied
}

/** Applies all changed functions together, because they may call each other. */
async function applyFunctions(client: pg.Client, folder: string): Promise<string[]> {
  await client.query(`
    create table if not exists schema_functions (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  const known = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_functions',
  )
  const checksums = new Map(known.rows.map((row) => [row.name, row.checksum]))
  const changed = (await readFolder(folder)).filter(
    ({ file, checksum }) => checksums.get(file) !== checksum,
  )
  if (changed.length === 0) return []
  await begin(client)
  for (const one of changed) {
    try {
      await client.query(one.sql)
      await client.query(
        `insert into schema_functions (name, checksum) values ($1, $2)
          on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
        [one.file, one.checksum],
      )
    } catch (error) {
      await client.query('rollback')
      throw new MigrationError(`The function file ${one.file} failed: ${placeOf(error, one.sql)}`, {
        cause: error,
      })
    }
  }
  await client.query('commit')
  return changed.map(({ file }) => file)
}

type SqlFile = { file: string; sql: string; checksum: string }

async function readFolder(folder: string): Promise<SqlFile[]> {
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = (await fs.readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
      return { file, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function apply(client: pg.Client, migration: SqlFile): Promise<void> {
  try {
    await begin(client)
    await client.query(migration.sql)
    await note(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw failureOf(error, migration)
  }
}

/**
 * Runs without a transaction, one statement at a time, so that an index is built without blocking writes. After an
 * interruption the file runs again from its start: it first drops what it creates.
 */
async function applyConcurrently(client: pg.Client, migration: SqlFile): Promise<void> {
  for (const statement of migration.sql.split(/;\n/))
    if (statement.trim() !== '')
      await client.query(statement).catch((error: unknown) => {
        throw failureOf(error, { ...migration, sql: statement })
      })
  await note(client, migration)
}

async function begin(client: pg.Client): Promise<void> {
  await client.query(`begin; set local lock_timeout = '${lockWait}'`)
}

async function note(client: pg.Client, { file, checksum }: SqlFile): Promise<void> {
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
    file,
    checksum,
  ])
}

function failureOf(cause: unknown, { file, sql }: SqlFile): MigrationError {
  return new MigrationError(`The migration ${file} failed: ${placeOf(cause, sql)}`, { cause })
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
