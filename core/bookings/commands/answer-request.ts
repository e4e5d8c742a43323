import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import { emit } from '#core/events/emit.ts'
import { nextCalendarSequence } from './calendar-sequence.ts'
import { endBookings, tellOfEnded } from './end-bookings.ts'
import { lockSessions } from './seats.ts'

export type Answered =
  | { ok: true; answered: number }
  | { ok: false; reason: 'not_found' | 'not_waiting' }

/** Who may answer: the vendor for its own bookings, or the holder of the link in the vendor's e-mail for one purchase. */
export type Answerer = { vendorId: string; bookingIds: readonly string[] } | { groupId: string }

/** Confirms what still waits. After the expiry nothing waits any more, whether or not the worker came by. */
export async function confirmRequest(db: Db, who: Answerer): Promise<Answered> {
  return db.transaction().execute(async (tx) => {
    const spots = await spotsOf(tx, who)
    if (!spots) return { ok: false, reason: 'not_found' }
    // The session's lock stands before its bookings' everywhere.
    await lockSessions(
      tx,
      spots.map(({ session_id }) => session_id),
    )
    const confirmed = await tx
      .updateTable('bookings')
      .set((eb) => ({
        status: 'confirmed',
        confirmed_at: eb.fn<Date>('now'),
        expires_at: null,
        calendar_sequence: nextCalendarSequence,
        updated_at: eb.fn<Date>('now'),
      }))
      .where(
        'id',
        'in',
        spots.map(({ id }) => id),
      )
      .where('status', '=', 'pending')
      .where('deleted_at', 'is', null)
      .where('expires_at', '>', sql<Date>`clock_timestamp()`)
      .returning(['id', 'group_id'])
      .execute()
    if (confirmed.length === 0) return { ok: false, reason: 'not_waiting' }
    for (const groupId of new Set(confirmed.map(({ group_id }) => group_id)))
      await emit(tx, 'booking.approved', {
        groupId,
        bookingIds: confirmed.filter(({ group_id }) => group_id === groupId).map(({ id }) => id),
      })
    return { ok: true, answered: confirmed.length }
  })
}

/** Rejects what still waits and gives the seats back. */
export async function rejectRequest(db: Db, who: Answerer): Promise<Answered> {
  return db.transaction().execute(async (tx) => {
    const spots = await spotsOf(tx, who)
    if (!spots) return { ok: false, reason: 'not_found' }
    const ended = await endBookings(tx, {
      bookingIds: spots.map(({ id }) => id),
      from: ['pending'],
      to: 'rejected',
      by: 'vendor',
    })
    if (ended.length === 0) return { ok: false, reason: 'not_waiting' }
    await tellOfEnded(tx, 'booking.rejected', ended)
    return { ok: true, answered: ended.length }
  })
}

async function spotsOf(tx: Tx, who: Answerer) {
  const spots = tx
    .selectFrom('bookings')
    .where('deleted_at', 'is', null)
    .select(['id', 'session_id'])
  if ('groupId' in who) {
    const all = await spots.where('group_id', '=', who.groupId).execute()
    return all.length > 0 ? all : null
  }
  if (who.bookingIds.length === 0) return null
  const own = await spots
    .where('vendor_id', '=', who.vendorId)
    .where('id', 'in', [...who.bookingIds])
    .execute()
  return own.length === new Set(who.bookingIds).size ? own : null
}
