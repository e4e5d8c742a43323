import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { expect, test } from '#tests/support/database.ts'
import { hurry, runTasks } from '#tests/support/jobs.ts'
import { subscribers as everySubscriber } from '#server/subscribers.ts'
import { drainOutbox, relayOutbox } from './commands/relay-outbox.ts'
import { defineSubscriptions, listSubscriptions, type Subscriber } from './define-subscriptions.ts'
import { eventNames } from './catalogue.ts'
import { emit } from './emit.ts'
import { eventJobs, eventTasks } from './jobs.ts'
import { countFailedJobs, forgetFailedJobs, listFailedJobs } from './queries.ts'

/** A feature that records the enquiries it receives; `busy` makes it fail. */
function aListener(name: string, busy: () => boolean = () => false) {
  const heard: string[] = []
  const subscriber = defineSubscriptions(name, {
    'enquiry.received': async (_deps, { payload }) => {
      if (busy()) throw new Error(`${name} is busy`)
      heard.push(payload.enquiryId)
    },
  })
  return { heard, subscriber }
}

async function listJobs(db: Db) {
  const { rows } = await sql<{ name: string; key: string | null; attempts: number }>`
    select task_identifier as name, key, attempts from graphile_worker.jobs order by 1`.execute(db)
  return rows
}

/** Runs a worker with these subscribers until no job is due. */
async function workFor(databaseUrl: string, deps: Deps, subscribers: Subscriber[]) {
  await drainOutbox(deps.db, subscribers)
  await runTasks(databaseUrl, eventTasks(deps, subscribers))
}

test('each subscriber has a separate job, which fails and is retried without the others', async ({
  deps,
  db,
  databaseUrl,
}) => {
  let busy = true
  const [calendar, telegram] = [aListener('calendar'), aListener('telegram', () => busy)]
  const subscribers = [calendar.subscriber, telegram.subscriber]
  const enquiryId = randomUUID()
  await emit(db, 'enquiry.received', { enquiryId })
  const { eventId } = await db.selectFrom('outbox').select('eventId').executeTakeFirstOrThrow()
  await drainOutbox(db, subscribers)
  expect(await listJobs(db)).toEqual([
    { name: 'calendar:enquiry.received', key: `calendar:${eventId}`, attempts: 0 },
    { name: 'telegram:enquiry.received', key: `telegram:${eventId}`, attempts: 0 },
  ])
  await workFor(databaseUrl, deps, subscribers)
  expect(calendar.heard).toEqual([enquiryId])
  expect(await listJobs(db)).toMatchObject([{ name: 'telegram:enquiry.received', attempts: 1 }])

  busy = false
  await hurry(deps)
  await workFor(databaseUrl, deps, subscribers)
  expect(telegram.heard).toEqual([enquiryId])
  expect(calendar.heard).toEqual([enquiryId])
  expect(await listJobs(db)).toEqual([])
})

test('an event without a subscriber is removed', async ({ db }) => {
  await emit(db, 'session.changed', { sessionIds: [randomUUID()] })
  expect(await relayOutbox(db, [aListener('calendar').subscriber])).toBe(1)
  expect(await listJobs(db)).toEqual([])
  expect(await db.selectFrom('outbox').select('kind').execute()).toEqual([])
})

test('two workers move each row of the outbox once', async ({ db }) => {
  const payload = JSON.stringify({ enquiryId: randomUUID() })
  const rows = Array.from({ length: 1200 }, () => ({ kind: 'enquiry.received', payload }))
  await db.insertInto('outbox').values(rows).execute()
  const subscribers = [aListener('calendar').subscriber, aListener('telegram').subscriber]
  const moved = await Promise.all([1, 2, 3].map(() => drainOutbox(db, subscribers)))
  expect(moved.reduce((sum, one) => sum + one, 0)).toBe(1200)
  expect(await listJobs(db)).toHaveLength(2400)
})

test('a job that has failed for good is listed with its event and its error, and counted', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const subscribers = [aListener('telegram', () => true).subscriber]
  await emit(db, 'enquiry.received', { enquiryId: randomUUID() })
  await db.insertInto('outbox').values({ kind: 'enquiry.received', payload: '{}' }).execute()
  const events = await db.selectFrom('outbox').orderBy('id').select('eventId').execute()
  await workFor(databaseUrl, deps, subscribers)
  expect(await countFailedJobs(db)).toBe(0)
  await sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`.execute(db)
  await hurry(deps)
  await workFor(databaseUrl, deps, subscribers)
  const failed = await listFailedJobs(db)
  expect(failed).toHaveLength(2)
  expect(failed.find(({ eventId }) => eventId === events[0]?.eventId)).toEqual({
    id: expect.stringMatching(/^\d+$/),
    name: 'telegram:enquiry.received',
    eventId: events[0]?.eventId,
    lastError: 'telegram is busy',
    failedAt: expect.any(Date),
  })
  // An invalid payload fails visibly.
  const wrong = failed.find(({ eventId }) => eventId === events[1]?.eventId)
  expect(wrong?.lastError).toContain('enquiryId')
  expect(await countFailedJobs(db)).toBe(2)
  // They may name customers, so they are not kept for ever.
  const [, one] = failed
  await sql`update graphile_worker._private_jobs set updated_at = now() - interval '31 days' where id = ${one?.id}::bigint`.execute(
    db,
  )
  expect(await forgetFailedJobs(db)).toBe(1)
  expect(await countFailedJobs(db)).toBe(1)

  // In its last attempt a job has no attempts left and has not failed yet.
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'`.execute(
    db,
  )
  expect(await listFailedJobs(db)).toEqual([])
  expect(await countFailedJobs(db)).toBe(0)
})

test('the worker’s own jobs relay what happened', async ({ deps, db }) => {
  await emit(db, 'enquiry.received', { enquiryId: randomUUID() })
  const jobs = eventJobs([aListener('calendar').subscriber])
  const done = await Promise.all(jobs.map(async ({ name, run }) => [name, await run(deps)]))
  expect(done).toEqual([
    ['relay events', 1],
    ['forget failed jobs', 0],
  ])
  expect(await listJobs(db)).toHaveLength(1)
})

test('every event has a feature that reacts to it', () => {
  const heard = new Set([
    ...listSubscriptions(everySubscriber).map(({ event }) => event),
    ...everySubscriber.flatMap(({ noting }) => noting?.events ?? []),
  ])
  expect(eventNames.filter((name) => !heard.has(name))).toEqual([])
})
