import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { LocalDate, LocalTime } from '#core/shared/time.ts'
import { occurrences } from '#core/classes/rules.ts'

type At = { vendorId: VendorId; classId: string; date: LocalDate; startTime: LocalTime }

/**
 * The date of a weekly time that a session added by hand stands for: the weekly time has left it out, as for a blocked day.
 * Cancelled or moved later, the date does not come back by itself.
 */
export async function findDateOfTime(
  tx: Tx,
  { vendorId, classId, date, startTime }: At,
): Promise<{ classTimeId: string; occursOn: LocalDate } | null> {
  const times = await tx
    .selectFrom('classTimes as t')
    .innerJoin('classes as c', (join) =>
      join.onRef('c.id', '=', 't.classId').onRef('c.vendorId', '=', 't.vendorId'),
    )
    .where('t.vendorId', '=', vendorId)
    .where('t.classId', '=', classId)
    .where('t.startTime', '=', startTime)
    .where('c.startDate', '<=', date)
    .where(sql<boolean>`(t.ends_with_class or coalesce(c.end_date >= ${date}, true))`)
    .where(
      sql<boolean>`not exists (select from class_sessions s
        where s.vendor_id = t.vendor_id and s.class_time_id = t.id and s.occurs_on = ${date})`,
    )
    .orderBy('t.id')
    .select(['t.id', 't.weekday', 't.startTime', 't.everyWeeks', 't.startsOn', 't.endsOn'])
    .execute()
  const found = times.find((time) => occurrences(time, date, date).length > 0)
  return found ? { classTimeId: found.id, occursOn: date } : null
}
