import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#core/shared/db.ts'
import { expectInvariants } from '#tests/support/invariants.ts'
import { at } from './known.ts'
import type { State } from './state.ts'

/** Slack for what a run takes, in minutes: instants of the model lie further apart. */
const slack = 2

/** The database holds what the model holds. */
export async function expectStored(db: Db, state: State): Promise<void> {
  const sessions = await storedSessions(db)
  const spots = await storedSpots(db)
  const told = await storedNews(db)
  const sessionIds = state.sessions.map(({ id }) => id)

  expectSame(
    sessionIds.map((id) => {
      const { cancelled, taken, capacity, location, version, ledger } = found(sessions, id)
      return { cancelled, taken, capacity, location, version, ledger }
    }),
    state.sessions.map(({ cancelled, taken, capacity, location, version, ledger }) => ({
      cancelled,
      taken,
      capacity,
      location,
      version,
      ledger,
    })),
    'sessions',
  )
  expectSame(spots.size, state.spots.length, 'spots')
  expectSame(
    state.spots.map(({ id }) => {
      const { group, session, status, agreed, late, waived, mark, deleted, pass } = found(spots, id)
      return { group, session, status, agreed, late, waived, mark, deleted, pass }
    }),
    state.spots.map(({ group, session, status, agreed, late, waived, mark, deleted, pass }) => ({
      group: at(state.groups, group).id,
      session: at(sessionIds, session),
      status,
      agreed,
      late,
      waived,
      mark,
      deleted,
      pass: pass === null ? null : at(state.passes, pass).id,
    })),
    'spots',
  )
  const passes = await storedPasses(db)
  expectSame(passes.size, state.passes.length, 'bundles')
  expectSame(
    state.passes.map(({ id }) => {
      const { group, total, remaining, ledger } = found(passes, id)
      return { group, total, remaining, ledger }
    }),
    state.passes.map(({ group, total, remaining, ledger }) => ({
      group: at(state.groups, group).id,
      total,
      remaining,
      ledger,
    })),
    'bundles',
  )
  expectSame(told.toSorted(), newsOf(state).toSorted(), 'outbox')
  expectBounds(sessions)

  for (const session of state.sessions) {
    const stored = found(sessions, session.id)
    expectNear(stored.startsIn, session.startsAt - state.now, 'start')
    expectNear(stored.closesIn, session.closesAt - state.now, 'end of booking')
  }
  for (const pass of state.passes)
    expectNear(found(passes, pass.id).expiresIn, pass.expiresAt - state.now, 'end of the bundle')
  for (const spot of state.spots)
    if (spot.status === 'pending' && spot.expiresAt !== null)
      expectNear(found(spots, spot.id).expiresIn, spot.expiresAt - state.now, 'end of the wait')
}

/** What holds whatever happened, and in whichever order. */
export async function expectSound(db: Db): Promise<void> {
  await expectInvariants(db)
  expectBounds(await storedSessions(db))
  const misplaced = await sql`
    select b.id, b.status, s.status as session, b.expires_at, s.starts_at
    from bookings b join class_sessions s on s.id = b.session_id
    where b.deleted_at is null and (b.class_id <> s.class_id
      or (b.status in ('pending', 'confirmed') and s.status = 'cancelled')
      or (b.status = 'pending' and b.expires_at > s.starts_at))`.execute(db)
  expect(misplaced.rows, 'bookings where none can be').toEqual([])
  // Every change of a booking made by a command of a person or of the worker is in the ledger once.
  const unbalanced = await sql`
    select b.id, b.status, coalesce(sum(l.delta), 0)::int as seats
    from bookings b left join seat_ledger l on l.booking_id = b.id
    group by b.id, b.status, b.deleted_at
    having coalesce(sum(l.delta), 0) <>
      case when b.deleted_at is null and b.status in ('pending', 'confirmed', 'completed') then 1 else 0 end`.execute(
    db,
  )
  expect(unbalanced.rows, 'bookings whose seat was taken or given back twice').toEqual([])
  await expectWholeBundles(db)
}

/** All or nothing: a purchase with its bundle, its sessions granted once, and every spot in it paid with one of them. */
async function expectWholeBundles(db: Db): Promise<void> {
  const empty = await sql`
    select id from purchases g where not exists (select from bookings b where b.purchase_id = g.id)`.execute(
    db,
  )
  expect(empty.rows, 'purchases of nothing').toEqual([])
  const partial = await sql`
    select e.id, e.total_sessions, e.remaining_sessions, paid.spots, paid.others, entries.*
    from passes e
    cross join lateral (
      select count(*) filter (where b.pass_id = e.id)::int as spots,
        count(*) filter (where b.pass_id is distinct from e.id)::int as others
      from bookings b where b.purchase_id = e.purchase_id
    ) paid
    cross join lateral (
      select count(*) filter (where n.reason = 'granted' and n.delta = e.total_sessions)::int as granted,
        count(distinct n.booking_id) filter (where n.reason = 'used')::int as used,
        bool_and(n.booking_id is null or n.booking_id in (select id from bookings b where b.purchase_id = e.purchase_id)) as own
      from pass_entries n where n.pass_id = e.id
    ) entries
    where entries.granted <> 1 or paid.spots = 0 or paid.others > 0 or entries.used <> paid.spots
      or not entries.own or e.remaining_sessions not between 0 and e.total_sessions
      or (select count(*) from passes other where other.purchase_id = e.purchase_id) <> 1`.execute(
    db,
  )
  expect(partial.rows, 'bundles bought in part').toEqual([])
}

