import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/**
 * Purchases that held spots of a session when it was changed. The ledger says when a spot came into the session; both
 * take their time by the clock while they hold the session.
 */
export function listPurchasesIn(db: Db, sessionId: string, changedAt: Date) {
  return db
    .selectFrom('bookings as b')
    .where('b.sessionId', '=', sessionId)
    .where('b.deletedAt', 'is', null)
    .where('b.status', 'in', ['pending', 'confirmed'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('seatLedger as l')
          .whereRef('l.bookingId', '=', 'b.id')
          .where('l.sessionId', '=', sessionId)
          .where('l.delta', '=', 1)
          // The instant of the change came here without its microseconds.
          .where('l.at', '<', new Date(changedAt.getTime() + 1))
          .select('l.id'),
      ),
    )
    .groupBy('b.groupId')
    .select(['b.groupId', sql<string[]>`array_agg(b.id)`.as('bookingIds')])
    .execute()
}
