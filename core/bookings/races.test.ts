import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { linkTo } from '#tests/support/links.ts'
import { expect, test } from '#tests/support/database.ts'
import { book } from '#tests/support/book.ts'
import { kindsOf } from '#tests/support/bookings.ts'
import { aBooking, aClass, aSession } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'
import { aSeries, bought, order, passOf } from '#tests/support/series.ts'
import { changeSession } from '#core/schedule/commands/change-session.ts'
import { type Db, openDatabase } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { confirmRequest, rejectRequest } from './commands/answer-request.ts'
import { archiveClass } from '#core/schedule/commands/archive-class.ts'
import { cancelByCustomer } from './commands/cancel-bookings.ts'
import { cancelFollowingSessions, cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { expireOverdueBookings } from './commands/expire-bookings.ts'
import { moveByCustomer } from './commands/move-bookings.ts'
import { redeemSession } from './commands/redeem-session.ts'

// Each race takes the lock itself, starts the rival, waits until the database reports a waiter, and releases the lock. So
// the order of events is fixed.

const takeOneSeat = `with seat as (
    update class_sessions set current_students = current_students + 1 where id = $1 returning *
  ), purchase as (
    insert into purchases (vendor_id, reference, idempotency_key, request_hash, source, customer_name, customer_email, booking_method)
    select vendor_id, 'RIVAL00000', 'rival', '', 'vendor', 'Rival', 'rival@example.com', 'email' from seat returning id
  ), spot as (
    insert into bookings (purchase_id, vendor_id, class_id, session_id, status, price_minor, currency, calendar_id)
    select purchase.id, seat.vendor_id, seat.class_id, seat.id, 'confirmed', 0, 'EUR', purchase.id from seat, purchase returning *
  )
  insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
  select vendor_id, session_id, id, 1, 'booked', 1 from spot`

const moveOneSeat = `with moved as (
    update bookings set session_id = $3 where id = $1 and session_id = $2 returning *
  ), seats as (
    update class_sessions s set current_students = s.current_students + case when s.id = $3 then 1 else -1 end
    from moved where s.id in ($2, $3) returning s.id, s.vendor_id, case when s.id = $3 then 1 else -1 end as delta
  )
  insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
  select vendor_id, id, $1, delta, case when delta = 1 then 'moved_in' else 'moved_out' end, 10 from seats`

const cancelOneSeat = `with ended as (
    update bookings set status = 'cancelled', ended_by = 'vendor', ended_at = now() where id = $1 returning *
  ), seat as (
    update class_sessions s set current_students = s.current_students - 1 from ended where s.id = $2 returning s.id, s.vendor_id
  )
  insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
  select vendor_id, id, $1, -1, 'cancelled', 10 from seat`

/** As book-session.ts computes it. */
function hashOfBooking(sessionId: string, email: string): string {
  return createHash('sha256')
    .update(JSON.stringify([sessionId, 1, 'Carla', null, email]))
    .digest('base64url')
}

async function seatsOf(db: Db, sessionId: string) {
  return db
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .select('currentStudents')
    .executeTakeFirstOrThrow()
}

test('the last place: a booking waits for the one before it, then finds the session full', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 1 })
  const rival = await holdLock(databaseUrl, takeOneSeat, [session.id])
  const waiting = book(deps, session.id, 'late@example.com')
  await waitForWaiter(db)
  await rival.commit()
  expect(await waiting).toMatchObject({ ok: false, reason: 'session_full', spotsLeft: 0 })
  expect(await seatsOf(db, session.id)).toEqual({ currentStudents: 1 })
})

test('the last place: when the one before it gives up, the waiting booking gets it', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 1 })
  const rival = await holdLock(databaseUrl, takeOneSeat, [session.id])
  const waiting = book(deps, session.id, 'patient@example.com')
  await waitForWaiter(db)
  await rival.rollback()
  expect(await waiting).toMatchObject({ ok: true })
})

test('one key sent twice at once is one booking', async ({ db, deps, databaseUrl }) => {
  const session = await aSession(db, { capacity: 10 })
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [session.id],
  )
  const both = [
    book(deps, session.id, 'twice@example.com', { key: 'key' }),
    book(deps, session.id, 'twice@example.com', { key: 'key' }),
  ]
  await waitForWaiter(db, 2)
  await lock.commit()
  const [one, other] = await Promise.all(both)
  expect(one).toMatchObject({ ok: true })
  expect(other?.ok && one?.ok && other.purchase.purchaseId).toBe(one?.ok && one.purchase.purchaseId)
  expect(await seatsOf(db, session.id)).toEqual({ currentStudents: 1 })
})

