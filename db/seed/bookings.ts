import type { VendorId } from '#core/shared/ids.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { confirmRequest, rejectRequest } from '#core/bookings/commands/answer-request.ts'
import { bookSession } from '#core/bookings/commands/book-session.ts'
import { cancelByCustomer } from '#core/bookings/commands/cancel-bookings.ts'
import { cancelSession } from '#core/schedule/commands/cancel-sessions.ts'
import { expireOverdueBookings } from '#core/bookings/commands/expire-bookings.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import { customerIn, trainers } from './world.ts'

const weeks = 8

type Row = {
  id: string
  title: string
  maxStudents: number
  confirmationMode: string
  vendorId: VendorId
  country: string | null
}

/** The upcoming sessions of some weeks, with what the seed decides by. */
async function sessionsWithin(
  deps: Deps,
  days: number,
  kind: 'class' | 'facility' = 'class',
): Promise<Row[]> {
  return deps.db
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where('c.kind', '=', kind)
    .where('s.status', '=', 'confirmed')
    .where('s.startsAt', '>', sql<Date>`now() + interval '2 hours'`)
    .where('s.startsAt', '<', sql<Date>`now() + make_interval(days => ${days})`)
    .orderBy('s.startsAt')
    .orderBy('s.id')
    .select(['s.id', 'c.title', 's.maxStudents', 'c.confirmationMode', 's.vendorId', 'v.country'])
    .execute()
}

/** Books the upcoming weeks: the popular classes full, others filling, some empty. */
export async function fillWithBookings(deps: Deps): Promise<void> {
  const popularity = new Map(
    trainers.flatMap(({ classes }) => classes.map((one) => [one.title, one.popularity] as const)),
  )
  const sessions = await sessionsWithin(deps, weeks * 7)
  for (const [at, session] of sessions.entries()) {
    // Fuller the nearer; every seventh stays empty. Fixed numbers: every demo looks alike.
    const nearness = 1.15 - at / (sessions.length * 1.5)
    const wanted =
      at % 7 === 3
        ? 0
        : Math.round(session.maxStudents * (popularity.get(session.title) ?? 0.5) * nearness)
    await bookSome(deps, session, Math.min(wanted, session.maxStudents), at)
  }
  const requests = await deps.db
    .selectFrom('bookings')
    .where('status', '=', 'pending')
    .select(['id', 'vendorId'])
    .execute()
  for (const [at, { id, vendorId }] of requests.entries()) {
    const own = { vendorId: vendorId, bookingIds: [id] }
    if (at % 4 === 0) await rejectRequest(deps.db, own)
    else await confirmRequest(deps.db, own)
  }
}

/** Every third slot is taken by a party, some with extras. */
export async function bookFacilities(deps: Deps): Promise<void> {
  const slots = await sessionsWithin(deps, 14, 'facility')
  for (const [at, slot] of slots.entries()) {
    if (at % 3 !== 1) continue
    const extras = await deps.db
      .selectFrom('facilityExtras as x')
      .innerJoin('classSessions as s', 's.classId', 'x.classId')
      .where('s.id', '=', slot.id)
      .orderBy('x.place')
      .select('x.id')
      .execute()
    const { name, contact, language } = customerIn(slot.country, at, at % 4)
    const birthDate = `${1960 + ((at * 7) % 45)}-0${1 + (at % 9)}-1${at % 10}`
    const gender = at % 5 === 0 ? 'prefer-not-to-say' : at % 2 === 0 ? 'female' : 'male'
    const chosen = extras.filter((_extra, place) => (at + place) % 4 === 0).map(({ id }) => id)
    await bookSession(deps, {
      sessionId: slot.id,
      spots: 1,
      name,
      contact,
      party: { people: 1 + (at % 4), extras: chosen, gender, birthDate },
      idempotencyKey: randomUUID(),
      source: 'public',
      accepted: [],
      language,
      network: null,
    })
  }
}

async function bookSome(deps: Deps, session: Row, wanted: number, seed: number): Promise<void> {
  for (let taken = 0, turn = 0; taken < wanted && turn < 60; turn++) {
    const spots = (seed + turn) % 9 === 0 && wanted - taken > 1 ? 2 : 1
    const booked = await bookOne(deps, session, spots, seed * 5 + turn * 7, turn)
    if (booked.ok) taken += spots
    else if (booked.reason === 'session_full') return
  }
}

function bookOne(deps: Deps, session: Row, spots: number, who: number, turn: number) {
  // Most people come again: some sixty of each country book everything.
  const { name, contact, language } = customerIn(session.country, who, turn % 4)
  return bookSession(deps, {
    sessionId: session.id,
    spots,
    name,
    contact,
    idempotencyKey: randomUUID(),
    source: 'public',
    accepted: [],
    language,
    network: null,
  })
}

/** What the weeks ahead still lack: waiting, expired, cancelled, late, a cancelled session, a closed registration. */
export async function makeEveryState(deps: Deps): Promise<void> {
  const { db } = deps
  const sessions = await sessionsWithin(deps, 21)
  for (const [at, session] of sessions
    .filter(({ confirmationMode }) => confirmationMode === 'manual')
    .entries()) {
    await bookOne(deps, session, 1, at, 90 + at)
    await bookOne(deps, session, 1, at + 5, 130 + at)
  }
  const waiting = await db
    .selectFrom('bookings')
    .where('status', '=', 'pending')
    .orderBy('id')
    .select('id')
    .execute()
  const overdue = waiting.filter((_, at) => at % 3 === 0).map(({ id }) => id)
  if (overdue.length > 0)
    await db
      .updateTable('bookings')
      .set({ expiresAt: new Date(Date.now() - 60_000) })
      .where('id', 'in', overdue)
      .execute()
  await expireOverdueBookings(db)

  const purchases = await db
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where('b.status', '=', 'confirmed')
    .where('s.startsAt', '>', sql<Date>`now()`)
    .orderBy('s.startsAt')
    .select('b.purchaseId')
    .execute()
  for (const [at, { purchaseId }] of purchases.entries())
    if (at % 11 === 5)
      await cancelByCustomer(
        db,
        { id: purchaseId, tokenRotation: 0, isReadOnly: false, issuedBy: null },
        null,
      )

  const cancelled = sessions.filter(
    ({ confirmationMode, maxStudents }, at) =>
      confirmationMode === 'automatic' && maxStudents > 6 && at % 13 === 6,
  )
  for (const { id, vendorId } of cancelled)
    await cancelSession(db, { vendorId: vendorId, sessionId: id }, new Date())
  const yesterday = addDays(todayIn('America/New_York', new Date()), -1)
  const closed = await db
    .updateTable('classes')
    .set({ registrationClosedDate: yesterday })
    .where('title', 'like', 'Kids Box%')
    .returning('id')
    .execute()
  for (const { id } of closed)
    await db
      .updateTable('classSessions')
      .set({ bookingClosesAt: sql<Date>`least(booking_closes_at, now())` })
      .where('classId', '=', id)
      .execute()
}
