import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, isBusy, type Tx } from '#core/shared/db.ts'
import { emit } from '#core/events/emit.ts'
import { listGroupFacts } from '../queries/purchases.ts'
import { mayMove, mostSpotsPerSession } from '../rules.ts'
import { nextCalendarSequence } from './calendar-sequence.ts'
import { takeSeatsOrMakeRoom } from './expire-bookings.ts'
import { lockContactOf } from './lock-contact.ts'
import { giveBackSeats, lockSessions } from './seats.ts'

export type MoveRefusal =
  | 'not_found'
  | 'too_late'
  | 'session_past'
  | 'registration_closed'
  | 'session_cancelled'
  | 'session_full'
  | 'busy'
export type Moved<Refusal = MoveRefusal> =
  | { ok: true; moved: number }
  | { ok: false; reason: Refusal }

/** The holder of the manage link moves spots to another session of the same class, as long as cancelling would be free. */
export async function moveByCustomer(
  db: Db,
  groupId: string,
  bookingIds: readonly string[],
  toSessionId: string,
): Promise<Moved<MoveRefusal | 'contact_limit' | 'after_expiry'>> {
  return orBusy(
    db.transaction().execute(async (tx) => {
      const { spots } = await listGroupFacts(tx, groupId)
      const asked = spots.filter(({ id }) => bookingIds.includes(id))
      if (asked.length === 0 || asked.length < new Set(bookingIds).size)
        return { ok: false, reason: 'not_found' }
      // The contact's lock before the session's, as when booking.
      const inTarget = await lockContactOf(tx, groupId, toSessionId)
      const locked = await lockMove(
        tx,
        asked.map(({ sessionId }) => sessionId),
        toSessionId,
      )
      if (!locked) return { ok: false, reason: 'not_found' }
      // Read again under the locks: a rival may have moved or cancelled them.
      const current = await listGroupFacts(tx, groupId)
      const movable = current.spots.filter(({ id }) => bookingIds.includes(id))
      if (movable.some((spot) => !mayMove(spot, current.now)))
        return { ok: false, reason: 'too_late' }
      if (movable.some(({ classId }) => classId !== locked.class_id))
        return { ok: false, reason: 'not_found' }
      if (locked.status === 'cancelled') return { ok: false, reason: 'session_cancelled' }
      if (locked.starts_at <= current.now) return { ok: false, reason: 'session_past' }
      if (locked.booking_closes_at <= current.now || !locked.open)
        return { ok: false, reason: 'registration_closed' }
      if (movable.some(({ validUntil }) => validUntil !== null && validUntil <= locked.starts_at))
        return { ok: false, reason: 'after_expiry' }
      const arriving = movable.filter(({ sessionId }) => sessionId !== toSessionId)
      if (arriving.length > 0 && inTarget.onSession + arriving.length > mostSpotsPerSession)
        return { ok: false, reason: 'contact_limit' }
      return moveLocked(tx, { groupId, spots: movable, toSessionId, by: 'customer' })
    }),
  )
}

type Movable = { id: string; sessionId: string }

/** Moves spots whose sessions are locked: the new seat first, the old one only when that was given. */
export async function moveLocked(
  tx: Tx,
  move: {
    groupId: string
    spots: readonly Movable[]
    toSessionId: string
    by: 'customer' | 'vendor'
  },
): Promise<Moved> {
  const leaving = move.spots.filter(({ sessionId }) => sessionId !== move.toSessionId)
  if (leaving.length === 0) return { ok: true, moved: 0 }
  const ids = leaving.map(({ id }) => id)
  if (!(await takeSeatsOrMakeRoom(tx, move.toSessionId, ids, 'moved_in')))
    return { ok: false, reason: 'session_full' }
  const from = [...new Set(leaving.map(({ sessionId }) => sessionId))]
  const before = await tx
    .selectFrom('class_sessions')
    .where('id', 'in', from)
    .select([
      'id',
      'starts_at',
      'ends_at',
      'time_zone',
      'location',
      'online_url',
      'vendor_id',
      'calendar_sequence',
    ])
    .execute()
  const target = await tx
    .selectFrom('class_sessions')
    .where('id', '=', move.toSessionId)
    .select(['calendar_sequence', 'class_id', 'starts_at'])
    .executeTakeFirstOrThrow()
  for (const session of before) {
    const moving = leaving.filter(({ sessionId }) => sessionId === session.id).map(({ id }) => id)
    const calendarId = (await leavesOthers(tx, move.groupId, session.id, moving))
      ? randomUUID()
      : null
    await tx
      .updateTable('bookings')
      .set((eb) => ({
        session_id: move.toSessionId,
        class_id: target.class_id,
        // Every wait ends at the start at the latest.
        expires_at: sql<Date>`case when expires_at > ${target.starts_at} then ${target.starts_at} else expires_at end`,
        updated_at: eb.fn<Date>('now'),
        // What the calendar shows is the sum of the booking's and the session's number: it must grow.
        calendar_sequence: eb(
          nextCalendarSequence,
          '+',
          Math.max(0, session.calendar_sequence - target.calendar_sequence),
        ),
        ...(calendarId !== null && { calendar_id: calendarId }),
      }))
      .where('id', 'in', moving)
      .where('session_id', '=', session.id)
      .execute()
    await giveBackSeats(
      tx,
      moving.map((id) => ({ id, session_id: session.id, vendor_id: session.vendor_id })),
      'moved_out',
    )
    await emit(tx, 'booking.moved', {
      groupId: move.groupId,
      bookingIds: moving,
      by: move.by,
      before: {
        startsAt: session.starts_at.toISOString(),
        endsAt: session.ends_at.toISOString(),
        zone: session.time_zone,
        location: session.location,
        onlineUrl: session.online_url,
      },
    })
  }
  return { ok: true, moved: ids.length }
}

/** Locks all sessions of a move in one order and answers the target, or null when there is none. */
export async function lockMove(tx: Tx, fromSessionIds: readonly string[], toSessionId: string) {
  await lockSessions(tx, [...fromSessionIds, toSessionId])
  const target = await tx
    .selectFrom('class_sessions as s')
    .innerJoin('classes as c', 'c.id', 's.class_id')
    .innerJoin('vendors as v', 'v.id', 's.vendor_id')
    .where('s.id', '=', toSessionId)
    .select(['s.class_id', 's.vendor_id', 's.status', 's.starts_at', 's.booking_closes_at'])
    .select(
      sql<boolean>`c.status = 'active' and c.visibility <> 'closed' and v.suspended_at is null`.as(
        'open',
      ),
    )
    .executeTakeFirst()
  return target ?? null
}

/** Whether spots of the purchase stay behind in the session: they keep the calendar entry. */
async function leavesOthers(
  tx: Tx,
  groupId: string,
  sessionId: string,
  moving: readonly string[],
): Promise<boolean> {
  const other = await tx
    .selectFrom('bookings')
    .where('group_id', '=', groupId)
    .where('session_id', '=', sessionId)
    .where('id', 'not in', [...moving])
    .where('status', 'in', ['pending', 'confirmed', 'completed'])
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return other !== undefined
}

export async function orBusy<T>(work: Promise<T>): Promise<T | { ok: false; reason: 'busy' }> {
  try {
    return await work
  } catch (error) {
    if (isBusy(error)) return { ok: false, reason: 'busy' }
    throw error
  }
}