test('the last place: a retry that overtakes its first attempt gets the booking, not "full"', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 1 })
  // The first attempt, up to its commit.
  const first = await holdLock(
    databaseUrl,
    `select * from book_session($1, 1, 'Carla', 'twice@example.com', null, null, null, 'twice@example.com', $2,
      'FIRSTTRY00', 'api', 'en', null, null, null, '{}', 4, 20, null, null, 3, 4, 1, '{}', null, null, false, 8)`,
    [session.id, hashOfBooking(session.id, 'twice@example.com')],
  )
  const retry = book(deps, session.id, 'twice@example.com')
  await waitForWaiter(db)
  await first.commit()
  expect(await retry).toMatchObject({ ok: true, replayed: true })
})

test('a contact at its limit, in two purchases at once, gets the one that fits', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 10 })
  await aBooking(db, { session, spots: 3, customer: { email: 'many@example.com' } })
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [session.id],
  )
  const both = [
    book(deps, session.id, 'many@example.com', { key: 'a' }),
    book(deps, session.id, 'many@example.com', { key: 'b' }),
  ]
  await waitForWaiter(db, 2)
  await lock.commit()
  const answers = await Promise.all(both)
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'contact_limit' })
})

test('confirm against expiry: exactly one of them happens', async ({ db, databaseUrl }) => {
  const request = await aBooking(db, { status: 'pending' })
  const { bookingIds, session } = request
  // The worker has the row and finds it overdue; the vendor presses Confirm.
  await db
    .updateTable('bookings')
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where('id', 'in', bookingIds)
    .execute()
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [session.id],
  )
  const expiring = expireOverdueBookings(db)
  const confirming = confirmRequest(db, { vendorId: session.class.vendor.id, bookingIds })
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await expiring).toBe(1)
  expect(await confirming).toEqual({ ok: false, reason: 'not_waiting' })
  expect(await kindsOf(db)).toEqual(['booking.ended'])
  expect(await seatsOf(db, session.id)).toEqual({ currentStudents: 0 })
})

test('a request confirmed before its time is over does not expire afterwards', async ({
  db,
  databaseUrl,
}) => {
  const { bookingIds, session } = await aBooking(db, { status: 'pending' })
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [session.id],
  )
  const confirming = confirmRequest(db, { vendorId: session.class.vendor.id, bookingIds })
  await waitForWaiter(db)
  const rejecting = rejectRequest(db, { vendorId: session.class.vendor.id, bookingIds })
  await waitForWaiter(db, 2)
  await lock.commit()
  const answers = await Promise.all([confirming, rejecting])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const holds = await seatsOf(db, session.id)
  expect(holds.currentStudents).toBe(answers[0]?.ok ? 1 : 0)
})

test('cancel twice: the seat comes back once', async ({ db, databaseUrl }) => {
  const { purchaseId, session } = await aBooking(db, { spots: 2 })
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [session.id],
  )
  const both = [
    cancelByCustomer(db, linkTo(purchaseId), null),
    cancelByCustomer(db, linkTo(purchaseId), null),
  ]
  await waitForWaiter(db, 2)
  await lock.commit()
  const answers = await Promise.all(both)
  expect(
    answers
      .map((answer) => answer.ok && answer.cancelled)
      .toSorted((one, other) => Number(one) - Number(other)),
  ).toEqual([0, 2])
  expect(await seatsOf(db, session.id)).toEqual({ currentStudents: 0 })
  expect(await kindsOf(db)).toEqual(['booking.ended'])
})

test('crosswise move between two full sessions: both keep their old seat, without a deadlock', async ({
  db,
  databaseUrl,
}) => {
  const first = await aSession(db, { capacity: 1 })
  const second = await aSession(db, { class: first.class, capacity: 1 })
  const one = await aBooking(db, { session: first })
  const other = await aBooking(db, { session: second })
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = any($1) for update',
    [[first.id, second.id]],
  )
  const both = [
    moveByCustomer(db, linkTo(one.purchaseId), one.bookingIds, second.id),
    moveByCustomer(db, linkTo(other.purchaseId), other.bookingIds, first.id),
  ]
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await Promise.all(both)).toEqual([
    { ok: false, reason: 'session_full' },
    { ok: false, reason: 'session_full' },
  ])
  expect(await seatsOf(db, first.id)).toEqual({ currentStudents: 1 })
  expect(await seatsOf(db, second.id)).toEqual({ currentStudents: 1 })
})

