import { sql } from 'kysely'
import type { VendorId } from '#core/shared/ids.ts'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import { noteSessionChange } from '#core/seats/steps/move-seats.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { settle } from '#core/shared/settle.ts'
import { addDays } from '#core/shared/time.ts'
import { endBookings, tellOfEnded } from '../steps/end-bookings.ts'

export type SessionsCancelled =
  | { ok: true; sessions: number; bookings: number }
  | { ok: false; reason: 'not_found' | 'session_past' | 'busy' }

type Owned = { vendorId: VendorId; sessionId: string }

/** Cancels one coming session; everyone booked is told. */
export async function cancelSession(db: Db, owned: Owned, now: Date): Promise<SessionsCancelled> {
  return settle<SessionsCancelled>(db, async (tx) => {
    const session = await findComing(tx, owned, now)
    if (!session.ok) return session
    return cancelAll(tx, [owned.sessionId])
  })
}

/** Cancels a coming session and every following one of its weekly pair, which ends with it. */
export async function cancelFollowingSessions(
  db: Db,
  owned: Owned,
  now: Date,
): Promise<SessionsCancelled> {
  return settle<SessionsCancelled>(db, async (tx) => {
    await lockClassOf(tx, owned)
    const session = await findComing(tx, owned, now)
    if (!session.ok) return session
    if (session.classTimeId === null || session.occursOn === null)
      return cancelAll(tx, [owned.sessionId])
    await tx
      .updateTable('classTimes')
      // Never later than it was: what is left of an ended time does not start it again.
      .set({ endsOn: sql<string>`least(ends_on, ${addDays(session.occursOn, -1)}::date)` })
      .where('id', '=', session.classTimeId)
      .execute()
    const following = await tx
      .selectFrom('classSessions')
      .where('classTimeId', '=', session.classTimeId)
      .where('occursOn', '>=', session.occursOn)
      .where('startsAt', '>', now)
      .where('status', '=', 'confirmed')
      .select('id')
      .execute()
    return cancelAll(
      tx,
      following.map(({ id }) => id),
    )
  })
}

/** Nobody changes the weekly times of the session's class, or which of them it belongs to, until we are done. */
async function lockClassOf(tx: Tx, { vendorId, sessionId }: Owned): Promise<void> {
  await tx
    .selectFrom('classes')
    .where('vendorId', '=', vendorId)
    .where('id', '=', (eb) =>
      eb.selectFrom('classSessions').where('id', '=', sessionId).select('classId'),
    )
    .select('id')
    .forNoKeyUpdate()
    .execute()
}

async function findComing(tx: Tx, { vendorId, sessionId }: Owned, now: Date) {
  const session = await tx
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .where('vendorId', '=', vendorId)
    .where('status', '=', 'confirmed')
    .select(['startsAt', 'classTimeId', 'occursOn'])
    .executeTakeFirst()
  if (!session) return { ok: false, reason: 'not_found' } as const
  if (session.startsAt <= now) return { ok: false, reason: 'session_past' } as const
  return { ok: true, ...session } as const
}

/** Cancels sessions and all bookings in them. */
export async function cancelAll(
  tx: Tx,
  sessionIds: readonly string[],
): Promise<Extract<SessionsCancelled, { ok: true }>> {
  if (sessionIds.length === 0) return { ok: true, sessions: 0, bookings: 0 }
  await lockSessions(tx, sessionIds)
  const cancelled = await tx
    .updateTable('classSessions')
    .set((eb) => ({
      status: 'cancelled',
      cancelledAt: eb.fn<Date>('now'),
      updatedAt: eb.fn<Date>('now'),
      calendarSequence: eb('calendarSequence', '+', 1),
    }))
    .where('id', 'in', [...sessionIds])
    .where('status', '=', 'confirmed')
    .returning(['id', 'vendorId', 'maxStudents'])
    .execute()
  const held = await tx
    .selectFrom('bookings')
    .where('sessionId', 'in', [...sessionIds])
    .where('status', 'in', ['pending', 'confirmed'])
    .where('deletedAt', 'is', null)
    .select('id')
    .execute()
  const ended = await endBookings(tx, {
    bookingIds: held.map(({ id }) => id),
    from: ['pending', 'confirmed'],
    to: 'cancelled',
    by: 'vendor',
  })
  // Of the others the seats given back tell already.
  await noteSessionChange(
    tx,
    cancelled.filter(({ id }) => !ended.some(({ sessionId }) => sessionId === id)),
    'session_cancelled',
  )
  for (const sessionId of sessionIds)
    await tellOfEnded(
      tx,
      'session.cancelled',
      ended.filter((one) => one.sessionId === sessionId),
      { sessionId },
    )
  return { ok: true, sessions: cancelled.length, bookings: ended.length }
}
