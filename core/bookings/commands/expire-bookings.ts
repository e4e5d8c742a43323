import { sql } from 'kysely'
import { takeSeats } from '#core/seats/steps/move-seats.ts'
import type { SeatLedger } from '#core/shared/database.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { settle } from '#core/shared/settle.ts'
import { endBookings, tellOfEnded } from '../steps/end-bookings.ts'

/** Overdue by the database's clock. */
function overdue(tx: Tx) {
  return tx
    .selectFrom('bookings')
    .where('status', '=', 'pending')
    .where('deletedAt', 'is', null)
    .where('expiresAt', '<=', sql<Date>`now()`)
    .orderBy('id')
}

/** Rejects by timeout what waits too long in one session. Answers how many seats came back. */
export async function expireOverdueOfSession(db: Db, sessionId: string): Promise<number> {
  const freed = await settle(db, (tx) => expireOverdueIn(tx, sessionId))
  return typeof freed === 'number' ? freed : 0
}

async function expireOverdueIn(tx: Tx, sessionId: string): Promise<number> {
  const due = await overdue(tx).where('sessionId', '=', sessionId).select('id').execute()
  return expire(
    tx,
    due.map(({ id }) => id),
  )
}

/** Gives back what waits too long in some sessions, one transaction each. Answers how many seats came back. */
export async function makeRoom(db: Db, sessionIds: readonly string[]): Promise<number> {
  let freed = 0
  for (const sessionId of sessionIds) freed += await expireOverdueOfSession(db, sessionId)
  return freed
}

/** Takes seats of a locked session; where they do not fit, what waited too long makes room first. */
export async function takeSeatsOrMakeRoom(
  tx: Tx,
  ...seats: [sessionId: string, bookingIds: readonly string[], reason: SeatLedger['reason']]
): Promise<boolean> {
  if (await takeSeats(tx, ...seats)) return true
  const [sessionId] = seats
  return (await expireOverdueIn(tx, sessionId)) > 0 && takeSeats(tx, ...seats)
}

/** The worker's round: one session at a time, so that no transaction holds many. Answers how many seats came back. */
export async function expireOverdueBookings(db: Db, most = 200): Promise<number> {
  const sessions = await overdueSessions(db, most)
  let freed = 0
  for (const sessionId of sessions) freed += await expireOverdueOfSession(db, sessionId)
  return freed
}

async function overdueSessions(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('bookings')
    .where('status', '=', 'pending')
    .where('deletedAt', 'is', null)
    .where('expiresAt', '<=', sql<Date>`now()`)
    .select('sessionId')
    .distinct()
    .limit(most)
    .execute()
  return rows.map(({ sessionId }) => sessionId)
}

async function expire(tx: Tx, bookingIds: readonly string[]): Promise<number> {
  const ended = await endBookings(tx, {
    bookingIds,
    from: ['pending'],
    to: 'expired',
    by: 'system',
  })
  await tellOfEnded(tx, 'booking.expired', ended)
  return ended.length
}
