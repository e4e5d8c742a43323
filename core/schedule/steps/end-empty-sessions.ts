import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { noteSessionChange } from '#core/seats/steps/move-seats.ts'
import type { Tx } from '#core/shared/db.ts'

/**
 * Deletes empty sessions. A session that ever had a booking, or another history, is cancelled instead and detached from
 * its weekly time, so that the date can be offered again.
 */
export async function endEmptySessions(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return
  const gone = await tx
    .deleteFrom('classSessions as s')
    .where('s.id', 'in', [...sessionIds])
    .where(
      sql<boolean>`not exists (select from bookings b where b.session_id = s.id)
        and not exists (select from seat_ledger l where l.session_id = s.id)`,
    )
    .returning(['s.id', 's.vendorId'])
    .execute()
  const [first] = gone
  if (first)
    await emit(tx, 'session.removed', {
      vendorId: first.vendorId,
      sessionIds: gone.map(({ id }) => id),
    })
  const kept = sessionIds.filter((id) => !gone.some((row) => row.id === id))
  if (kept.length === 0) return
  const cancelled = await tx
    .updateTable('classSessions')
    .set((eb) => ({
      status: 'cancelled',
      cancelledAt: eb.fn<Date>('now'),
      updatedAt: eb.fn<Date>('now'),
      calendarSequence: eb('calendarSequence', '+', 1),
      classTimeId: null,
      occursOn: null,
    }))
    .where('id', 'in', kept)
    .returning(['id', 'vendorId', 'maxStudents'])
    .execute()
  await noteSessionChange(tx, cancelled, 'session_cancelled')
  await emit(tx, 'session.cancelled', { sessionIds: kept })
}

/** Whether session `s` stands where its weekly time `t` puts it. */
export const standsOnTime = sql<boolean>`(s.occurs_on = s.session_date and s.start_time = t.start_time)`

/** Those of these sessions that were moved from where their weekly time puts them. */
export async function listMovedAlone(tx: Tx, sessionIds: readonly string[]): Promise<string[]> {
  if (sessionIds.length === 0) return []
  const rows = await tx
    .selectFrom('classSessions as s')
    .innerJoin('classTimes as t', 't.id', 's.classTimeId')
    .where('s.id', 'in', [...sessionIds])
    .where(sql<boolean>`not ${standsOnTime}`)
    .select('s.id')
    .execute()
  return rows.map(({ id }) => id)
}
