import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#core/shared/db.ts'

export type HeldLock = { commit: () => Promise<void>; rollback: () => Promise<void> }

/** Runs the statement in a transaction of its own, whose locks stay until commit or rollback. */
export async function holdLock(
  databaseUrl: string,
  statement: string,
  params: readonly unknown[] = [],
): Promise<HeldLock> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const finish = async (word: 'commit' | 'rollback') => {
    try {
      await client.query(word)
    } finally {
      await client.end()
    }
  }
  try {
    await client.query('begin')
    await client.query(statement, [...params])
  } catch (error) {
    await client.end()
    throw error
  }
  return { commit: () => finish('commit'), rollback: () => finish('rollback') }
}

/** How many backends of this database wait for a lock. */
export async function countWaiters(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows[0]?.waiting ?? 0
}

/** Resolves when `count` backends of this database wait for a lock; throws after the limit. */
export async function waitForWaiter(db: Db, count = 1, limitMs = 60_000): Promise<void> {
  const giveUpAt = performance.now() + limitMs
  for (;;) {
    const waiting = await countWaiters(db)
    if (waiting >= count) return
    if (performance.now() > giveUpAt) {
      throw new Error(
        `${waiting} of ${count} expected backends wait for a lock after ${limitMs} ms.`,
      )
    }
    await pause(10)
  }
}
