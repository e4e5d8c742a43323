import { PassThrough, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { bookSession } from '#core/bookings/commands/book-session.ts'
import { announceSpots, spotsChannel } from '#core/bookings/commands/announce-spots.ts'
import { cancelByVendor } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { deleteBooking } from '#core/bookings/commands/delete-booking.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import type { SpotCount } from '#core/bookings/queries/spot-counts.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { createLog } from '#core/shared/log.ts'
import { expect, test as base } from '#tests/support/database.ts'
import { aBooking, aClass, aSession, aVendor, type ASession } from '#tests/support/factories.ts'
import { openStream, startLivePlace } from '#tests/support/live.ts'
import { holdLock } from '#tests/support/race.ts'
import { createHub } from './live/hub.ts'
import { liveLimits } from './live.ts'

const test = base.extend('place', async ({ deps, databaseUrl }, { onCleanup }) => {
  const place = await startLivePlace(deps, databaseUrl)
  onCleanup(place.stop)
  return place
})
const log = createLog('silent')

function book(deps: Deps, { id }: ASession, spots = 1) {
  return bookSession(deps, {
    sessionId: id,
    spots,
    name: 'Carla',
    contact: `carla-${randomUUID()}@example.com`,
    idempotencyKey: randomUUID(),
    source: 'public',
    accepted: [],
    language: 'en',
    network: null,
  })
}

/** The one connection that listens, when it does. */
async function untilListening(db: Db): Promise<number> {
  const listening = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where application_name = 'openspot live' and datname = current_database()
        and query ilike 'listen%' and state = 'idle'`.execute(db)
    return rows.map(({ pid }) => pid)
  }
  await expect.poll(listening).toHaveLength(1)
  return (await listening())[0] ?? 0
}

test('a stream starts with the current counts and gets bookings made elsewhere', async ({
  db,
  deps,
  place,
}) => {
  const session = await aSession(db, { capacity: 5 })
  const other = await aSession(db, { capacity: 3 })
  await aBooking(db, { session })
  const worker = place.startWorker()
  const stream = await openStream(place.origin, [session.id, other.id, randomUUID(), 'nonsense'])
  await stream.until(({ id }) => id === session.id)
  await stream.until(({ id }) => id === other.id)
  expect(stream.events).toHaveLength(2)
  expect(stream.events).toContainEqual({ id: session.id, booked: 1, max: 5, cancelled: false })

  await book(deps, session, 2)
  expect(await stream.until(({ booked }) => booked === 3)).toEqual({
    id: session.id,
    booked: 3,
    max: 5,
    cancelled: false,
  })
  stream.close()
  await worker.stop()
})

test('every change of a session’s seats is streamed', async ({ db, deps, place }) => {
  const vendor = await aVendor(db)
  const of = await aClass(db, { vendor })
  const session = await aSession(db, { class: of, capacity: 5 })
  const empty = await aSession(db, { class: of, capacity: 4 })
  const cancelled = await aBooking(db, { session })
  const deleted = await aBooking(db, { session })
  await aBooking(db, { session, status: 'pending', expiresAt: new Date(Date.now() - 1000) })
  const worker = place.startWorker()
  const stream = await openStream(place.origin, [session.id, empty.id])
  await stream.until(({ booked }) => booked === 3)

  await expireOverdueBookings(db)
  await stream.until(({ booked }) => booked === 2)
  await cancelByVendor(db, vendor.id, [cancelled.bookingIds[0] ?? ''])
  await stream.until(({ id, booked }) => id === session.id && booked === 1)
  const owner = { vendorId: vendor.id, userId: vendor.userId }
  await deleteBooking(db, owner, deleted.bookingIds[0] ?? '')
  await stream.until(({ id, booked }) => id === session.id && booked === 0)
  await book(deps, session)
  await cancelSession(db, { vendorId: vendor.id, sessionId: session.id }, new Date())
  await stream.until((event) => event.id === session.id && event.cancelled)
  // The session is empty, but its page is open.
  await cancelSession(db, { vendorId: vendor.id, sessionId: empty.id }, new Date())
  await stream.until((event) => event.id === empty.id && event.cancelled)
  stream.close()
  await worker.stop()
})

test('a row with a smaller number that is committed later is announced too', async ({
  db,
  databaseUrl,
}) => {
  const slow = await aSession(db)
  const fast = await aSession(db)
  const add = `insert into seat_ledger (vendor_id, session_id, delta, reason, max_students)
    select vendor_id, id, 0, 'capacity', max_students from class_sessions where id = $1`
  const { seen: start } = await announceSpots(db, null)
  const held = await holdLock(databaseUrl, add, [slow.id])
  await sql`insert into seat_ledger (vendor_id, session_id, delta, reason, max_students)
    select vendor_id, id, 0, 'capacity', max_students from class_sessions where id = ${fast.id}`.execute(
    db,
  )
  const first = await announceSpots(db, start)
  const between = await announceSpots(db, first.seen)
  await held.commit()
  const second = await announceSpots(db, between.seen)
  const third = await announceSpots(db, second.seen)
  expect([first, between, second, third].map(({ announced }) => announced)).toEqual([1, 0, 1, 0])
})

test('a batch announces each session once, and more ids than one notice holds', async ({
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const { seen } = await announceSpots(db, null)
  await sql`insert into class_sessions (class_id, vendor_id, session_date, start_time, end_time, time_zone, starts_at, ends_at, booking_closes_at, location, status, max_students)
    select class_id, vendor_id, session_date, start_time, end_time, time_zone, starts_at + n * interval '1 hour', ends_at + n * interval '1 hour', booking_closes_at, location, status, max_students
    from class_sessions, generate_series(1, 500) n where id = ${session.id}`.execute(db)
  await sql`insert into seat_ledger (vendor_id, session_id, delta, reason, max_students)
    select vendor_id, id, 0, 'capacity', max_students from class_sessions, generate_series(1, 3)`.execute(
    db,
  )
  const listening = new pg.Client({ connectionString: databaseUrl })
  const notices: string[] = []
  listening.on('notification', ({ payload = '' }) => notices.push(payload))
  await listening.connect()
  await listening.query(`listen ${spotsChannel}`)
  expect((await announceSpots(db, seen)).announced).toBe(501)
  await listening.query('select 1')
  const ids = notices.flatMap((payload) => payload.split(','))
  expect({ notices: notices.length, ids: ids.length, different: new Set(ids).size }).toEqual({
    notices: 3,
    ids: 501,
    different: 501,
  })
  await listening.end()
})

test('a lost connection is reopened, and the counts are read again', async ({
  db,
  deps,
  place,
}) => {
  const session = await aSession(db, { capacity: 5 })
  const stream = await openStream(place.origin, [session.id])
  await stream.until(({ booked }) => booked === 0)
  const connection = await untilListening(db)
  // There is no worker: only reading all of it at the reconnection can tell.
  await book(deps, session)
  await sql`select pg_terminate_backend(${connection})`.execute(db)
  await stream.until(({ booked }) => booked === 1)
  expect(await untilListening(db)).not.toBe(connection)
  stream.close()
})

test('without a worker the numbers stay as they are, and nothing breaks', async ({
  db,
  deps,
  place,
}) => {
  const session = await aSession(db, { capacity: 5 })
  // A connection that begins to listen later tells everybody everything.
  await untilListening(db)
  const stream = await openStream(place.origin, [session.id])
  await stream.until(({ booked }) => booked === 0)
  expect(await book(deps, session)).toMatchObject({ ok: true })
  await pause(600)
  expect(stream.events).toHaveLength(1)
  const later = await openStream(place.origin, [session.id])
  await later.until(({ booked }) => booked === 1)
  const worker = place.startWorker()
  await stream.until(({ booked }) => booked === 1)
  await worker.stop()
  stream.close()
  later.close()
})

test('only public counts are streamed: no closed class, no suspended vendor', async ({
  db,
  place,
}) => {
  const suspended = await aVendor(db, { suspendedAt: new Date() })
  const hidden = [
    await aSession(db, { class: await aClass(db, { visibility: 'closed' }) }),
    await aSession(db, { class: await aClass(db, { vendor: suspended }) }),
  ]
  const linked = await aSession(db, { class: await aClass(db, { visibility: 'link' }) })
  const stream = await openStream(place.origin, [...hidden.map(({ id }) => id), linked.id])
  await stream.until(({ id }) => id === linked.id)
  expect(stream.events).toHaveLength(1)
  stream.close()
})

test('an answer for strangers: not kept, not compressed, not for other sites, without a cookie', async ({
  db,
  place,
}) => {
  const { id } = await aSession(db)
  const stream = await openStream(place.origin, [id], { 'accept-encoding': 'gzip' })
  expect(stream.status).toBe(200)
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect(stream.headers).not.toHaveProperty('content-encoding')
  expect(stream.headers).not.toHaveProperty('set-cookie')
  expect(stream.headers).not.toHaveProperty('access-control-allow-origin')
  stream.close()
  const foreign = await openStream(place.origin, [id], { 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(403)
})

test('sessions per stream and streams per address are limited, and a closed stream frees its place', async ({
  db,
  place,
}) => {
  const { id } = await aSession(db)
  const many = Array.from({ length: liveLimits.sessionsPerStream + 1 }, () => randomUUID())
  expect((await openStream(place.origin, many)).status).toBe(400)
  expect((await openStream(place.origin, ["1' or true --"])).status).toBe(204)
  const streams = []
  for (let n = 0; n < liveLimits.streamsPerNetwork; n++)
    streams.push(await openStream(place.origin, [id], { 'x-forwarded-for': '192.0.2.7' }))
  const over = () => openStream(place.origin, [id], { 'x-forwarded-for': '192.0.2.7' })
  expect((await over()).status).toBe(429)
  const elsewhere = await openStream(place.origin, [id], { 'x-forwarded-for': '192.0.2.8' })
  expect(elsewhere.status).toBe(200)
  elsewhere.close()
  for (const stream of streams) stream.close()
  await expect.poll(place.live.counts).toEqual({ streams: 0, sessions: 0 })
  const again = await over()
  expect(again.status).toBe(200)
  again.close()
})

test('the end of the process ends its streams', async ({ db, place }) => {
  const { id } = await aSession(db)
  const stream = await openStream(place.origin, [id])
  await stream.until((event) => event.id === id)
  await place.live.stop()
  await stream.ended
  expect(place.live.counts()).toEqual({ streams: 0, sessions: 0 })
})

function aHub() {
  const counts = new Map<string, SpotCount>()
  const reads: string[][] = []
  const hub = createHub({
    log,
    read: async (ids) => {
      reads.push([...ids])
      return ids.flatMap((id) => counts.get(id) ?? [])
    },
  })
  const set = (id: string, booked: number) =>
    counts.set(id, { id, booked, max: 99, cancelled: false })
  return { hub, reads, set }
}

function aReader() {
  const stream = new PassThrough()
  const heard: string[] = []
  stream.setEncoding('utf8').on('data', (piece: string) => heard.push(piece))
  return { stream, heard, last: () => /"booked":(\d+)/.exec(heard.at(-1) ?? '')?.[1] }
}

test('during a rush, each stream is updated at most four times a second and ends on the final count', async () => {
  const { hub, reads, set } = aHub()
  set('a', 0)
  const [one, two] = [aReader(), aReader()]
  hub.open(one.stream, ['a'])
  hub.open(two.stream, ['a'])
  await expect.poll(one.last).toBe('0')
  const begun = performance.now()
  for (let booked = 1; booked <= 60; booked++) {
    set('a', booked)
    hub.changed(['a', 'nobody watches this'])
    await pause(15)
  }
  await expect.poll(one.last).toBe('60')
  const most = Math.ceil((performance.now() - begun) / 250) + 1
  expect(one.heard.length - 1).toBeLessThanOrEqual(most)
  expect(two.heard).toEqual(one.heard)
  expect(reads.length - 1).toBeLessThanOrEqual(most)
  expect(new Set(reads.flat())).toEqual(new Set(['a']))
  hub.stop()
})

test('a client that does not read is disconnected, and the others still get updates', async () => {
  const { hub, set } = aHub()
  const reader = aReader()
  const stuck = new Writable({ highWaterMark: 1, write() {} })
  stuck.on('close', () => hub.close(stuck))
  set('a', 0)
  hub.open(reader.stream, ['a'])
  hub.open(stuck, ['a'])
  for (let n = 0; n < 6000; n++) hub.ping()
  await expect.poll(() => stuck.destroyed).toBe(true)
  await expect.poll(hub.counts).toEqual({ streams: 1, sessions: 1 })
  set('a', 1)
  hub.changed(['a'])
  await expect.poll(reader.last).toBe('1')
  hub.stop()
})

test('a database that does not answer is asked again', async () => {
  let fails = 1
  const hub = createHub({
    log,
    read: async () => {
      if (fails-- > 0) throw new Error('away')
      return [{ id: 'a', booked: 7, max: 9, cancelled: false }]
    },
  })
  const reader = aReader()
  hub.open(reader.stream, ['a'])
  await expect.poll(reader.last).toBe('7')
  hub.stop()
})
