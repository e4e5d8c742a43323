import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { emit } from '#core/events/emit.ts'
import { settle } from '#core/shared/settle.ts'
import { ownsBookings } from '../queries/own-bookings.ts'
import { nextCalendarSequence } from '../steps/calendar-sequence.ts'
import { endBookings, tellOfEnded } from '../steps/end-bookings.ts'

export type Answered =
  | { ok: true; answered: number }
  | { ok: false; reason: 'not_found' | 'not_waiting' | 'busy' }

/** Who may answer: the vendor for its own bookings, or the holder of the link in the vendor's e-mail for one purchase. */
export type Answerer = { vendorId: VendorId; bookingIds: readonly string[] } | { groupId: string }

/** Confirms what still waits. After the expiry nothing waits any more, whether or not the worker came by. */
export async function confirmRequest(db: Db, who: Answerer): Promise<Answered> {
  return settle<Answered>(db, async (tx) => {
    const bookingIds = await listSpots(tx, who)
    if (!bookingIds) return { ok: false, reason: 'not_found' }
    await lockSessionsOf(tx, bookingIds)
    const confirmed = await tx
      .updateTable('bookings')
      .set((eb) => ({
        status: 'confirmed',
        confirmedAt: eb.fn<Date>('now'),
        expiresAt: null,
        calendarSequence: nextCalendarSequence,
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', 'in', bookingIds)
      .where('status', '=', 'pending')
      .where('deletedAt', 'is', null)
      .where('expiresAt', '>', sql<Date>`clock_timestamp()`)
      .returning(['id', 'groupId'])
      .execute()
    if (confirmed.length === 0) return { ok: false, reason: 'not_waiting' }
    for (const groupId of new Set(confirmed.map(({ groupId }) => groupId)))
      await emit(tx, 'booking.approved', {
        groupId,
        bookingIds: confirmed.filter((one) => one.groupId === groupId).map(({ id }) => id),
      })
    return { ok: true, answered: confirmed.length }
  })
}

/** Rejects what still waits and gives the seats back. */
export async function rejectRequest(db: Db, who: Answerer): Promise<Answered> {
  return settle<Answered>(db, async (tx) => {
    const bookingIds = await listSpots(tx, who)
    if (!bookingIds) return { ok: false, reason: 'not_found' }
    const ended = await endBookings(tx, {
      bookingIds,
      from: ['pending'],
      to: 'rejected',
      by: 'vendor',
    })
    if (ended.length === 0) return { ok: false, reason: 'not_waiting' }
    await tellOfEnded(tx, 'booking.rejected', ended)
    return { ok: true, answered: ended.length }
  })
}

/** The spots the answer is about, or null when they are not all the answerer's. */
async function listSpots(tx: Tx, who: Answerer): Promise<string[] | null> {
  if (!('groupId' in who)) return (await ownsBookings(tx, who)) ? [...who.bookingIds] : null
  const all = await tx
    .selectFrom('bookings')
    .where('groupId', '=', who.groupId)
    .where('deletedAt', 'is', null)
    .select('id')
    .execute()
  return all.length > 0 ? all.map(({ id }) => id) : null
}
