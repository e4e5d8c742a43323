import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

const silentSeconds = 30
const forgottenSeconds = 15

/** Says that a job pool is alive. */
export async function beat(db: Db, poolId: string | null): Promise<number> {
  if (poolId === null) return 0
  await db
    .insertInto('workerHeartbeats')
    .values({ workerId: poolId })
    .onConflict((conflict) =>
      conflict.column('workerId').doUpdateSet((eb) => ({ seenAt: eb.fn<Date>('now') })),
    )
    .execute()
  return 0
}

/** Removes a pool, unless it has jobs that must be released. */
export async function endBeat(db: Db, poolId: string | null): Promise<void> {
  await sql`
    delete from worker_heartbeats where worker_id = ${poolId}
      and not exists (select from graphile_worker.jobs where locked_by = ${poolId})`.execute(db)
}

/**
 * Releases the jobs of pools without a heartbeat for 30 s; a killed pool would keep them for hours. A pool that never sent
 * one counts from when it was first noticed. Returns how many pools were released.
 */
export async function freeJobsOfTheDead(db: Db): Promise<number> {
  await sql`
    insert into worker_heartbeats (worker_id)
    select distinct locked_by from graphile_worker.jobs where locked_by is not null
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ freed: number }>`
    with dead as (
      delete from worker_heartbeats where seen_at < now() - make_interval(secs => ${silentSeconds}) returning worker_id
    ), silent as (
      select array_agg(worker_id) as ids, count(*)::integer as freed from dead having count(*) > 0
    )
    select silent.freed, graphile_worker.force_unlock_workers(silent.ids) from silent`.execute(db)
  return rows[0]?.freed ?? 0
}

/**
 * Releases jobs that a living pool has locked but does not run, because a connection was lost while taking the job or
 * recording its end. They would stay locked for hours. Returns how many jobs were released.
 */
export async function freeForgottenJobs(
  db: Db,
  poolId: string | null,
  running: ReadonlySet<string>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update graphile_worker._private_jobs set locked_by = null, locked_at = null
    where locked_by = ${poolId} and locked_at < now() - make_interval(secs => ${forgottenSeconds})
      and id <> all(${[...running]}::bigint[])`.execute(db)
  return Number(numAffectedRows ?? 0)
}
