import type { BlockedTime } from '#core/schedule/queries/blocked-times.ts'
import { addDays, wallClockOf } from '#core/shared/time.ts'

/** Something that keeps a time from being free: blocked here, or busy in the vendor's own calendars. */
export type Unfree = BlockedTime & { isBusy?: true }

/** When the vendor is busy elsewhere, on its clock. */
export function busySpans(
  busy: readonly { startsAt: Date; endsAt: Date }[],
  zone: string,
): Unfree[] {
  return busy.map(({ startsAt, endsAt }, nth) => {
    const start = wallClockOf(startsAt, zone)
    const end = wallClockOf(endsAt, zone)
    // Midnight is the end of the day before.
    const isMidnight = end.time === '00:00'
    return {
      id: `busy-${nth}-${startsAt.toISOString()}`,
      startsOn: start.date,
      endsOn: isMidnight ? addDays(end.date, -1) : end.date,
      startTime: start.time === '00:00' ? null : start.time,
      endTime: isMidnight ? null : end.time,
      note: '',
      isBusy: true,
    }
  })
}
