import { sql } from 'kysely'
import { expect, test } from './database.ts'
import { holdLock, waitForWaiter } from './race.ts'

test('a rival waits for the lock and continues after its commit', async ({ db, databaseUrl }) => {
  await sql`create table spots (taken int not null)`.execute(db)
  await sql`insert into spots values (1)`.execute(db)
  const held = await holdLock(databaseUrl, 'update spots set taken = taken + $1', [1])
  const rival = sql<{ taken: number }>`update spots set taken = taken * 10 returning taken`.execute(
    db,
  )
  await waitForWaiter(db)
  await held.commit()
  expect((await rival).rows).toEqual([{ taken: 20 }])
})

test('waiting for a competing transaction that never blocks fails with a clear message', async ({
  db,
}) => {
  await expect(waitForWaiter(db, 1, 100)).rejects.toThrow(
    '0 of 1 expected backends wait for a lock after 100 ms',
  )
})

test('each test has its own database', async ({ db }) => {
  const { rows } = await sql`select to_regclass('spots') as found`.execute(db)
  expect(rows).toEqual([{ found: null }])
})
