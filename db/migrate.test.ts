import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startThrowawayPostgres } from '#server/postgres/postgres.ts'
import { dumpSchema } from './dump-schema.ts'
import { migrate } from './migrate.ts'

type Folders = { migrations: string; functions: string }

async function withServer(run: (url: string, folders: Folders) => Promise<void>): Promise<void> {
  const server = await startThrowawayPostgres()
  const folder = await fs.mkdtemp(
    path.join(os.tmpdir(), `openspot-${randomBytes(4).toString('hex')}-`),
  )
  const folders = {
    migrations: path.join(folder, 'migrations'),
    functions: path.join(folder, 'functions'),
  }
  try {
    await fs.mkdir(folders.migrations)
    await fs.mkdir(folders.functions)
    await run(server.url, folders)
  } finally {
    await server.stop()
    await fs.rm(folder, { recursive: true })
  }
}

test('migrations run once and in order, also when two processes start at the same moment', async () => {
  await withServer(async (url, folders) => {
    const { migrations } = folders
    await fs.writeFile(path.join(migrations, '002-second.sql'), 'alter table a add column b int;')
    await fs.writeFile(path.join(migrations, '001-first.sql'), 'create table a (id int);')
    const both = await Promise.all([migrate(url, folders), migrate(url, folders)])
    expect(both.flatMap((one) => one.applied)).toEqual(['001-first.sql', '002-second.sql'])
    expect(await migrate(url, folders)).toEqual({ applied: [] })
  })
}, 60_000)

test('a changed migration is refused, and a failing one leaves nothing of itself', async () => {
  await withServer(async (url, folders) => {
    const { migrations } = folders
    const first = path.join(migrations, '001-first.sql')
    await fs.writeFile(first, 'create table a (id int);')
    await migrate(url, folders)
    await fs.writeFile(
      path.join(migrations, '002-bad.sql'),
      'create table b (id int);\nselect nonsense;',
    )
    await expect(migrate(url, folders)).rejects.toThrow(/002-bad\.sql failed: .*nonsense.*line 2/)
    await fs.writeFile(path.join(migrations, '002-bad.sql'), 'create table b (id int);')
    expect(await migrate(url, folders)).toEqual({ applied: ['002-bad.sql'] })
    await fs.writeFile(first, 'create table a (id bigint);')
    await expect(migrate(url, folders)).rejects.toThrow(/001-first\.sql was changed after/)
  })
}, 60_000)

test('a function is applied again when its text changes, and what fails leaves the one before', async () => {
  await withServer(async (url, folders) => {
    const file = path.join(folders.functions, 'answer.sql')
    const write = (body: string) =>
      fs.writeFile(
        file,
        `create or replace function answer() returns int language sql as $$ ${body} $$;`,
      )
    const ask = async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query('select answer()')
      await client.end()
      return rows[0]
    }
    await write('select 1')
    expect(await migrate(url, folders)).toEqual({ applied: ['answer.sql'] })
    expect(await migrate(url, folders)).toEqual({ applied: [] })
    await write('select 2')
    await migrate(url, folders)
    expect(await ask()).toEqual({ answer: 2 })
    await write('select nonsense')
    await expect(migrate(url, folders)).rejects.toThrow(/answer\.sql failed: .*nonsense/)
    expect(await ask()).toEqual({ answer: 2 })
  })
}, 60_000)

test('a migration that cannot have its lock lets others work and tries again', async () => {
  await withServer(async (url, folders) => {
    const { migrations } = folders
    await fs.writeFile(path.join(migrations, '001-first.sql'), 'create table a (id int);')
    await migrate(url, folders)
    await fs.writeFile(path.join(migrations, '002-second.sql'), 'alter table a add column b int;')
    const reader = new pg.Client({ connectionString: url, statement_timeout: 30_000 })
    const other = new pg.Client({ connectionString: url })
    await Promise.all([reader.connect(), other.connect()])
    try {
      await reader.query('begin')
      await reader.query('select from a')
      const migrated = migrate(url, folders)
      const waits = async () => {
        const { rows } = await other.query('select from pg_locks where not granted')
        return rows.length
      }
      await expect.poll(waits).toBe(1)
      // All queries on a table wait behind a migration that waits for its lock.
      await other.query(`set statement_timeout = '20s'`)
      await other.query('select from a')
      await reader.query('commit')
      expect(await migrated).toEqual({ applied: ['002-second.sql'] })
    } finally {
      await Promise.all([reader.end(), other.end()])
    }
  })
}, 120_000)

test('an index is built without blocking its table, also after a try that failed', async () => {
  await withServer(async (url, folders) => {
    const { migrations } = folders
    await fs.writeFile(
      path.join(migrations, '001-first.sql'),
      'create table a (id int); insert into a values (1), (1);',
    )
    await migrate(url, folders)
    await fs.writeFile(
      path.join(migrations, '002-index.concurrently.sql'),
      '-- One row per id.\ndrop index concurrently if exists a_id;\ncreate unique index concurrently a_id on a (id);\n',
    )
    await expect(migrate(url, folders)).rejects.toThrow(/002-index.*failed.*unique/)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const index = async () =>
      (await client.query('select indisvalid from pg_index where indrelid = $1::regclass', ['a']))
        .rows
    expect(await index()).toEqual([{ indisvalid: false }])
    await client.query('delete from a')
    expect(await migrate(url, folders)).toEqual({ applied: ['002-index.concurrently.sql'] })
    expect(await index()).toEqual([{ indisvalid: true }])
    expect(await migrate(url, folders)).toEqual({ applied: [] })
    await client.end()
  })
}, 120_000)

test('db/schema.sql is what the migrations make', async () => {
  await withServer(async (url) => {
    await migrate(url)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const dumped = await dumpSchema(client)
    await client.end()
    expect(dumped).toBe(await fs.readFile(path.join(import.meta.dirname, 'schema.sql'), 'utf8'))
  })
}, 60_000)
