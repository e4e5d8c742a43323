import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { expect, test } from '#tests/support/database.ts'
import { type Db, isAway, isBusy, openDatabase } from './db.ts'

test('a connection that is terminated during a statement fails only that statement', async ({
  db,
  databaseUrl,
}) => {
  const opened = openDatabase({ url: databaseUrl, max: 1 })
  const failed = await opened.db
    .transaction()
    .execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(db)
      await sql`select 1`.execute(tx)
    })
    .catch((error: unknown) => error)
  expect(isAway(failed)).toBe(true)
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(opened.db)
  expect(rows).toEqual([{ one: 1 }])
  await opened.close()
})

test('a server that cannot be reached is away, a refusal of the database is not', async ({
  db,
}) => {
  const nowhere = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/nothing' })
  const unreached = await sql`select 1`.execute(nowhere.db).catch((error: unknown) => error)
  expect(isAway(unreached)).toBe(true)
  await nowhere.close()
  const refused = await sql`select 1 / 0`.execute(db).catch((error: unknown) => error)
  expect([isAway(refused), isBusy(refused)]).toEqual([false, false])
  for (const code of ['EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
    expect(isAway(Object.assign(new Error('no way'), { code }))).toBe(true)
})

test('an idle connection is kept', async ({ databaseUrl }) => {
  const opened = openDatabase({ url: databaseUrl, max: 1, silentMs: 100 })
  const backends = await opened.db.connection().execute(async (held) => {
    const backend = async () => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(held)
      return rows[0]?.pid
    }
    const before = await backend()
    // Longer than an answer is waited for.
    await pause(5600)
    return [before, await backend()]
  })
  expect(backends[1]).toBe(backends[0])
  await opened.close()
})

test('a request that gets no connection from a full pool should be retried', async ({
  databaseUrl,
}) => {
  const opened = openDatabase({ url: databaseUrl, max: 1 })
  const refused = await opened.db
    .connection()
    .execute(() => sql`select 1`.execute(opened.db).catch((error: unknown) => error))
  expect(isBusy(refused)).toBe(true)
  await opened.close()
})

test('a running process can still read a table that gains a column, also with statements prepared before', async ({
  db,
  databaseUrl,
}) => {
  // The number of named statements per process is limited, and other tests of this worker may have reached it.
  vi.resetModules()
  const fresh = await import('./db.ts')
  const opened = fresh.openDatabase({ url: databaseUrl, max: 1 })
  await opened.db.connection().execute(async (held) => {
    const read = (on: Db) =>
      on.selectFrom('enquiries').where('name', '=', 'Erika').selectAll().execute()
    await read(held)
    await sql`alter table enquiries add column extra text`.execute(db)
    expect(await read(held)).toEqual([])
    // Within a transaction everything has failed: it is worth another try.
    const inside = () => held.transaction().execute(read)
    await inside()
    await sql`alter table enquiries drop column extra`.execute(db)
    expect(isBusy(await inside().catch((error: unknown) => error))).toBe(true)
    expect(await inside()).toEqual([])
  })
  await opened.close()
})

test('a transaction has its isolation and its limits also where a pooler lent a connection with others', async ({
  databaseUrl,
}) => {
  const opened = openDatabase({ url: databaseUrl, max: 1 })
  await sql`set default_transaction_isolation = 'serializable'`.execute(opened.db)
  for (const name of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'])
    await sql`set ${sql.raw(name)} = 0`.execute(opened.db)
  const { rows } = await opened.db.transaction().execute((tx) =>
    sql`select current_setting('transaction_isolation') as isolation,
      current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`.execute(tx),
  )
  expect(rows).toEqual([{ isolation: 'read committed', lock: '3s', statement: '30s', idle: '30s' }])
  await opened.close()
})
