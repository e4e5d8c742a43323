import type { VendorId } from '#core/shared/ids.ts'
import type { Selectable } from 'kysely'
import type { ClassSessions } from '#core/shared/database.ts'
import { noteSessionChange } from '#core/seats/steps/move-seats.ts'
import type { Tx } from '#core/shared/db.ts'
import { emit } from '#core/events/emit.ts'
import { countReach, type Reach } from '../queries/reach.ts'
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
    .selectFrom('class_sessions')
    .where('class_id', '=', where.classId)
    .where('vendor_id', '=', where.vendorId)
    .where('status', '=', 'confirmed')
    .where('starts_at', '>', where.now)
    .orderBy('id')
    .selectAll()
    .forUpdate()
    .execute()
}

/**
 * Writes changes to locked sessions: the row, the ledger when the capacity moves, and the news for
 * those who are booked when time or place moves. Answers who
 * is told of them.
 */
export async function applySessionChanges(
  tx: Tx,
  changes: readonly SessionChange[],
): Promise<Reach> {
  const moving: string[] = []
  for (const change of changes) {
    const { session, clock, place } = change
    const before = { location: session.location, onlineUrl: session.online_url }
    const moved =
      clock.startsAt.getTime() !== session.starts_at.getTime() ||
      clock.endsAt.getTime() !== session.ends_at.getTime() ||
      !samePlace(place, before)
    await tx
      .updateTable('class_sessions')
      .set((eb) => ({
        class_time_id: change.classTimeId,
        occurs_on: change.occursOn,
        session_date: clock.date,
        start_time: clock.startTime,
        end_time: clock.endTime,
        time_zone: clock.zone,
        starts_at: clock.startsAt,
        ends_at: clock.endsAt,
        booking_closes_at: change.bookingClosesAt,
        location: place.location,
        online_url: place.onlineUrl,
        max_students: change.maxStudents,
        calendar_sequence: eb('calendar_sequence', '+', moved ? 1 : 0),
        updated_at: eb.fn<Date>('now'),
      }))
      .where('id', '=', session.id)
      .execute()
    // Every wait for a confirmation ends at the start at the latest.
    if (clock.startsAt < session.starts_at)
      await tx
        .updateTable('bookings')
        .set({ expires_at: clock.startsAt })
        .where('session_id', '=', session.id)
        .where('status', '=', 'pending')
        .where('expires_at', '>', clock.startsAt)
        .execute()
    if (change.maxStudents !== session.max_students)
      await noteSessionChange(
        tx,
        [{ id: session.id, vendor_id: session.vendor_id, max_students: change.maxStudents }],
        'capacity',
      )
    if (!moved || session.current_students === 0) continue
    moving.push(session.id)
    await emit(tx, 'session.changed', {
      sessionId: session.id,
      before: {
        startsAt: session.starts_at.toISOString(),
        endsAt: session.ends_at.toISOString(),
        zone: session.time_zone,
        ...before,
      },
    })
  }
  const vendorId = changes[0]?.session.vendor_id
  if (vendorId === undefined || moving.length === 0) return nobody
  return countReach(tx, { vendorId, of: { sessionIds: moving } })
}

const nobody: Reach = { told: 0, toldSpots: 0, unreached: 0, unreachedSpots: 0 }