test('crosswise move with room in both: both arrive', async ({ db, databaseUrl }) => {
  const first = await aSession(db, { capacity: 2 })
  const second = await aSession(db, { class: first.class, capacity: 2 })
  const one = await aBooking(db, { session: first })
  const other = await aBooking(db, { session: second })
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = any($1) for update',
    [[first.id, second.id]],
  )
  const both = [
    moveByCustomer(db, linkTo(one.purchaseId), one.bookingIds, second.id),
    moveByCustomer(db, linkTo(other.purchaseId), other.bookingIds, first.id),
  ]
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await Promise.all(both)).toEqual([
    { ok: true, moved: 1 },
    { ok: true, moved: 1 },
  ])
})

test('the target fills while a move waits: the old seat is kept', async ({ db, databaseUrl }) => {
  const from = await aSession(db, { capacity: 3 })
  const target = await aSession(db, { class: from.class, capacity: 1 })
  const { purchaseId, bookingIds } = await aBooking(db, { session: from })
  const rival = await holdLock(databaseUrl, takeOneSeat, [target.id])
  const moving = moveByCustomer(db, linkTo(purchaseId), bookingIds, target.id)
  await waitForWaiter(db)
  await rival.commit()
  expect(await moving).toEqual({ ok: false, reason: 'session_full' })
  expect(await seatsOf(db, from.id)).toEqual({ currentStudents: 1 })
})

const form = (capacity: number, startsAt: Date) => ({
  date: startsAt.toISOString().slice(0, 10),
  startTime: '12:00',
  durationMinutes: 60,
  maxStudents: capacity,
  placeKind: 'address' as const,
  location: '1 Park Street',
  onlineUrl: '',
})

test('capacity cut against booking: the booking came first, the cut names how many', async ({
  db,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 2 })
  await aBooking(db, { session })
  const rival = await holdLock(databaseUrl, takeOneSeat, [session.id])
  const cutting = changeSession(
    db,
    { vendorId: session.class.vendor.id, sessionId: session.id },
    form(1, session.startsAt),
    new Date(),
  )
  await waitForWaiter(db)
  await rival.commit()
  expect(await cutting).toMatchObject({ ok: false, reason: 'below_booked', booked: 2 })
})

test('capacity cut against booking: the cut came first, the booking finds it full', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db, { capacity: 2 })
  await aBooking(db, { session })
  const cut = await holdLock(
    databaseUrl,
    'update class_sessions set max_students = 1 where id = $1',
    [session.id],
  )
  const waiting = book(deps, session.id, 'late@example.com')
  await waitForWaiter(db)
  await cut.commit()
  expect(await waiting).toMatchObject({ ok: false, reason: 'session_full' })
})

// A spot that leaves another behind gets an entry of its own in the calendar; the last one keeps it.
for (const [first, entries] of [
  ['move', 2],
  ['cancellation', 1],
] as const)
  test(`two members of one group, one moves and one cancels, first the ${first}: both seats are right`, async ({
    db,
    databaseUrl,
  }) => {
    const from = await aSession(db, { capacity: 4 })
    const target = await aSession(db, { class: from.class, capacity: 4 })
    const { purchaseId, bookingIds } = await aBooking(db, { session: from, spots: 2 })
    const [moved, cancelled] = bookingIds
    const lock = await holdLock(
      databaseUrl,
      'select 1 from class_sessions where id = $1 for update',
      [from.id],
    )
    const move = () => moveByCustomer(db, linkTo(purchaseId), moved ? [moved] : [], target.id)
    const cancel = () => cancelByCustomer(db, linkTo(purchaseId), cancelled ? [cancelled] : [])
    const [one, other] = first === 'move' ? [move, cancel] : [cancel, move]
    const leading = one()
    await waitForWaiter(db, 1)
    const following = other()
    await waitForWaiter(db, 2)
    await lock.commit()
    expect(await Promise.all([leading, following])).toEqual(
      expect.arrayContaining([
        { ok: true, moved: 1 },
        { ok: true, cancelled: 1, late: 0 },
      ]),
    )
    expect(await seatsOf(db, from.id)).toEqual({ currentStudents: 0 })
    expect(await seatsOf(db, target.id)).toEqual({ currentStudents: 1 })
    const calendars = await db
      .selectFrom('bookings')
      .where('purchaseId', '=', purchaseId)
      .select('calendarId')
      .distinct()
      .execute()
    expect(calendars).toHaveLength(entries)
  })

