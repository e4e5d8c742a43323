import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/**
 * Purchases with spots in a session at the time of its change. The ledger has the time when a spot entered the session;
 * both times are taken while the session is locked.
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
          // The time of the change has no microseconds here.
          .where('l.at', '<', new Date(changedAt.getTime() + 1))
          .select('l.id'),
      ),
    )
    .groupBy('b.groupId')
    .select(['b.groupId', sql<string[]>`array_agg(b.id)`.as('bookingIds')])
    .execute()
}
