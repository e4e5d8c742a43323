import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

export type FailedJob = {
  id: string
  /** `<subscriber>:<event>`, or what it was called otherwise */
  name: string
  eventId: string | null
  /** null: its worker died in the last attempt */
  lastError: string | null
  failedAt: Date
}

const maxListedJobs = 200

// The queue keeps a job that has no attempts left. One that is locked is in its last attempt.
const hasFailed = sql`j.attempts >= j.max_attempts and j.locked_at is null`

/** Jobs that failed and will not be retried, the newest first. */
export async function listFailedJobs(db: Db): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select j.id::text as id, j.task_identifier as name,
      -- The key of a subscriber's job ends with it.
      substring(j.key from ':([0-9a-f-]{36})$') as event_id, j.last_error, j.updated_at as failed_at
    from graphile_worker.jobs j
    where ${hasFailed} order by j.updated_at desc, j.id desc limit ${maxListedJobs}`.execute(db)
  return rows
}

/** Deletes jobs that failed for good some time ago: their events may name customers. Returns how many. */
export async function forgetFailedJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select j.id::text as id from graphile_worker.jobs j
    where ${hasFailed} and j.updated_at < now() - ${sql.lit(`${daysOfFailedJobs} days`)}::interval`.execute(
    db,
  )
  const ids = rows.map(({ id }) => id)
  await sql`select graphile_worker.complete_jobs(${ids}::bigint[])`.execute(db)
  return ids.length
}

const daysOfFailedJobs = 30

export async function countFailedJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ failed: number }>`
    select count(*)::integer as failed from graphile_worker.jobs j where ${hasFailed}`.execute(db)
  return rows[0]?.failed ?? 0
}
