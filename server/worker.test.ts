import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Db } from '#core/shared/db.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking } from '#tests/support/factories.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { holdLock } from '#tests/support/race.ts'
import { startChild } from './children.ts'
import { childEnvironment } from './config.ts'

// Whole processes on a machine with other work.
const slow = { timeout: 180_000 }

async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = performance.now() + 60_000
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(`never seen: ${what}`)
    await pause(50)
  }
}

/** A booking that the vendor knows of: only the customer gets a mail. */
async function aKnownBooking(db: Db, columns: Parameters<typeof aBooking>[1] = {}) {
  const booked = await aBooking(db, columns)
  await sql`select mark_told(${booked.purchaseId}, 'vendor')`.execute(db)
  return booked
}

/** Writes down that a booking was confirmed; returns it. */
async function tellOfBooking(db: Db) {
  const booked = await aKnownBooking(db)
  const { purchaseId, bookingIds } = booked
  const payload = JSON.stringify({ purchaseId, bookingIds })
  await db.insertInto('outbox').values({ kind: 'booking.confirmed', payload }).execute()
  return booked
}

async function hasNoJobs(db: Db): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.jobs`.execute(db)
  return rows.length === 0
}

/** A worker process, its log in `lines`, ended with the test. */
function startWorker(databaseUrl: string, smtpUrl: string, more: NodeJS.ProcessEnv = {}) {
  const lines: string[] = []
  const worker = startChild({
    name: 'worker',
    file: path.join(import.meta.dirname, 'worker.ts'),
    env: childEnvironment({
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtpUrl,
      SECRET_KEYS: 'k'.repeat(32),
      LOG_LEVEL: 'debug',
      ...more,
    }),
    print: (line) => lines.push(line),
  })
  onTestFinished(worker.stop)
  return { worker, lines, said: (words: string) => lines.some((line) => line.includes(words)) }
}

test(
  'the worker sends what happened, expires what is due, survives lost connections and stops in order',
  slow,
  async ({ db, databaseUrl }) => {
    const { smtpUrl, mails, stop } = await startMailServer()
    onTestFinished(stop)
    const { worker, lines } = startWorker(databaseUrl, smtpUrl, { DATABASE_POOL: '3' })

    const first = await tellOfBooking(db)
    await until(() => mails.length === 1, `a mail\n${lines.join('\n')}`)
    await until(
      async () =>
        (await db.selectFrom('workerHeartbeats').select('workerId').execute()).length === 1,
      'a heartbeat',
    )
    await until(() => hasNoJobs(db), 'the end of its job')

    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> ''`
      .execute(db)
      .catch(() => {})
    await tellOfBooking(db)
    await aKnownBooking(db, {
      session: first.session,
      status: 'pending',
      expiresAt: new Date(Date.now() - 1000),
    })
    await until(() => mails.length === 4, `three more mails\n${lines.join('\n')}`)
    expect(mails.map(({ subject }) => `${subject?.split(':')[0]}`).toSorted()).toEqual([
      'Not confirmed in time',
      'Request expired',
      'You’re booked',
      'You’re booked',
    ])

    await worker.stop()
    // Neither was it ended after 10 s nor did it give up after 8: the last it does is to take its name off.
    expect(await worker.exited).toBe(0)
    expect(await db.selectFrom('workerHeartbeats').selectAll().execute()).toEqual([])
    expect(await hasNoJobs(db)).toBe(true)
    expect(lines.join('\n')).not.toContain('@example.com')
  },
)

test(
  'a connection lost while the end of a job is written down ends neither the worker nor the job',
  slow,
  async ({ db, databaseUrl }) => {
    const { smtpUrl, mails, hold, stop } = await startMailServer()
    onTestFinished(stop)
    const { worker, lines } = startWorker(databaseUrl, smtpUrl)
    let ended = false
    void worker.exited.then(() => (ended = true))

    const { waiting, letGo } = hold()
    await tellOfBooking(db)
    await until(() => waiting() === 1, `the job at work\n${lines.join('\n')}`)
    const job = await holdLock(databaseUrl, 'select from graphile_worker._private_jobs for update')
    letGo()
    await until(async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'openspot worker' and wait_event_type = 'Lock'
          and datname = current_database()`.execute(db)
      return rows.length > 0
    }, 'the end of the job waiting for its row')
    await job.commit()
    await tellOfBooking(db)
    await until(() => mails.length === 2, `both mails\n${lines.join('\n')}`)
    await sql`
      update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`.execute(db)
    await until(() => hasNoJobs(db), 'the job freed and done again')
    expect(mails.length).toBe(2)
    expect(ended).toBe(false)
  },
)

test(
  'a job under way when the worker is stopped is finished and written down',
  slow,
  async ({ db, databaseUrl }) => {
    const { smtpUrl, mails, hold, stop } = await startMailServer()
    onTestFinished(stop)
    const { worker, said } = startWorker(databaseUrl, smtpUrl)

    const { waiting, letGo } = hold()
    await tellOfBooking(db)
    await until(() => waiting() === 1, 'the job at work')
    const stopped = worker.stop()
    await until(() => said('graceful shutdown'), 'the queue stopping')
    letGo()
    await stopped
    expect(await worker.exited).toBe(0)
    expect(mails.length).toBe(1)
    expect(await hasNoJobs(db)).toBe(true)
  },
)

test(
  'a worker that is stopped while its queue is starting begins no work and ends',
  slow,
  async ({ db, databaseUrl }) => {
    // The queue reads its migrations before it starts.
    const migrations = await holdLock(
      databaseUrl,
      'lock table graphile_worker.migrations in access exclusive mode',
    )
    const { worker, said } = startWorker(databaseUrl, 'smtp://127.0.0.1:1')
    await until(async () => {
      const { rows } = await sql`
      select from pg_stat_activity
      where application_name = 'openspot worker' and wait_event_type = 'Lock'
        and datname = current_database()`.execute(db)
      return rows.length > 0
    }, 'the queue starting')
    const stopped = worker.stop()
    await until(() => said('worker is stopping'), 'the worker stopping')
    await migrations.commit()
    await stopped
    expect(await worker.exited).toBe(0)
    // What the queue says when it is stopped: without it the worker only gave up waiting.
    expect(said('graceful shutdown')).toBe(true)
  },
)
