import { sql } from 'kysely'
import { takeSeats } from '#core/seats/steps/move-seats.ts'
import type { SeatLedger } from '#core/shared/database.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { settle } from '#core/shared/settle.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { bookSettled } from '../steps/book-waiting.ts'
import { endBookings } from '../steps/end-bookings.ts'

/** Pending bookings whose time is over by the database's clock. */
export function overdue(db: Db) {
  return db
    .selectFrom('bookings')
    .where('bookings.status', '=', 'pending')
    .where('bookings.deletedAt', 'is', null)
    .where('bookings.expiresAt', '<=', sql<Date>`now()`)
}

/**
 * The worker's job: one purchase per transaction, so that the customer gets one message about all dates and no transaction
 * takes many locks. Returns the number of returned seats.
 */
export async function expireOverdueBookings(db: Db, most = 200): Promise<number> {
  return expireOverdueOf(db, await listOverduePurchases(db, { sessionIds: null, most }))
}

/** Expires overdue requests in some sessions, with all overdue requests of the same purchases. */
export async function makeRoom(db: Db, sessionIds: readonly string[]): Promise<number> {
  if (sessionIds.length === 0) return 0
  return expireOverdueOf(db, await listOverduePurchases(db, { sessionIds, most: 200 }))
}

/** Takes seats of a locked session. If they do not fit, it expires overdue requests first. */
export async function takeSeatsOrMakeRoom(
  tx: Tx,
  ...seats: [sessionId: string, bookingIds: readonly string[], reason: SeatLedger['reason']]
): Promise<boolean> {
  if (await takeSeats(tx, ...seats)) return true
  const [sessionId] = seats
  const due = await overdue(tx)
    .where('sessionId', '=', sessionId)
    .select(['id', 'vendorId'])
    .execute()
  return (await expire(tx, due)) > 0 && takeSeats(tx, ...seats)
}

async function listOverduePurchases(
  db: Db,
  { sessionIds, most }: { sessionIds: readonly string[] | null; most: number },
): Promise<string[]> {
  const rows = await overdue(db)
    .$if(sessionIds !== null, (bookings) =>
      bookings.where(sql<boolean>`session_id = any(${[...(sessionIds ?? [])]}::uuid[])`),
    )
    .select('purchaseId')
    .distinct()
    .orderBy('purchaseId')
    .limit(most)
    .execute()
  return rows.map(({ purchaseId }) => purchaseId)
}

/** One transaction for each. */
async function expireOverdueOf(db: Db, purchaseIds: readonly string[]): Promise<number> {
  let freed = 0
  for (const purchaseId of purchaseIds) {
    const ended = await settle(db, async (tx) =>
      expire(
        tx,
        await overdue(tx).where('purchaseId', '=', purchaseId).select(['id', 'vendorId']).execute(),
      ),
    )
    if (typeof ended === 'number') freed += ended
  }
  return freed
}

async function expire(tx: Tx, due: readonly { id: string; vendorId: VendorId }[]): Promise<number> {
  await lockSessionsOf(
    tx,
    due.map(({ id }) => id),
  )
  // What was paid in another way is not let go.
  for (const [vendorId, spots] of Map.groupBy(due, (spot) => spot.vendorId))
    await bookSettled(tx, { vendorId, bookingIds: spots.map(({ id }) => id) })
  const ended = await endBookings(tx, {
    bookingIds: due.map(({ id }) => id),
    from: ['pending'],
    to: 'expired',
    by: 'system',
  })
  return ended.length
}