type StoredSession = {
  id: string
  cancelled: boolean
  taken: number
  capacity: number
  location: string
  version: number
  startsIn: number
  closesIn: number
  ledger: string[]
}

async function storedSessions(db: Db): Promise<Map<string, StoredSession>> {
  const { rows } = await sql<StoredSession>`
    select s.id, s.status = 'cancelled' as cancelled, s.current_students as taken, s.max_students as capacity,
      s.location, s.calendar_sequence as version,
      extract(epoch from s.starts_at - now())::float8 / 60 as starts_in,
      extract(epoch from s.booking_closes_at - now())::float8 / 60 as closes_in,
      coalesce((select array_agg(l.reason || ' ' || l.delta || ' of ' || l.max_students order by l.id)
        from seat_ledger l where l.session_id = s.id), '{}') as ledger
    from class_sessions s`.execute(db)
  return byId(rows)
}

async function storedSpots(db: Db) {
  const { rows } = await sql<{
    id: string
    group: string
    session: string
    status: string
    agreed: number | null
    late: boolean
    waived: boolean
    mark: string | null
    deleted: boolean
    pass: string | null
    expiresIn: number
  }>`
    select id, purchase_id as group, session_id as session, status, pass_id as pass,
      agreed_version as agreed, attendance is not distinct from 'late_cancel' as late,
      case when attendance in ('came', 'no_show') then attendance end as mark, late_waived_at is not null as waived,
      deleted_at is not null as deleted, extract(epoch from expires_at - now())::float8 / 60 as expires_in
    from bookings`.execute(db)
  return byId(rows)
}

async function storedPasses(db: Db) {
  const { rows } = await sql<{
    id: string
    group: string
    total: number
    remaining: number
    expiresIn: number
    ledger: string[]
  }>`
    select e.id, e.purchase_id as group, e.total_sessions as total, e.remaining_sessions as remaining,
      extract(epoch from e.expires_at - now())::float8 / 60 as expires_in,
      array(select n.reason || ' ' || n.delta from pass_entries n
        where n.pass_id = e.id order by n.id) as ledger
    from passes e`.execute(db)
  return byId(rows)
}

async function storedNews(db: Db): Promise<string[]> {
  const { rows } = await sql<{ kind: string; session: string | null; spots: string[] }>`
    select kind, changed as session,
      array(select jsonb_array_elements_text(coalesce(payload->'bookingIds', '[]'))) as spots
    from outbox left join lateral jsonb_array_elements_text(payload->'sessionIds') changed on true
    -- These follow from the others, or from rows that are compared by themselves.
    where kind not in ('class.changed', 'class.archived')
    order by id`.execute(db)
  return rows.map(({ kind, session, spots }) => newsText(kind, session, spots))
}

function newsOf(state: State): string[] {
  return state.news.map(({ kind, session, spots }) =>
    newsText(
      kind,
      session === null ? null : at(state.sessions, session).id,
      spots.map((index) => at(state.spots, index).id),
    ),
  )
}

const newsText = (kind: string, session: string | null, spots: readonly string[]) =>
  `${kind} ${session ?? ''} ${spots.toSorted().join(' ')}`

/** The long comparison, with its explanation, only where there is a difference to explain. */
function expectSame(stored: unknown, model: unknown, what: string): void {
  if (JSON.stringify(stored) !== JSON.stringify(model)) expect(stored, what).toEqual(model)
}

/** At no moment were more seats taken than there were, or fewer than none. */
function expectBounds(sessions: Map<string, StoredSession>): void {
  for (const { id, ledger } of sessions.values()) {
    let taken = 0
    for (const row of ledger) {
      const [, delta = '', , capacity = ''] = row.split(' ')
      taken += Number(delta)
      if (taken < 0 || taken > Number(capacity))
        throw new Error(
          `${taken} seats after "${row}" in the ledger of ${id}: ${ledger.join(', ')}`,
        )
    }
  }
}

function expectNear(stored: number, model: number, what: string): void {
  if (Math.abs(stored - model) >= slack)
    throw new Error(`${what}: ${stored} minutes ahead, not ${model}`)
}

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]))
}

function found<T>(rows: Map<string, T>, id: string): T {
  const row = rows.get(id)
  if (row === undefined) throw new Error(`${id} is not in the database`)
  return row
}
