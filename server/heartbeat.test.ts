import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { expect, test } from '#tests/support/database.ts'
import { beat, endBeat, freeForgottenJobs, freeJobsOfTheDead } from './heartbeat.ts'

async function aLockedJob(db: Db, pool: string) {
  await sql`select graphile_worker.add_job('send_message', '{}')`.execute(db)
  await sql`update graphile_worker._private_jobs set locked_by = ${pool}, locked_at = now() where locked_by is null`.execute(
    db,
  )
}

async function holders(db: Db) {
  const { rows } = await sql<{
    lockedBy: string | null
  }>`select locked_by from graphile_worker.jobs order by id`.execute(db)
  return rows.map(({ lockedBy }) => lockedBy)
}

const age = (db: Db, seconds: number) =>
  sql`update worker_heartbeats set seen_at = seen_at - make_interval(secs => ${seconds})`.execute(
    db,
  )

test('jobs of a worker without a heartbeat for 30 s are released, those of a living one are not', async ({
  db,
}) => {
  await aLockedJob(db, 'dead')
  await aLockedJob(db, 'alive')
  await beat(db, 'dead')
  await beat(db, 'alive')
  await age(db, 31)
  await beat(db, 'alive')
  expect(await freeJobsOfTheDead(db)).toBe(1)
  expect(await holders(db)).toEqual([null, 'alive'])
})

test('a worker without any heartbeat counts as dead 30 s after it was noticed', async ({ db }) => {
  await aLockedJob(db, 'unknown')
  expect(await freeJobsOfTheDead(db)).toBe(0)
  expect(await holders(db)).toEqual(['unknown'])
  await age(db, 31)
  expect(await freeJobsOfTheDead(db)).toBe(1)
  expect(await holders(db)).toEqual([null])
})

test('a worker that leaves with nothing in hand is forgotten', async ({ db }) => {
  await beat(db, 'tidy')
  await beat(db, 'untidy')
  await aLockedJob(db, 'untidy')
  await endBeat(db, 'tidy')
  await endBeat(db, 'untidy')
  expect(await db.selectFrom('workerHeartbeats').select('workerId').execute()).toEqual([
    { workerId: 'untidy' },
  ])
})

test('jobs that a living worker has locked but does not run are released after 15 s, running ones are not', async ({
  db,
}) => {
  for (let jobs = 0; jobs < 3; jobs++) await aLockedJob(db, 'alive')
  await aLockedJob(db, 'other')
  const { rows } = await sql<{ id: string }>`
    select id::text from graphile_worker.jobs order by id`.execute(db)
  const running = new Set(rows.slice(0, 1).map(({ id }) => id))
  expect(await freeForgottenJobs(db, 'alive', running)).toBe(0)
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '16 seconds'
    where id <> ${rows[2]?.id}`.execute(db)
  expect(await freeForgottenJobs(db, 'alive', running)).toBe(1)
  expect(await holders(db)).toEqual(['alive', null, 'alive', 'other'])
  expect(await freeForgottenJobs(db, null, new Set())).toBe(0)
})
