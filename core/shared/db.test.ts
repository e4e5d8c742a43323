import { sql } from 'kysely'
import { expect, test } from '#tests/support/database.ts'
import { isAway, isBusy, openDatabase } from './db.ts'

test('a connection that is ended at work fails its statement and nothing else', async ({
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
})
