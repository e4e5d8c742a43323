import { sql } from 'kysely'

/**
 * Columns of a booking that loses its mark, besides `attendance`. If it had one, the removal counts as a mark: one that was
 * made before, on a device without a network, arrives in vain.
 */
export const withoutMark = {
  attendanceMarkedAt: sql<Date | null>`case
    when coalesce(attendance_marked_at, came_with_all_at) is not null then clock_timestamp() end`,
  cameWithAllAt: null,
}
