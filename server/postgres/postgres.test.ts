import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { PostgresError } from './place.ts'
import { startPostgres, startThrowawayPostgres } from './postgres.ts'

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

const gone = (pid: number) => {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

test('a server keeps its data, is found running, forgets a dead lock and refuses another version', async () => {
  const base = await fs.mkdtemp(path.join(os.tmpdir(), 'openspot-test-'))
  // As the folder of a project may be: open to the user the server runs as.
  await fs.chmod(base, 0o755)
  const dataDir = path.join(base, 'postgres')

  const first = await startPostgres({ dataDir })
  await ask(first.url, 'create table kept (word text)')
  await expect(startPostgres({ dataDir })).rejects.toThrow(/already running/)
  await first.stop()
  expect(gone(first.pid)).toBe(true)

  // Our own number is alive and no server: in a container numbers come back at once.
  await fs.writeFile(path.join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`)
  const second = await startPostgres({ dataDir })
  expect(await ask(second.url, 'select * from kept')).toEqual([])
  await second.stop()

  await fs.writeFile(path.join(dataDir, 'PG_VERSION'), '15\n')
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    /belongs to PostgreSQL 15, but this is PostgreSQL 18/,
  )
  await fs.rm(base, { recursive: true })
}, 60_000)

test('an unusable data folder is reported with a clear error message', async () => {
  const base = await fs.mkdtemp(path.join(os.tmpdir(), 'openspot-test-'))
  await fs.writeFile(path.join(base, 'file'), '')
  await expect(startPostgres({ dataDir: path.join(base, 'file', 'postgres') })).rejects.toThrow(
    PostgresError,
  )
  await expect(startPostgres({ dataDir: base })).rejects.toThrow(
    /is not empty and does not contain a database/,
  )
  await fs.rm(base, { recursive: true })
})

test('two throwaway servers run side by side and leave nothing', async () => {
  const base = await fs.mkdtemp(path.join(os.tmpdir(), 'openspot-test-'))
  await fs.chmod(base, 0o1777)
  vi.stubEnv('TMPDIR', base)
  const [one, two] = await Promise.all([startThrowawayPostgres(), startThrowawayPostgres()])
  vi.unstubAllEnvs()
  expect(one.url).not.toBe(two.url)
  expect(await ask(two.url, 'select 1 as n')).toEqual([{ n: 1 }])
  expect(await fs.readdir(base)).toHaveLength(2)
  await Promise.all([one.stop(), two.stop()])
  expect([gone(one.pid), gone(two.pid)]).toEqual([true, true])
  expect(await fs.readdir(base)).toEqual([])
  await fs.rmdir(base)
}, 60_000)

test('the product owns its database and cannot reach beyond it', async () => {
  const server = await startThrowawayPostgres()
  const of = `select rolsuper, pg_get_userbyid(datdba) = current_user as owns
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`
  expect(await ask(server.url, of)).toEqual([{ rolsuper: false, owns: true }])
  await migrate(server.url)
  for (const beyond of [
    `copy (select 1) to program 'true'`,
    `select pg_read_file('PG_VERSION')`,
    `select * from pg_authid`,
    `alter system set log_statement = 'all'`,
    `create role another superuser`,
  ])
    await expect(ask(server.url, beyond), beyond).rejects.toThrow(/permission denied/)
  await server.stop()
}, 60_000)

test('data that belonged to the superuser are handed to the product once', async () => {
  const base = await fs.mkdtemp(path.join(os.tmpdir(), 'openspot-test-'))
  await fs.chmod(base, 0o755)
  const dataDir = path.join(base, 'postgres')
  const first = await startPostgres({ dataDir })
  await makeAsBefore(first.url, await fs.readFile(path.join(dataDir, 'openspot-password'), 'utf8'))
  await first.stop()

  for (const start of ['first', 'second']) {
    const server = await startPostgres({ dataDir })
    expect(await ask(server.url, notOurs), start).toEqual([])
    expect(await ask(server.url, 'select word, id from kept'), start).toEqual([
      { word: 'written before', id: 1 },
    ])
    expect(await migrate(server.url), start).toEqual({ applied: [] })
    await server.stop()
  }
  await fs.rm(base, { recursive: true })
}, 120_000)

/** An older server, on which the superuser owns everything. */
async function makeAsBefore(url: string, password: string) {
  const superuser = new URL(url)
  const role = superuser.username
  superuser.username = 'openspot'
  superuser.password = password.trim()
  const system = new URL(superuser)
  system.pathname = '/postgres'
  await ask(system.href, 'drop database openspot')
  await ask(system.href, `drop role ${role}`)
  await ask(system.href, 'create database openspot')
  await migrate(superuser.href)
  for (const sql of [
    'create table kept (word text, id int generated always as identity)',
    `insert into kept values ('written before')`,
    `create type mood as enum ('happy')`,
    `create domain word as text`,
    `create view kept_words as select word from kept`,
    `create sequence numbers`,
    `create schema drawer`,
    `create procedure "Drawer" (int, text) language sql as ''`,
  ])
    await ask(superuser.href, sql)
}

const notOurs = `
  with objects as (
    select 'pg_class'::regclass as catalog, oid, oid::regclass::text as name, relowner as owner,
      relnamespace as schema from pg_class
    union all
    select 'pg_type'::regclass, oid, oid::regtype::text, typowner, typnamespace from pg_type
    union all
    select 'pg_proc'::regclass, oid, oid::regprocedure::text, proowner, pronamespace from pg_proc
    union all
    select 'pg_namespace'::regclass, oid, nspname, nspowner, oid from pg_namespace where nspname <> 'public'
  )
  select name from objects o join pg_namespace n on n.oid = o.schema
  where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and owner <> current_user::regrole
    and not exists (select from pg_depend d where d.classid = o.catalog and d.objid = o.oid and d.deptype = 'e')
    -- The array of what an extension made.
    and not exists (select from pg_type t join pg_depend d on d.objid = t.oid and d.deptype = 'e'
      where t.typarray = o.oid)`
