import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { openDatabase } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { expect, test } from '#tests/support/database.ts'
import { startLivePlace } from '#tests/support/live.ts'

/** Reads the metrics of a web process as a collector beside it does. */
async function startCollector(deps: Deps, databaseUrl: string) {
  const place = await startLivePlace(deps, databaseUrl)
  onTestFinished(place.stop)
  return async (name: string) => {
    const text = await (await fetch(`${place.origin}/metrics`)).text()
    return new RegExp(`^${RegExp.escape(name)} (.*)$`, 'm').exec(text)?.[1]
  }
}

test('the metrics count the jobs that have failed for good', async ({ deps, db, databaseUrl }) => {
  const valueOf = await startCollector(deps, databaseUrl)
  expect(await valueOf('jobs_failed')).toBe('0')
  for (const key of ['one', 'other'])
    await sql`select graphile_worker.add_job('messages:booking.moved', '{}', job_key => ${key})`.execute(
      db,
    )
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'one'`.execute(
    db,
  )
  expect(await valueOf('jobs_failed')).toBe('1')
})

test('the metrics count the messages that are held, by the budget they are over', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const valueOf = await startCollector(deps, databaseUrl)
  expect(await valueOf('messages_delayed{budget="vendor"}')).toBe('0')
  for (const [delayedBy, recipient] of [
    ['vendor', 'one@example.com'],
    ['vendor', 'other@example.com'],
    ['recipient', 'one@example.com'],
  ] as const)
    await db
      .insertInto('messages')
      .values({
        eventId: randomUUID(),
        audience: 'customer',
        kind: 'news',
        channel: 'email',
        recipient,
        language: 'en',
        facts: '{}',
        status: 'delayed',
        delayedBy,
      })
      .execute()
  expect(await valueOf('messages_delayed{budget="vendor"}')).toBe('2')
  expect(await valueOf('messages_delayed{budget="recipient"}')).toBe('1')
})

test('while the database is away the failed jobs are unknown and the other metrics are there', async ({
  deps,
  databaseUrl,
}) => {
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/none' })
  onTestFinished(away.close)
  const valueOf = await startCollector({ ...deps, db: away.db }, databaseUrl)
  expect(await valueOf('jobs_failed')).toMatch(/^nan$/i)
  expect(await valueOf('messages_delayed{budget="vendor"}')).toMatch(/^nan$/i)
  expect(await valueOf('live_streams')).toBe('0')
})
