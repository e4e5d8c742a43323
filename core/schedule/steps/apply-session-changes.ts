import { type Selectable, sql } from 'kysely'
import type { VendorId } from '#core/shared/ids.ts'
import type { ClassSessions } from '#core/shared/database.ts'
import { noteSessionChange } from '#core/seats/steps/move-seats.ts'
import type { Tx } from '#core/shared/db.ts'
import { emit } from '#core/events/emit.ts'
import { countReach, listSpotsHeld, type Reach } from '#core/classes/queries/reach.ts'
import { emptyReach } from '#core/classes/steps/agreement.ts'
import { samePlace, type Place } from '#core/classes/rules.ts'
import { type SessionClock } from '../rules.ts'

export type SessionRow = Selectable<ClassSessions>

export type SessionChange = {
  session: SessionRow
  clock: SessionClock
  place: Place
  maxStudents: number
  bookingClosesAt: Date
  classTimeId: string | null
  occursOn: string | null
}

/** Future sessions, locked in the order every writer of several sessions keeps. */
export function lockFutureSessions(
  tx: Tx,
  where: { classId: string; vendorId: VendorId; now: Date },
) {
  return tx
    .selectFrom('classSessions')
    .where('classId', '=', where.classId)
    .where('vendorId', '=', where.vendorId)
    .where('status', '=', 'confirmed')
    .where('startsAt', '>', where.now)
    .orderBy('id')
    .selectAll()
    .forNoKeyUpdate()
    .execute()
}

/**
 * The customers to notify of these changes, including those who cannot be reached: everyone booked in a session with a new
 * time or place. `spots`: their spots.
 */
export async function reachOf(
  tx: Tx,
  changes: readonly SessionChange[],
): Promise<{ told: Reach; spots: string[] }> {
  const moving = changes
    .filter((change) => change.session.currentStudents > 0 && isMoved(change))
    .map(({ session }) => session)
  const [first] = moving
  if (!first) return { told: emptyReach, spots: [] }
  const of = { sessionIds: moving.map(({ id }) => id) }
  return {
    told: await countReach(tx, { vendorId: first.vendorId, of }),
    spots: await listSpotsHeld(tx, of),
  }
}

function isMoved({ session, clock, place }: SessionChange): boolean {
  return (
    clock.startsAt.getTime() !== session.startsAt.getTime() ||
    clock.endsAt.getTime() !== session.endsAt.getTime() ||
    !samePlace(place, session)
  )
}

/**
 * Writes changes to locked sessions: the rows, the ledger where the capacity changes, and an event.  One statement for each: a vendor may have thousands of sessions, and customers wait for the locks.
 */
export async function applySessionChanges(
  tx: Tx,
  changes: readonly SessionChange[],
): Promise<void> {
  if (changes.length === 0) return
  await writeSessions(tx, changes)
  await endRequestsAtStart(tx, changes)
  const resized = changes.filter(({ session, maxStudents }) => maxStudents !== session.maxStudents)
  await noteSessionChange(
    tx,
    resized.map(({ session: { id, vendorId }, maxStudents }) => ({ id, vendorId, maxStudents })),
    'capacity',
  )
  await emit(tx, 'session.changed', { sessionIds: changes.map(({ session: { id } }) => id) })
}

async function writeSessions(tx: Tx, changes: readonly SessionChange[]): Promise<void> {
  const rows = changes.map((change) => ({
    id: change.session.id,
    class_time_id: change.classTimeId,
    occurs_on: change.occursOn,
    session_date: change.clock.date,
    start_time: change.clock.startTime,
    end_time: change.clock.endTime,
    time_zone: change.clock.zone,
    starts_at: change.clock.startsAt,
    ends_at: change.clock.endsAt,
    booking_closes_at: change.bookingClosesAt,
    location: change.place.location,
    online_url: change.place.onlineUrl,
    max_students: change.maxStudents,
    moves: isMoved(change) ? 1 : 0,
  }))
  await sql`
    update class_sessions s set
      class_time_id = c.class_time_id, occurs_on = c.occurs_on, session_date = c.session_date,
      start_time = c.start_time, end_time = c.end_time, time_zone = c.time_zone,
      starts_at = c.starts_at, ends_at = c.ends_at, booking_closes_at = c.booking_closes_at,
      location = c.location, online_url = c.online_url, max_students = c.max_students,
      calendar_sequence = s.calendar_sequence + c.moves, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (
      id uuid, class_time_id uuid, occurs_on date, session_date date, start_time time, end_time time, time_zone text,
      starts_at timestamptz, ends_at timestamptz, booking_closes_at timestamptz, location text, online_url text,
      max_students integer, moves integer)
    where s.id = c.id`.execute(tx)
}

/** What is pending expires at the session's start at the latest. */
async function endRequestsAtStart(tx: Tx, changes: readonly SessionChange[]): Promise<void> {
  const earlier = changes.filter(({ session, clock }) => clock.startsAt < session.startsAt)
  if (earlier.length === 0) return
  const sessionIds = earlier.map(({ session }) => session.id)
  await sql`
    update bookings b set expires_at = s.starts_at
    from class_sessions s
    where s.id = any(${sessionIds}::uuid[]) and b.vendor_id = s.vendor_id and b.session_id = s.id and still_waits(b)
      and b.expires_at > s.starts_at`.execute(tx)
}
