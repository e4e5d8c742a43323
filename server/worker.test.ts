import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Db } from '#core/shared/db.ts'
import { expect, test } from '#tests/support/database.ts'
import { emit } from '#core/events/emit.ts'
import { aBooking, aVendor } from '#tests/support/factories.ts'
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

/** Nothing waits, and of everything is written down what became of it. */
async function isDone(db: Db): Promise<boolean> {
  const { rows } = await sql<{ left: number }>`
    select ((select count(*) from graphile_worker.jobs) + (select count(*) from told where due_at is not null)
      + (select count(*) from messages where status = 'queued'))::integer as left`.execute(db)
  return rows[0]?.left === 0
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
    await until(() => isDone(db), 'the end of its job')

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
    expect(await isDone(db)).toBe(true)
    expect(lines.join('\n')).not.toContain('@example.com')
  },
)

test(
  'a connection lost while the end of a job is written down ends neither the worker nor the job',
  slow,
  async ({ db, databaseUrl }) => {
    const { smtpUrl, mails, stop } = await startMailServer()
    onTestFinished(stop)
    const { worker, lines } = startWorker(databaseUrl, smtpUrl)
    let ended = false
    void worker.exited.then(() => (ended = true))

    const messages = await holdLock(databaseUrl, 'lock table messages in share row exclusive mode')
    const { userId } = await aVendor(db)
    await emit(db, 'account.password_changed', { userId })
    await until(
      async () => {
        const { rows } =
          await sql`select from graphile_worker.jobs where locked_at is not null`.execute(db)
        return rows.length === 1
      },
      `the job at work\n${lines.join('\n')}`,
    )
    const job = await holdLock(databaseUrl, 'select from graphile_worker._private_jobs for update')
    await messages.commit()
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
    await until(() => isDone(db), 'the job freed and done again')
    expect(mails.length).toBe(2)
    expect(ended).toBe(false)
  },
)

test(
  'a connection lost while it is written down that a mail was taken loses neither',
  slow,
  async ({ db, databaseUrl }) => {
    const { smtpUrl, mails, hold, stop } = await startMailServer()
    onTestFinished(stop)
    const { lines } = startWorker(databaseUrl, smtpUrl)
    const { waiting, letGo } = hold()
    await tellOfBooking(db)
    await until(() => waiting() === 1, `the mail on its way\n${lines.join('\n')}`)
    const message = await holdLock(databaseUrl, 'select from messages for update')
    letGo()
    await until(async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%sent%' and datname = current_database()`.execute(
        db,
      )
      return rows.length > 0
    }, 'what became of it waiting for its row')
    await message.commit()
    await until(() => isDone(db), 'the message written down as sent')
    expect(mails.length).toBe(1)
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
    expect(await isDone(db)).toBe(true)
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
