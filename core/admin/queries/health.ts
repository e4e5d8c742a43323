import { sql } from 'kysely'
import { refusesUs } from '#core/integrations/mail-failure.ts'
import type { Db } from '#core/shared/db.ts'

export type FailedJob = {
  id: string
  task: string
  attempts: number
  maxAttempts: number
  failedAt: Date
  /** null: it will not be tried again by itself */
  retryAt: Date | null
  error: string
}

/** Of the vendors' Google calendars. */
export type CalendarsHealth = {
  connected: number
  /** the vendor has to connect again */
  broken: number
  /** tried again at the moment */
  failing: number
  /** of them those that fail because of the operator's settings */
  misconfigured: number
}

export type Health = {
  messages: {
    waiting: number
    /** null: none waits */
    oldestAt: Date | null
    delayed: number
    failedToday: number
    lastSentAt: Date | null
    lastError: string | null
    /** that the mail server refuses because of us, and that are tried again */
    refused: number
  }
  /** null: no worker runs */
  workerSeenAt: Date | null
  recount: { at: Date | null; wrong: number | null }
  calendars: CalendarsHealth
  failedJobs: FailedJob[]
}

const jobsShown = 50

export async function findHealth(db: Db): Promise<Health> {
  const [messages, worker, recount, calendars, failedJobs] = await Promise.all([
    findMessages(db),
    findWorker(db),
    findRecount(db),
    findCalendars(db),
    listFailedJobs(db),
  ])
  return { messages, workerSeenAt: worker, recount, calendars, failedJobs }
}

async function findMessages(db: Db): Promise<Health['messages']> {
  const { rows } = await sql<Health['messages']>`
    select (select count(*)::integer from messages where status = 'queued') as waiting,
      (select min(created_at) from messages where status = 'queued') as oldest_at,
      (select count(*)::integer from messages where status = 'delayed') as delayed,
      (select count(*)::integer from messages where status = 'queued' and last_error like ${`${refusesUs}%`}) as refused,
      (select count(*)::integer from messages where status = 'failed' and created_at > now() - interval '1 day') as failed_today,
      (select max(finished_at) from messages where status = 'sent' and created_at > now() - interval '7 days') as last_sent_at,
      (select last_error from messages where last_error is not null and created_at > now() - interval '1 day'
        order by status = 'queued' and last_error like ${`${refusesUs}%`} desc, created_at desc limit 1) as last_error`.execute(
    db,
  )
  return (
    rows[0] ?? {
      waiting: 0,
      oldestAt: null,
      delayed: 0,
      failedToday: 0,
      lastSentAt: null,
      lastError: null,
      refused: 0,
    }
  )
}

async function findWorker(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('workerHeartbeats')
    .where('seenAt', '>', sql<Date>`now() - interval '30 seconds'`)
    .select((eb) => eb.fn.max('seenAt').as('seenAt'))
    .executeTakeFirst()
  return row?.seenAt ?? null
}

async function findRecount(db: Db): Promise<Health['recount']> {
  const row = await db
    .selectFrom('jobRuns')
    .where('job', '=', 'recount seats')
    .select(['finishedAt', 'result'])
    .executeTakeFirst()
  return { at: row?.finishedAt ?? null, wrong: row?.result ?? null }
}

async function findCalendars(db: Db): Promise<CalendarsHealth> {
  const { rows } = await sql<CalendarsHealth>`
    select count(*)::integer as connected, count(broken_at)::integer as broken,
      (count(*) filter (where broken_at is null and failures > 0))::integer as failing,
      (count(*) filter (where broken_at is null and last_problem = 'misconfigured'))::integer as misconfigured
    from calendar_connections where google_calendar_connected_at is not null`.execute(db)
  return rows[0] ?? { connected: 0, broken: 0, failing: 0, misconfigured: 0 }
}

/** Jobs whose last attempt failed, the latest first. The error's first line only: it may hold what people typed. */
async function listFailedJobs(db: Db): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id::text, task_identifier as task, attempts, max_attempts, updated_at as failed_at,
      case when attempts < max_attempts then run_at end as retry_at,
      left(split_part(last_error, E'\n', 1), 200) as error
    from graphile_worker.jobs where last_error is not null and locked_at is null
    order by updated_at desc, id limit ${jobsShown}`.execute(db)
  return rows
}
