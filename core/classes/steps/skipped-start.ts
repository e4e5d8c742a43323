import { addDays, type LocalDate, type LocalTime, todayIn } from '#core/shared/time.ts'
import { type ClassTime, occurrences, sessionClock, weeksAhead } from '../rules.ts'

/** A weekly time on a day when the clocks skip it. */
export type SkippedStart = { date: LocalDate; time: LocalTime }

/**
 * The starts of weekly times that a clock change skips, as far ahead as sessions are made. `first`: one that is the
 * very first of its time.
 */
export function skippedStarts(
  times: readonly ClassTime[],
  { zone, now }: { zone: string; now: Date },
): { first: SkippedStart | null; all: SkippedStart[] } {
  const today = todayIn(zone, now)
  const byTime = times.map((time) => {
    const from = time.startsOn < today ? today : time.startsOn
    const days = occurrences(time, from, addDays(today, weeksAhead * 7))
    const skipped = days.filter(
      (date) => !sessionClock({ date, time: time.startTime, zone, durationMinutes: 0 }),
    )
    return { startTime: time.startTime, first: days[0], skipped }
  })
  const all = byTime.flatMap(({ startTime, skipped }) =>
    skipped.map((date) => ({ date, time: startTime })),
  )
  const broken = byTime.find(({ first, skipped }) => first !== undefined && first === skipped[0])
  const first = broken?.first ? { date: broken.first, time: broken.startTime } : null
  return { first, all: all.toSorted((one, other) => one.date.localeCompare(other.date)) }
}