test('a move and a cancellation of the same spot: in either order it is cancelled and the seat is free', async ({
  db,
  databaseUrl,
}) => {
  const from = await aSession(db, { capacity: 4 })
  const target = await aSession(db, { class: from.class, capacity: 4 })
  const { purchaseId, bookingIds } = await aBooking(db, { session: from })
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = any($1) for update',
    [[from.id, target.id]],
  )
  const moving = moveByCustomer(db, linkTo(purchaseId), bookingIds, target.id)
  await waitForWaiter(db)
  const cancelling = cancelByCustomer(db, linkTo(purchaseId), bookingIds)
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await cancelling).toEqual({ ok: true, cancelled: 1, late: 0 })
  await moving
  expect(await seatsOf(db, from.id)).toEqual({ currentStudents: 0 })
  expect(await seatsOf(db, target.id)).toEqual({ currentStudents: 0 })
  expect(await db.selectFrom('bookings').select('status').execute()).toEqual([
    { status: 'cancelled' },
  ])
})

test('a rejected request cannot be confirmed by a member who waited for its lock', async ({
  db,
  databaseUrl,
}) => {
  const { bookingIds, session } = await aBooking(db, { status: 'pending' })
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [session.id],
  )
  const rejecting = rejectRequest(db, { vendorId: session.class.vendor.id, bookingIds })
  await waitForWaiter(db)
  const confirming = confirmRequest(db, { vendorId: session.class.vendor.id, bookingIds })
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await rejecting).toEqual({ ok: true, answered: 1 })
  expect(await confirming).toEqual({ ok: false, reason: 'not_waiting' })
})

test('a request whose time is over is not confirmed, although no worker came by', async ({
  db,
}) => {
  const { bookingIds, session } = await aBooking(db, {
    status: 'pending',
    expiresAt: new Date(Date.now() - 1000),
  })
  const answer = await confirmRequest(db, { vendorId: session.class.vendor.id, bookingIds })
  expect(answer).toEqual({ ok: false, reason: 'not_waiting' })
})

test('sessions are locked in one order, whichever way a spot moves', async ({
  db,
  databaseUrl,
}) => {
  const one = await aSession(db, { id: '99999999-0000-4000-8000-000000000000' })
  const low = await aSession(db, { class: one.class, id: '11111111-0000-4000-8000-000000000000' })
  const { purchaseId, bookingIds } = await aBooking(db, { session: one })
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [low.id],
  )
  const moving = moveByCustomer(db, linkTo(purchaseId), bookingIds, low.id)
  await waitForWaiter(db)
  // It waits for the lower id before it holds the higher one: a rival the other way cannot meet it half-way.
  const free = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update nowait',
    [one.id],
  )
  await free.rollback()
  await lock.commit()
  expect(await moving).toEqual({ ok: true, moved: 1 })
})

test('archiving a class against cancelling one of its sessions: neither waits for the other for ever', async ({
  db,
  databaseUrl,
}) => {
  const { session } = await aBooking(db)
  const { class: of } = session
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [session.id],
  )
  const owned = { vendorId: of.vendor.id, sessionId: session.id, classId: of.id }
  const cancelling = cancelSession(db, owned, new Date())
  await waitForWaiter(db)
  const archiving = archiveClass(
    db,
    owned,
    { upcomingBookings: 'cancel', bundles: null },
    new Date(),
  )
  await waitForWaiter(db, 2)
  await lock.commit()
  expect(await cancelling).toEqual({ ok: true, sessions: 1, bookings: 1 })
  expect(await archiving).toEqual({
    ok: true,
    cancelledBookings: 0,
    keptSessions: 0,
    leftBundles: 0,
  })
})

