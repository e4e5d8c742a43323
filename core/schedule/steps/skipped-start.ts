import { addDays, type LocalDate, type LocalTime, todayIn } from '#core/shared/time.ts'
import { type ClassTime, occurrences } from '#core/classes/rules.ts'
import { sessionClock, weeksAhead } from '../rules.ts'

/** A start that the clocks of a place skip. */
export type SkippedStart = { date: LocalDate; time: LocalTime; zone: string }

/** The very first start of a weekly time, if a clock change skips it. Later ones are left out (`fillTime`). */
export function skippedFirst(
  times: readonly ClassTime[],
  { zone, now }: { zone: string; now: Date },
): SkippedStart | null {
  const today = todayIn(zone, now)
  const skipped = times.flatMap((time) => {
    const from = time.startsOn < today ? today : time.startsOn
    const [date] = occurrences(time, from, addDays(today, weeksAhead * 7))
    if (date === undefined) return []
    const at = { date, time: time.startTime, zone }
    return sessionClock({ ...at, durationMinutes: 0 }) ? [] : [at]
  })
  return skipped[0] ?? null
}
