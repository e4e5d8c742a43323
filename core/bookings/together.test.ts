import { sql } from 'kysely'
import { book } from '#tests/support/book.ts'
import { expect, test } from '#tests/support/database.ts'
import { aSession } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { type Db, isAway } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'

// The first booking goes at once, alone. What arrives while it is under way shares the next call.

const lockSession = 'select 1 from class_sessions where id = $1 for update'
const lockContact =
  'select contact_spots(vendor_id, id, $2, null, null) from class_sessions where id = $1'
const takeKey = `insert into booking_groups (vendor_id, reference, idempotency_key, request_hash, source, customer_name,
    customer_email, booking_method)
  select vendor_id, 'RIVAL00000', $2, '', 'public', 'Rival', 'rival@example.com', 'email'
  from class_sessions where id = $1`

async function transactionsOf(db: Db): Promise<number[]> {
  const { rows } = await sql<{ bookings: number }>`
    select count(*)::int as bookings from bookings group by xmin::text order by 1`.execute(db)
  return rows.map(({ bookings }) => bookings)
}

async function seats(db: Db, sessionId: string): Promise<number> {
  const session = await db
    .selectFrom('class_sessions')
    .where('id', '=', sessionId)
    .select('current_students')
    .executeTakeFirstOrThrow()
  return session.current_students
}

/** Books by the addresses given; all but the first share a call. */
const bookAll = (deps: Deps, sessionIds: readonly string[]) =>
  sessionIds.map((sessionId, nth) => book(deps, sessionId, `guest${nth}@example.com`))

/** What is known after a while: null for who still waits. */
async function soon<Answer>(answers: readonly Promise<Answer>[]): Promise<(Answer | null)[]> {
  return Promise.all(
    answers.map((answer) =>
      Promise.race([answer, new Promise<null>((resolve) => setTimeout(resolve, 1000, null))]),
    ),
  )
}

test('bookings that arrive together share a call, sixteen at most', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 40 })
  const booked = await Promise.all(
    bookAll(
      deps,
      Array.from({ length: 20 }, () => session.id),
    ),
  )
  expect(booked.every(({ ok }) => ok)).toBe(true)
  expect(await transactionsOf(db)).toEqual([1, 3, 16])
  expect(await seats(db, session.id)).toBe(20)
})

test('keys are written in one order, so that two calls never wait for each other', async ({
  db,
  deps,
}) => {
  const session = await aSession(db, {})
  await Promise.all(
    ['first', 'c', 'a', 'b'].map((key) =>
      book(deps, session.id, `${key}@example.com`, { key: `order ${key}` }),
    ),
  )
  const written = await db
    .selectFrom('booking_groups')
    .orderBy(sql`ctid`)
    .select('idempotency_key')
    .execute()
  expect(written.map((group) => group.idempotency_key)).toEqual(
    ['first', 'a', 'b', 'c'].map((key) => `order ${key}`),
  )
})

test('each of them gets the answer to its own question', async ({ db, deps }) => {
  const [roomy, full] = [await aSession(db, { capacity: 10 }), await aSession(db, { capacity: 1 })]
  const keyOf = (key: string) => ({ key })
  const [before, first, again, other, last, late, unknown] = await Promise.all([
    book(deps, roomy.id, 'before@example.com'),
    book(deps, roomy.id, 'twice@example.com', keyOf('key')),
    book(deps, roomy.id, 'twice@example.com', keyOf('key')),
    book(deps, roomy.id, 'other@example.com', keyOf('key')),
    book(deps, full.id, 'a@example.com', keyOf('last 1')),
    book(deps, full.id, 'b@example.com', keyOf('last 2')),
    book(deps, '00000000-0000-4000-8000-000000000000', 'c@example.com'),
  ])
  expect(before).toMatchObject({ ok: true })
  expect(first).toMatchObject({ ok: true, replayed: false })
  expect(again).toEqual({ ...first, replayed: true })
  expect(other).toMatchObject({ ok: false, reason: 'idempotency_conflict' })
  expect(last).toMatchObject({ ok: true })
  expect(late).toMatchObject({ ok: false, reason: 'session_full' })
  expect(unknown).toMatchObject({ ok: false, reason: 'not_found' })
  expect(await seats(db, roomy.id)).toBe(2)
  expect(await seats(db, full.id)).toBe(1)
})

