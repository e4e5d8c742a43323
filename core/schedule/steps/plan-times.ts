import type { Selectable } from 'kysely'
import type { ClassTimes } from '#core/shared/database.ts'
import { addDays, daysBetween, weekdayOf } from '#core/shared/time.ts'
import { areApart, type ClassTime, occurrences } from '#core/classes/rules.ts'
import type { ClassForm } from '#core/classes/schema.ts'
import type { SessionRow } from './apply-session-changes.ts'

export type TimeRow = Selectable<ClassTimes>

/** A kept weekly time with the form's values; its sessions move by `days`. */
export type TimePlan = { time: TimeRow; pair: ClassTime; days: number }

/** Plans the changes of current weekly times; a weekly time without a plan is removed. */
export function planTimes(
  times: readonly TimeRow[],
  {
    before,
    form,
    today,
  }: { before: { startDate: string; endDate: string | null }; form: ClassForm; today: string },
): TimePlan[] {
  return times.flatMap((time) => {
    const wanted = form.times.find(({ id }) => id === time.id)
    if (!wanted) return []
    const { weekday, startTime, everyWeeks } = wanted
    const days = weekday - time.weekday
    // The first day moves by as much as the weekday, which keeps the rhythm of every n weeks. Another rhythm starts now.
    const own = addDays(time.startsOn, ((time.weekday - weekdayOf(time.startsOn) + 7) % 7) + days)
    const soonest = form.startDate < today ? today : form.startDate
    const isEarlier = time.startsWithClass && form.startDate < before.startDate
    const first = isEarlier ? firstFrom(soonest, { date: own, everyWeeks: time.everyWeeks }) : own
    const startsOn = everyWeeks !== time.everyWeeks && first < soonest ? soonest : first
    // Its own last day moves too, so that no date is added after it.
    const ownEnd = time.endsOn === null ? null : addDays(time.endsOn, days)
    const hasEndOfSplit = time.endsOn !== before.endDate && form.endDate === before.endDate
    const endsOn = time.endsWithClass && !hasEndOfSplit ? form.endDate : ownEnd
    return { time, days, pair: { weekday, startTime, everyWeeks, startsOn, endsOn } }
  })
}

/** The earliest date from a day on that keeps the rhythm of a date. */
function firstFrom(
  day: string,
  { date, everyWeeks }: { date: string; everyWeeks: number },
): string {
  const step = 7 * everyWeeks
  return addDays(date, -step * Math.max(0, Math.floor(daysBetween(day, date) / step)))
}

/** The edit would move two current weekly times to the same day and hour. */
export function becomeTwice(one: TimePlan, other: TimePlan): boolean {
  const same = (a: Pick<ClassTime, 'weekday' | 'startTime'>, b: typeof a) =>
    a.weekday === b.weekday && a.startTime === b.startTime
  return (
    same(one.pair, other.pair) && !same(one.time, other.time) && !areApart(one.pair, other.pair)
  )
}

/** The day of a weekly time that a session has after the edit. */
export function newDayOf({ occursOn }: SessionRow, plan: TimePlan | undefined): string | null {
  return plan && occursOn !== null ? addDays(occursOn, plan.days) : occursOn
}

/** The session has no date in the new rhythm of its time. */
export function losesItsDate(session: SessionRow, plan: TimePlan | undefined): boolean {
  const day = newDayOf(session, plan)
  if (!plan || day === null || plan.pair.everyWeeks === plan.time.everyWeeks) return false
  return occurrences({ ...plan.pair, endsOn: null }, day, day).length === 0
}