/** A weekly time with one session, and a worker that has made the next one and not said so yet. */
async function workerMakingSessions(db: Db, databaseUrl: string) {
  const session = await aSession(db)
  const { class: of } = session
  const { id: timeId } = await db
    .insertInto('classTimes')
    .values({
      classId: of.id,
      vendorId: of.vendor.id,
      weekday: 1,
      everyWeeks: 1,
      startsOn: '2030-01-07',
      startTime: '18:00',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('classSessions')
    .set((eb) => ({ classTimeId: timeId, occursOn: eb.ref('sessionDate') }))
    .where('id', '=', session.id)
    .execute()
  const worker = await holdLock(
    databaseUrl,
    `with time as (select id from class_times where id = $1 for update)
     insert into class_sessions (class_id, vendor_id, class_time_id, occurs_on, session_date, start_time, end_time,
       time_zone, starts_at, ends_at, booking_closes_at, location, max_students)
     select s.class_id, s.vendor_id, time.id, s.session_date + 7, s.session_date + 7, s.start_time, s.end_time,
       s.time_zone, s.starts_at + interval '7 days', s.ends_at + interval '7 days',
       s.booking_closes_at + interval '7 days', s.location, s.max_students
     from class_sessions s, time where s.id = $2`,
    [timeId, session.id],
  )
  return { session, of, worker }
}

const endings: [
  string,
  (db: Db, of: { vendorId: VendorId; classId: string; sessionId: string }) => Promise<unknown>,
][] = [
  [
    'a class is archived',
    (db, of) => archiveClass(db, of, { upcomingBookings: 'keep', bundles: null }, new Date()),
  ],
  ['all following are cancelled', (db, of) => cancelFollowingSessions(db, of, new Date())],
]

test.for(endings)(
  '%s, including the sessions that the worker creates in the meantime',
  async ([, end], { db, databaseUrl }) => {
    const { session, of, worker } = await workerMakingSessions(db, databaseUrl)
    const owned = { vendorId: of.vendor.id, classId: of.id, sessionId: session.id }
    const ending = end(db, owned)
    await waitForWaiter(db)
    // Weekly times are locked before sessions, so a transaction that waits for them has locked no session yet.
    const { rows: free } = await sql`
      select id from class_sessions where id = ${session.id} for update skip locked`.execute(db)
    expect(free).toHaveLength(1)
    await worker.commit()
    expect(await ending).toMatchObject({ ok: true })
    const left = await db
      .selectFrom('classSessions')
      .where('status', '=', 'confirmed')
      .select('id')
      .execute()
    expect(left).toEqual([])
  },
)

test('all following sessions are cancelled by the weekly times that apply once the class is unlocked, not by those before', async ({
  db,
  databaseUrl,
}) => {
  const of = await aClass(db)
  const series = (more: { startsOn: string; startTime: string }) =>
    db
      .insertInto('classTimes')
      .values({ classId: of.id, vendorId: of.vendor.id, weekday: 1, everyWeeks: 1, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  const before = await series({ startsOn: '2030-01-07', startTime: '18:00' })
  const split = await series({ startsOn: '2030-01-07', startTime: '19:00' })
  const session = await aSession(db, { class: of })
  const asIn = { classTimeId: before.id, occursOn: '2030-01-07' }
  await db.updateTable('classSessions').set(asIn).where('id', '=', session.id).execute()
  const rival = await holdLock(
    databaseUrl,
    `with held as (select id from classes where id = $1 for share)
      update class_sessions set class_time_id = $3 from held where class_sessions.id = $2`,
    [of.id, session.id, split.id],
  )
  const owned = { vendorId: of.vendor.id, sessionId: session.id }
  const waiting = cancelFollowingSessions(db, owned, new Date())
  await waitForWaiter(db)
  await rival.commit()
  expect(await waiting).toMatchObject({ ok: true, sessions: 1 })
  const ended = await db
    .selectFrom('classTimes')
    .where('endsOn', 'is not', null)
    .select('id')
    .execute()
  expect(ended).toEqual([{ id: split.id }])
})

test('a spot that the vendor moves while its customer is moving it is not taken from a session nobody locked', async ({
  db,
  databaseUrl,
}) => {
  const of = await aClass(db)
  const three = [
    await aSession(db, { class: of }),
    await aSession(db, { class: of }),
    await aSession(db, { class: of }),
  ].toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const [from, , target] = three
  const [, elsewhere] = three
  if (!from || !elsewhere || !target) throw new Error('three sessions')
  const { purchaseId, bookingIds } = await aBooking(db, { session: from })
  const [bookingId] = bookingIds

  // The vendor moves it from its session to another one; the customer waits for the first of its two.
  const vendor = await holdLock(databaseUrl, moveOneSeat, [bookingId, from.id, elsewhere.id])
  const moving = moveByCustomer(db, linkTo(purchaseId), bookingIds, target.id)
  await waitForWaiter(db)
  const pause = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [target.id],
  )
  await vendor.commit()
  // Where the spot is now, it is cancelled while the customer waits for the second.
  await waitForWaiter(db)
  const cancelling = await holdLock(databaseUrl, cancelOneSeat, [bookingId, elsewhere.id])
  await pause.commit()
  await waitForWaiter(db)
  await cancelling.commit()

  expect(await moving).toEqual({ ok: false, reason: 'too_late' })
  for (const { id } of three) expect(await seatsOf(db, id)).toEqual({ currentStudents: 0 })
})

test('a link that is replaced while its customer waits redeems nothing any more', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const { bundle, sessions } = await aSeries(db)
  const [next, ...rest] = sessions
  const { purchaseId } = await bought(deps, order(bundle, rest, { leaveRest: true }))
  const { passId } = await passOf(db, purchaseId)
  const handingOver = await holdLock(
    databaseUrl,
    `with held as (select id from class_sessions where id = $1 for update)
     update purchases set token_rotation = 1 where id = $2 and exists (select from held)`,
    [next?.id, purchaseId],
  )
  const redeeming = redeemSession(db, linkTo(purchaseId), {
    passId,
    sessionId: next?.id ?? '',
  })
  await waitForWaiter(db)
  await handingOver.commit()
  expect(await redeeming).toEqual({ ok: false, reason: 'not_found' })
  expect((await passOf(db, purchaseId)).remaining).toBe(1)
})

test('a link that is replaced while its customer waits moves and cancels nothing any more', async ({
  db,
  databaseUrl,
}) => {
  const of = await aClass(db)
  const session = await aSession(db, { class: of })
  const target = await aSession(db, { class: of })
  const { purchaseId, bookingIds } = await aBooking(db, { session })
  const acts = [
    () => cancelByCustomer(db, linkTo(purchaseId), bookingIds),
    () => moveByCustomer(db, linkTo(purchaseId), bookingIds, target.id),
  ]
  for (const act of acts) {
    await db.updateTable('purchases').set({ tokenRotation: 0 }).execute()
    const handingOver = await holdLock(
      databaseUrl,
      `with held as (select id from class_sessions where id = $1 for update)
       update purchases set token_rotation = 1 where id = $2 and exists (select from held)`,
      [session.id, purchaseId],
    )
    const acting = act()
    await waitForWaiter(db)
    await handingOver.commit()
    expect(await acting).toEqual({ ok: false, reason: 'not_found' })
  }
  expect(await db.selectFrom('bookings').select('status').execute()).toEqual([
    { status: 'confirmed' },
  ])
})

test.for(['cancels', 'redeems', 'moves'] as const)(
  'the old link of a bundle %s nothing while the vendor’s save on another date replaces it',
  async (act, { db, deps, databaseUrl }) => {
    const { bundle, sessions } = await aSeries(db)
    const [saved, other, free] = sessions
    if (!saved || !other || !free) throw new Error('three sessions')
    const { purchaseId, spots } = await bought(
      deps,
      order(bundle, [saved, other], { leaveRest: true }),
    )
    const { passId, remaining } = await passOf(db, purchaseId)
    const ofOther = spots.filter(({ sessionId }) => sessionId === other.id).map(({ id }) => id)
    const acts = {
      cancels: () => cancelByCustomer(db, linkTo(purchaseId), ofOther),
      redeems: () => redeemSession(db, linkTo(purchaseId), { passId, sessionId: free.id }),
      moves: () => moveByCustomer(db, linkTo(purchaseId), ofOther, free.id),
    }
    // What Edit Booking has locked and written before its commit.
    const handingOver = await holdLock(
      databaseUrl,
      `with held as (select id from class_sessions where id = $1 for no key update),
         bundle as (update passes set updated_at = now() where purchase_id = $2)
       update purchases set token_rotation = 1 where id = $2 and exists (select from held)`,
      [saved.id, purchaseId],
    )
    const acting = acts[act]()
    await waitForWaiter(db, 1, 5000)
    await handingOver.commit()
    expect(await acting).toEqual({ ok: false, reason: 'not_found' })
    expect((await passOf(db, purchaseId)).remaining).toBe(remaining)
  },
)

test('a class that turns manual while a booking waits is asked for its confirmation', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const changing = await holdLock(
    databaseUrl,
    `with held as (select id from class_sessions where id = $1 for update)
     update classes set confirmation_mode = 'manual' where id = $2 and exists (select from held)`,
    [session.id, session.class.id],
  )
  const booking = book(deps, session.id, 'carla@example.com')
  await waitForWaiter(db)
  await changing.commit()
  expect(await booking).toMatchObject({ ok: true })
  expect(await db.selectFrom('bookings').select('status').execute()).toEqual([
    { status: 'pending' },
  ])
})

test('a class that asks to confirm something while a booking waits does not book without it, and keeps what is confirmed', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const changing = await holdLock(
    databaseUrl,
    `with held as (select id from class_sessions where id = $1 for update)
     update classes set condition = 'I am fit.' where id = $2 and exists (select from held)`,
    [session.id, session.class.id],
  )
  const booking = book(deps, session.id, 'carla@example.com')
  const confirming = book(deps, session.id, 'ben@example.com', { accepted: ['I am fit.'] })
  await waitForWaiter(db, 2)
  await changing.commit()
  expect(await booking).toMatchObject({ ok: false, reason: 'not_confirmed' })
  expect(await confirming).toMatchObject({ ok: true })
  expect((await seatsOf(db, session.id)).currentStudents).toBe(1)
  expect(await db.selectFrom('purchases').select('accepted').execute()).toEqual([
    { accepted: ['I am fit.'] },
  ])
})

