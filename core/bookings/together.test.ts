import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { book } from '#tests/support/book.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession } from '#tests/support/factories.ts'
import { countWaiters, holdLock, waitForWaiter } from '#tests/support/race.ts'
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

/** Books one spot each by guest0, guest1 … */
const bookAll = (deps: Deps, sessionIds: readonly string[]) =>
  sessionIds.map((sessionId, nth) => book(deps, sessionId, `guest${nth}@example.com`))

/** What is asked while the process is at work with a booking of another session shares a call. */
async function inOneCall<Asked>(db: Db, deps: Deps, ask: () => Asked): Promise<Awaited<Asked>> {
  const elsewhere = await aSession(db, {})
  const working = book(deps, elsewhere.id, 'before@example.com')
  const asked = ask()
  await working
  return await asked
}

/** How many purchases each transaction wrote. */
async function transactionsOf(db: Db): Promise<number[]> {
  const { rows } = await sql<{ purchases: number }>`
    select count(*)::int as purchases from booking_groups group by xmin::text order by 1`.execute(
    db,
  )
  return rows.map(({ purchases }) => purchases)
}

async function seats(db: Db, sessionId: string): Promise<number> {
  const session = await db
    .selectFrom('class_sessions')
    .where('id', '=', sessionId)
    .select('current_students')
    .executeTakeFirstOrThrow()
  return session.current_students
}

/** Whether it has no answer yet. */
async function waits(answer: Promise<unknown> | undefined): Promise<boolean> {
  const later = pause(0, 'later')
  return (await Promise.race([answer, later])) === 'later'
}

test('bookings that arrive together share a call, sixteen at most', async ({ db, deps }) => {
  const sessions = []
  for (let n = 0; n < 20; n++) sessions.push(await aSession(db, {}))
  const booked = await Promise.all(
    bookAll(
      deps,
      sessions.map(({ id }) => id),
    ),
  )
  expect(booked.every(({ ok }) => ok)).toBe(true)
  expect(await transactionsOf(db)).toEqual([1, 3, 16])
})

test('each of them gets the answer to its own question', async ({ db, deps }) => {
  const [roomy, full] = [await aSession(db, { capacity: 10 }), await aSession(db, { capacity: 1 })]
  const [first, again, other, seen, unseen, ...lastPlace] = await inOneCall(db, deps, () =>
    Promise.all([
      book(deps, roomy.id, 'twice@example.com', { key: 'key', spots: 3 }),
      book(deps, roomy.id, 'twice@example.com', { key: 'key', spots: 3 }),
      book(deps, roomy.id, 'other@example.com', { key: 'key', spots: 2 }),
      book(deps, roomy.id, 'seen@example.com', { seenPriceMinor: 1500 }),
      book(deps, roomy.id, 'unseen@example.com', { seenPriceMinor: 1400 }),
      book(deps, full.id, 'a@example.com'),
      book(deps, full.id, 'b@example.com'),
    ]),
  )
  expect(first).toMatchObject({ ok: true, replayed: false })
  expect(again).toMatchObject({ ok: true, replayed: true })
  expect(again?.ok && again.purchase.groupId).toBe(first?.ok && first.purchase.groupId)
  expect(first?.ok && first.purchase.spots).toHaveLength(3)
  expect(other).toMatchObject({ ok: false, reason: 'idempotency_conflict' })
  expect(seen).toMatchObject({ ok: true })
  expect(unseen).toMatchObject({ ok: false, reason: 'price_changed' })
  expect(lastPlace.filter(({ ok }) => ok)).toHaveLength(1)
  expect(lastPlace.find(({ ok }) => !ok)).toMatchObject({ reason: 'session_full' })
  expect(await seats(db, roomy.id)).toBe(4)
  expect(await seats(db, full.id)).toBe(1)
})

