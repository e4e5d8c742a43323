import { addDays } from '#core/shared/time.ts'
import { occurrences, sessionClock } from '../rules.ts'
import type { ClassForm } from '../schema.ts'

/**
 * The start of a form's very first session when the clock change skips it, else null. A later one that
 * is skipped is left out of the series, which the list of sessions shows.
 */
export function skippedStart(form: ClassForm, zone: string): { date: string; time: string } | null {
  for (const time of form.times) {
    const pair = { ...time, startsOn: form.startDate, endsOn: form.endDate }
    const [first] = occurrences(pair, form.startDate, addDays(form.startDate, 7))
    if (
      first &&
      !sessionClock({
        date: first,
        time: time.startTime,
        zone,
        durationMinutes: form.durationMinutes,
      })
    )
      return { date: first, time: time.startTime }
  }
  return null
}
