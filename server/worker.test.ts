import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Db } from '#core/shared/db.ts'
import { expect, test } from '#tests/support/database.ts'
import { aBooking } from '#tests/support/factories.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { startChild } from './children.ts'
import { childEnvironment } from './config.ts'

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const giveUpAt = performance.now() + 15_000
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(`never seen: ${what}`)
    await pause(50)
  }
}

async function hasJobAtWork(db: Db): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.jobs where locked_at is not null`.execute(
    db,
  )
  return rows.length > 0
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
  return { worker, lines }
}

test(
  'the worker sends what happened, expires what is due, survives lost connections and stops in order',
  { timeout: 40_000 },
  async ({ db, databaseUrl }) => {
    const { smtpUrl, mails, stop } = await startMailServer()
    onTestFinished(stop)
    const { worker, lines } = startWorker(databaseUrl, smtpUrl, { DATABASE_POOL: '3' })

    const first = await aBooking(db)
    const tell = ({ groupId, bookingIds }: typeof first) =>
      db
        .insertInto('outbox')
        .values({ kind: 'booking.approved', payload: JSON.stringify({ groupId, bookingIds }) })
        .execute()
    await tell(first)
    await until(async () => mails.length === 1, `a mail\n${lines.join('\n')}`)
    await until(
      async () =>
        (await db.selectFrom('worker_heartbeats').select('worker_id').execute()).length === 1,
      'a heartbeat',
    )

    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> ''`
      .execute(db)
      .catch(() => {})
    await tell(await aBooking(db))
    await aBooking(db, {
      session: first.session,
      status: 'pending',
      expires_at: new Date(Date.now() - 1000),
    })
    await until(async () => mails.length === 3, `two more mails\n${lines.join('\n')}`)
    expect(mails.map(({ subject }) => `${subject?.split(':')[0]}`).toSorted()).toEqual([
      'Confirmed',
      'Confirmed',
      'Not confirmed in time',
    ])

    const begun = performance.now()
    await worker.stop()
    expect(await worker.exited).toBe(0)
    expect(performance.now() - begun).toBeLessThan(9000)
    expect(await db.selectFrom('worker_heartbeats').selectAll().execute()).toEqual([])
    const { rows } = await sql`select id from graphile_worker.jobs`.execute(db)
    expect(rows).toEqual([])
    expect(lines.join('\n')).not.toContain('@example.com')
  },
)

test(
  'a connection lost while the end of a job is written down ends neither the worker nor the job',
  {
    timeout: 60_000,
  },
  async ({ db, databaseUrl }) => {
    const { smtpUrl, mails, stop } = await startMailServer()
    onTestFinished(stop)
    const { worker, lines } = startWorker(databaseUrl, smtpUrl)
    let ended = false
    void worker.exited.then(() => (ended = true))
    const tell = async () => {
      const { groupId, bookingIds } = await aBooking(db)
      const payload = JSON.stringify({ groupId, bookingIds })
      await db.insertInto('outbox').values({ kind: 'booking.approved', payload }).execute()
    }

    const messages = await holdLock(databaseUrl, 'lock table messages in exclusive mode')
    await tell()
    await until(() => hasJobAtWork(db), 'the job at work')
    const job = await holdLock(databaseUrl, 'select from graphile_worker._private_jobs for update')
    await messages.commit()
    await until(async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'openspot worker' and wait_event_type = 'Lock'`.execute(db)
      return rows.length > 0
    }, 'the end of the job waiting for its row')
    await job.commit()
    await tell()
    await until(async () => mails.length === 2, `both mails\n${lines.join('\n')}`)
    await sql`
      update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`.execute(db)
    await until(async () => {
      const { rows } = await sql`select from graphile_worker.jobs`.execute(db)
      return rows.length === 0
    }, 'the job freed and done again')
    expect(mails.length).toBe(2)
    expect(ended).toBe(false)
  },
)

test('a job under way when the worker is stopped is finished and written down', async ({
  db,
  databaseUrl,
}) => {
  const { smtpUrl, stop } = await startMailServer()
  onTestFinished(stop)
  const { worker, lines } = startWorker(databaseUrl, smtpUrl)

  const messages = await holdLock(databaseUrl, 'lock table messages in exclusive mode')
  const { groupId, bookingIds } = await aBooking(db)
  const payload = JSON.stringify({ groupId, bookingIds })
  await db.insertInto('outbox').values({ kind: 'booking.approved', payload }).execute()
  await until(() => hasJobAtWork(db), 'the job at work')
  await waitForWaiter(db, 1, 15_000)
  const stopped = worker.stop()
  await until(async () => lines.join('\n').includes('graceful shutdown'), 'the queue stopping')
  await messages.commit()
  await stopped
  expect(await worker.exited).toBe(0)
  const { rows } = await sql`
    select task_identifier from graphile_worker.jobs
    where locked_by is not null or task_identifier = 'deliver_event'`.execute(db)
  expect(rows).toEqual([])
})

test('a worker that is stopped while its queue is starting begins no work and ends', async ({
  db,
  databaseUrl,
}) => {
  const { worker, lines } = startWorker(databaseUrl, 'smtp://127.0.0.1:1')

  // The queue reads its migrations before it starts.
  const migrations = await holdLock(
    databaseUrl,
    'lock table graphile_worker.migrations in access exclusive mode',
  )
  await until(async () => lines.join('\n').includes('worker is running'), 'the worker')
  await waitForWaiter(db, 1, 15_000)
  const stopped = worker.stop()
  await pause(300)
  await migrations.commit()
  await stopped
  expect(await worker.exited).toBe(0)
  // What the queue says when it is stopped: without it the worker only gave up waiting.
  expect(lines.join('\n')).toContain('graceful shutdown')
})