test('a session that moves while a booking waits for it is asked about again, not booked', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const moving = await holdLock(
    databaseUrl,
    `update class_sessions set location = '7 Other Street', calendar_sequence = calendar_sequence + 1 where id = $1`,
    [session.id],
  )
  const booking = book(deps, session.id, 'carla@example.com', { seen: { sessions: {} } })
  await waitForWaiter(db)
  await moving.commit()
  expect(await booking).toMatchObject({ ok: false, reason: 'session_changed' })
  expect((await seatsOf(db, session.id)).currentStudents).toBe(0)
})

test('a booking waits three seconds for a lock, also where a pooler lent a connection without limits', async ({
  deps,
  db,
  databaseUrl,
}) => {
  const session = await aSession(db)
  const lent = openDatabase({ url: databaseUrl, max: 1 })
  await sql`set lock_timeout = 0`.execute(lent.db)
  const lock = await holdLock(
    databaseUrl,
    'select 1 from class_sessions where id = $1 for update',
    [session.id],
  )
  const started = performance.now()
  const refused = await book({ ...deps, db: lent.db }, session.id, 'carla@example.com')
  expect(refused).toMatchObject({ ok: false, reason: 'busy' })
  expect(performance.now() - started).toBeLessThan(20_000)
  await lock.commit()

  await sql`set default_transaction_isolation = 'repeatable read'`.execute(lent.db)
  await expect(book({ ...deps, db: lent.db }, session.id, 'carla@example.com')).rejects.toThrow(
    /READ COMMITTED/,
  )
  await lent.close()
})

test('if a session is moved to an earlier time while a request waits for it, the request does not wait beyond the new start', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const of = await aClass(db, { confirmationMode: 'manual', confirmationTimeoutMinutes: 60 })
  const session = await aSession(db, { class: of })
  const moving = await holdLock(
    databaseUrl,
    `update class_sessions set starts_at = now() + interval '5 minutes', booking_closes_at = now() + interval '5 minutes'
     where id = $1`,
    [session.id],
  )
  const booking = book(deps, session.id, 'carla@example.com')
  await waitForWaiter(db)
  await moving.commit()
  expect(await booking).toMatchObject({ ok: true })
  const rows = await db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .select(['b.expiresAt', 's.startsAt'])
    .execute()
  expect(rows.map(({ expiresAt }) => expiresAt)).toEqual(rows.map(({ startsAt }) => startsAt))
})
