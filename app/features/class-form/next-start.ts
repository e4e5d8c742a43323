import { addDays, type LocalDate, type LocalTime, type WallClock } from '#core/shared/time.ts'

type Usual = {
  /** null: the class has no usual time */
  time: LocalTime | null
  /** days on which the class has a session, or the vendor is away */
  isTaken(date: LocalDate): boolean
}

/** A year without a free day: the first one is as good as any. */
const daysAhead = 366

/** When a session by hand may start: the next free day at the usual time, else the next full hour. */
export function nextStart(
  now: Pick<WallClock, 'date' | 'time'>,
  { time, isTaken }: Usual,
): { date: LocalDate; startTime: string } {
  if (time === null) return nextHour(now)
  const first = time > now.time ? now.date : addDays(now.date, 1)
  let date = first
  for (let days = 1; isTaken(date) && days < daysAhead; days++) date = addDays(first, days)
  return { date: isTaken(date) ? first : date, startTime: time }
}

/** After 23:00 there is none today. */
function nextHour({ date, time }: Pick<WallClock, 'date' | 'time'>) {
  const hour = Number(time.slice(0, 2)) + 1
  return hour < 24
    ? { date, startTime: `${String(hour).padStart(2, '0')}:00` }
    : { date: addDays(date, 1), startTime: '' }
}
