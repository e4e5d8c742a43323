import type { VendorId } from '#core/shared/ids.ts'
import type { Selectable } from 'kysely'
import type { ClassSessions } from '#core/shared/database.ts'
import { noteSessionChange } from '#core/seats/steps/move-seats.ts'
import type { Tx } from '#core/shared/db.ts'
import { emit } from '#core/events/emit.ts'
import { countReach, listSpotsHeld, type Reach } from '../queries/reach.ts'
import { emptyReach, startsTwice } from './agreement.ts'
import { samePlace, type Place, type SessionClock } from '../rules.ts'

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
  const moving = changes.filter(mustNotify).map(({ session }) => session)
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

const mustNotify = (change: SessionChange) => change.session.currentStudents > 0 && isMoved(change)

/**
 * Writes changes to locked sessions: the row, the ledger if the capacity changes, and an event for the customers if time
 * or place changes.
 */
export async function applySessionChanges(
  tx: Tx,
  changes: readonly SessionChange[],
): Promise<void> {
  for (const change of changes) {
    const { session, clock, place } = change
    await tx
      .updateTable('classSessions')
      .set((eb) => ({
        classTimeId: change.classTimeId,
        occursOn: change.occursOn,
        sessionDate: clock.date,
        startTime: clock.startTime,
        endTime: clock.endTime,
        timeZone: clock.zone,
        startsAt: clock.startsAt,
        endsAt: clock.endsAt,
        bookingClosesAt: change.bookingClosesAt,
        location: place.location,
        onlineUrl: place.onlineUrl,
        maxStudents: change.maxStudents,
        calendarSequence: eb('calendarSequence', '+', isMoved(change) ? 1 : 0),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', session.id)
      .execute()
    // A request expires at the session's start at the latest.
    if (clock.startsAt < session.startsAt)
      await tx
        .updateTable('bookings')
        .set({ expiresAt: clock.startsAt })
        .where('sessionId', '=', session.id)
        .where('status', '=', 'pending')
        .where('expiresAt', '>', clock.startsAt)
        .execute()
    if (change.maxStudents !== session.maxStudents)
      await noteSessionChange(
        tx,
        [{ id: session.id, vendorId: session.vendorId, maxStudents: change.maxStudents }],
        'capacity',
      )
    if (!mustNotify(change)) continue
    await emit(tx, 'session.changed', {
      sessionId: session.id,
      before: {
        startsAt: session.startsAt.toISOString(),
        endsAt: session.endsAt.toISOString(),
        zone: session.timeZone,
        location: session.location,
        onlineUrl: session.onlineUrl,
      },
    })
  }
}

/**
 * Whether sessions move to starts at which another session of their class remains; runs after the writes. `starts`: for the
 * agreement.
 */
export async function moveToTaken(
  tx: Tx,
  { classId, changes }: { classId: string; changes: readonly SessionChange[] },
): Promise<{ isTwice: boolean; starts: string[] }> {
  const moving = changes.filter(
    ({ session, clock }) => clock.startsAt.getTime() !== session.startsAt.getTime(),
  )
  const starts = moving.map(({ clock }) => clock.startsAt)
  const except = moving.map(({ session }) => session.id)
  const isTwice = await startsTwice(tx, { classId, starts, except })
  return { isTwice, starts: isTwice ? starts.map((start) => start.toISOString()) : [] }
}
