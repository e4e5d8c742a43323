import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { hoursUntilCompleted } from '../rules/list.ts'

/**
 * Completes confirmed bookings twelve hours after their session ended, `most` at once; only of sessions that ended within
 * `days`, if given. Returns their number.
 */
export async function completePastBookings(
  db: Db,
  { days = null, most = 500 }: { days?: number | null; most?: number } = {},
): Promise<number> {
  const { numAffectedRows } = await sql`
    update bookings set status = 'completed', updated_at = now()
    where id in (
      select b.id from bookings b join class_sessions s on s.id = b.session_id
      where b.status = 'confirmed' and b.deleted_at is null
        and s.current_students > 0 and s.ends_at <= now() - make_interval(hours => ${hoursUntilCompleted})
        and (${days}::integer is null or s.ends_at > now() - make_interval(days => ${days}))
      limit ${most} for update of b skip locked
    ) and status = 'confirmed'`.execute(db)
  return Number(numAffectedRows ?? 0)
}