test('in the order of booking the spots of one purchase lie together', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 20 })
  const names = ['a', 'b', 'c', 'd']
  await inOneCall(db, deps, () =>
    Promise.all(names.map((name) => book(deps, session.id, `${name}@example.com`, { spots: 3 }))),
  )
  const listed = await db
    .selectFrom('bookings')
    .where('session_id', '=', session.id)
    .orderBy('booked_at', 'desc')
    .orderBy('id')
    .select('group_id')
    .execute()
  const changes = listed.filter((row, nth) => row.group_id !== listed[nth - 1]?.group_id)
  expect(changes).toHaveLength(4)
})

test('a manual class asks for its time and gets it, in company', async ({ db, deps }) => {
  const manual = await aSession(db, { class: await aClass(db, { confirmation_mode: 'manual' }) })
  const session = await aSession(db, {})
  const [confirmed, asked] = await inOneCall(db, deps, () =>
    Promise.all([
      book(deps, session.id, 'sure@example.com'),
      book(deps, manual.id, 'asks@example.com'),
    ]),
  )
  expect(confirmed).toMatchObject({ purchase: { spots: [{ status: 'confirmed' }] } })
  const spot = asked?.ok ? asked.purchase.spots[0] : null
  expect(spot).toMatchObject({ status: 'pending', expiresAt: expect.any(Date) })
})

test('keys are written in one order, so that two calls never wait for each other', async ({
  db,
  deps,
}) => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f']
  const session = await aSession(db, {})
  await inOneCall(db, deps, () =>
    Promise.all(keys.map((key) => book(deps, session.id, `${key}@example.com`, { key }))),
  )
  const written = await db
    .selectFrom('booking_groups')
    .where('idempotency_key', 'in', keys)
    .orderBy(sql`ctid`)
    .select('idempotency_key as key')
    .execute()
  const places = written.map(({ key }) => hash('md5', key))
  expect(places).toEqual(places.toSorted())
  expect(places).toHaveLength(6)
})

test('the spots of one contact in one call count against its limit', async ({ db, deps }) => {
  const session = await aSession(db, { capacity: 40 })
  const keys = ['1', '2', '3', '4', '5', '6']
  const answers = await inOneCall(db, deps, () =>
    Promise.all(keys.map((key) => book(deps, session.id, 'many@example.com', { key }))),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(4)
  expect(answers.filter(({ ok }) => !ok)).toEqual([
    expect.objectContaining({ reason: 'contact_limit' }),
    expect.objectContaining({ reason: 'contact_limit' }),
  ])
})

test('who meets a session somebody holds waits outside the call', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const [held, free] = [await aSession(db, {}), await aSession(db, {})]
  const lock = await holdLock(databaseUrl, lockSession, [held.id])
  const all = await inOneCall(db, deps, () => bookAll(deps, [free.id, held.id, free.id]))
  await waitForWaiter(db)
  const [before, kept, after] = all
  expect([await before, await after]).toMatchObject([{ ok: true }, { ok: true }])
  expect(await waits(kept)).toBe(true)
  await lock.commit()
  expect(await kept).toMatchObject({ ok: true })
})

test('a crowd that meets a session somebody holds waits for it in one call', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 5 })
  const lock = await holdLock(databaseUrl, lockSession, [session.id])
  const ofContact = await holdLock(databaseUrl, lockContact, [session.id, 'guest0@example.com'])
  const six = Array.from({ length: 6 }, () => session.id)
  const crowd = await inOneCall(db, deps, () => bookAll(deps, six))
  await waitForWaiter(db)
  // guest0 meets its contact first and is one of the crowd all the same.
  for (const answer of crowd) expect(await waits(answer)).toBe(true)
  expect(await countWaiters(db)).toBe(1)
  await lock.commit()
  const [ofHeldContact, ...others] = crowd
  expect(await Promise.all(others)).toMatchObject(others.map(() => ({ ok: true })))
  expect(await waits(ofHeldContact)).toBe(true)
  expect(await transactionsOf(db)).toEqual([1, 5])
  await ofContact.commit()
  expect(await ofHeldContact).toMatchObject({ ok: false, reason: 'session_full' })
})