test('the spots of one contact in one call count against its limit', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 40 })
  const [, ...answers] = await Promise.all([
    book(deps, session.id, 'first@example.com'),
    ...Array.from({ length: 6 }, (_, nth) =>
      book(deps, session.id, 'many@example.com', { key: `key ${nth}` }),
    ),
  ])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(4)
  expect(answers.filter(({ ok }) => !ok)).toEqual([
    expect.objectContaining({ reason: 'contact_limit' }),
    expect.objectContaining({ reason: 'contact_limit' }),
  ])
})

test('who meets a session somebody holds waits alone', async ({ db, deps, databaseUrl }) => {
  const [held, free] = [await aSession(db, {}), await aSession(db, {})]
  const lock = await holdLock(databaseUrl, lockSession, [held.id])
  const all = bookAll(deps, [free.id, free.id, held.id, free.id])
  await waitForWaiter(db)
  expect(await soon(all)).toMatchObject([{ ok: true }, { ok: true }, null, { ok: true }])
  await lock.commit()
  expect(await all[2]).toMatchObject({ ok: true })
})

test('who meets a contact somebody holds waits alone', async ({ db, deps, databaseUrl }) => {
  const session = await aSession(db, {})
  const lock = await holdLock(databaseUrl, lockContact, [session.id, 'guest1@example.com'])
  const all = bookAll(deps, [session.id, session.id, session.id])
  await waitForWaiter(db)
  expect(await soon(all)).toMatchObject([{ ok: true }, null, { ok: true }])
  await lock.commit()
  expect(await all[1]).toMatchObject({ ok: true })
})

test('what the database will not write fails alone', async ({ db, deps }) => {
  const session = await aSession(db, {})
  const [first, spoilt, other] = await Promise.allSettled([
    book(deps, session.id, 'first@example.com'),
    book(deps, session.id, 'spoilt@example.com', { name: 'no \u0000 text' }),
    book(deps, session.id, 'other@example.com'),
  ])
  expect(spoilt).toMatchObject({ status: 'rejected' })
  expect([first, other]).toMatchObject([{ value: { ok: true } }, { value: { ok: true } }])
  expect(await seats(db, session.id)).toBe(2)
})

test('a key somebody is writing keeps back only those in the same call', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const [session, other] = [await aSession(db, {}), await aSession(db, {})]
  const lock = await holdLock(databaseUrl, takeKey, [session.id, 'guest0@example.com'])
  const waiting = book(deps, session.id, 'guest0@example.com')
  await waitForWaiter(db)
  expect(await soon([book(deps, other.id, 'quick@example.com')])).toMatchObject([{ ok: true }])
  await lock.rollback()
  expect(await waiting).toMatchObject({ ok: true })
})

test('a lost connection is told to everybody whose booking was under way', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, {})
  const lock = await holdLock(databaseUrl, takeKey, [session.id, 'guest2@example.com'])
  const [first, ...together] = bookAll(deps, [session.id, session.id, session.id])
  expect(await first).toMatchObject({ ok: true })
  const told = Promise.allSettled(together)
  await waitForWaiter(db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  for (const answer of await told)
    expect(answer.status === 'rejected' && isAway(answer.reason)).toBe(true)
  await lock.rollback()
  // The pool may hand out the lost connection once more.
  await expect.poll(() => seats(db, session.id)).toBe(1)
  const again = await Promise.all(bookAll(deps, [session.id, session.id, session.id]))
  expect(again).toMatchObject([{ replayed: true }, { replayed: false }, { replayed: false }])
})
