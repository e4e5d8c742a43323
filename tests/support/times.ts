import { addDays, instantOf, todayIn } from '#core/shared/time.ts'

const halfADay = 12 * 60

/**
 * The start of a session: a named hour of the day that is `days` from today in the zone; negative: that many days ago. A
 * start counted from now on would be at another hour, or on another day, whenever the test runs.
 */
export function onDay(days: number, time = '18:00', zone = 'Europe/Berlin'): Date {
  const start = instantOf({ date: addDays(todayIn(zone, new Date()), days), time, zone })
  if (start === null) throw new Error(`A clock change skips ${time} on that day.`)
  return start
}

/** For tests about nearness: what has just begun, soon closes, is over. Minutes from now; negative: ago. */
export function fromNow(minutes: number): Date {
  if (Math.abs(minutes) > halfADay)
    throw new Error('What is further away is on a named day at a named hour: onDay()')
  return new Date(Date.now() + minutes * 60_000)
}

/** A zone whose clock shows noon now: nobody is reminded at night, and a test may run then. */
export function zoneAtNoon(): string {
  const hour = new Date().getUTCHours()
  return hour <= 12 ? `Etc/GMT-${12 - hour}` : `Etc/GMT+${hour - 12}`
}