test('who meets a contact somebody holds waits outside the call', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, {})
  const lock = await holdLock(databaseUrl, lockContact, [session.id, '+4915112345678'])
  const all = await inOneCall(db, deps, () => [
    book(deps, session.id, 'a@example.com'),
    book(deps, session.id, 'b@example.com', { phone: '+4915112345678' }),
    book(deps, session.id, 'c@example.com', { phone: '+4915112345679' }),
  ])
  await waitForWaiter(db)
  const [before, kept, after] = all
  expect([await before, await after]).toMatchObject([{ ok: true }, { ok: true }])
  expect(await waits(kept)).toBe(true)
  await lock.commit()
  expect(await kept).toMatchObject({ ok: true })
})

test('a vendor who changes its profile keeps no booking back, nor a payment at the door', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, {})
  await db.updateTable('vendors').set({ record_new_as_paid: true }).execute()
  const lock = await holdLock(databaseUrl, 'select 1 from vendors for update')
  expect(await book(deps, session.id, 'payer@example.com')).toMatchObject({ ok: true })
  await lock.commit()
  expect(await db.selectFrom('payments').selectAll().execute()).toHaveLength(1)
})

test('what the database will not take fails alone', async ({ db, deps }) => {
  const session = await aSession(db, {})
  const [first, spoilt, other] = await inOneCall(db, deps, () =>
    Promise.allSettled([
      book(deps, session.id, 'first@example.com'),
      book(deps, session.id, 'spoilt@example.com', { name: 'no \u0000 text' }),
      book(deps, session.id, 'other@example.com'),
    ]),
  )
  expect(spoilt).toMatchObject({ status: 'rejected' })
  expect([first, other]).toMatchObject([{ value: { ok: true } }, { value: { ok: true } }])
  expect(await seats(db, session.id)).toBe(2)
})

test('a key used meanwhile undoes the call; the others are booked once', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const guests = ['guest0', 'guest1', 'guest2', 'guest3', 'guest4'].map(
    (guest) => `${guest}@example.com`,
  )
  // The last to be written: seats of all others are taken before it.
  const [key = ''] = guests.toSorted((one, other) =>
    hash('md5', one) < hash('md5', other) ? 1 : -1,
  )
  const session = await aSession(db, { capacity: 5 })
  const lock = await holdLock(databaseUrl, takeKey, [session.id, key])
  const five = guests.map(() => session.id)
  const all = await inOneCall(db, deps, () => bookAll(deps, five))
  await waitForWaiter(db)
  expect(await seats(db, session.id)).toBe(0)
  await lock.commit()
  const answers = await Promise.all(all)
  for (const [nth, answer] of answers.entries())
    expect(answer).toMatchObject(
      guests[nth] === key ? { ok: false, reason: 'idempotency_conflict' } : { ok: true },
    )
  expect(await seats(db, session.id)).toBe(4)
})

test('a call that takes long does not keep the next one back', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const [session, other] = [await aSession(db, {}), await aSession(db, {})]
  const lock = await holdLock(databaseUrl, takeKey, [session.id, 'guest0@example.com'])
  const waiting = book(deps, session.id, 'guest0@example.com')
  await waitForWaiter(db)
  expect(await book(deps, other.id, 'quick@example.com')).toMatchObject({ ok: true })
  expect(await waits(waiting)).toBe(true)
  await lock.rollback()
  expect(await waiting).toMatchObject({ ok: true })
})

test('a lost connection is told to everybody whose booking was under way', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, {})
  const lock = await holdLock(databaseUrl, takeKey, [session.id, 'guest1@example.com'])
  const ids = [session.id, session.id, session.id]
  const all = await inOneCall(db, deps, () => bookAll(deps, ids))
  const told = Promise.allSettled(all)
  await waitForWaiter(db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  for (const answer of await told)
    expect(answer.status === 'rejected' && isAway(answer.reason)).toBe(true)
  await lock.rollback()
  // The pool may hand out the lost connection once more.
  await expect.poll(() => seats(db, session.id)).toBe(0)
  expect(await Promise.all(bookAll(deps, ids))).toMatchObject(
    ids.map(() => ({ ok: true, replayed: false })),
  )
})
