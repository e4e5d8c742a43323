import { isNight, mornings, nightOf } from '../../bookings/rules/night.ts'
import { addDays, addMinutes, instantOf, nearestInstantOf, wallClockOf } from '#core/shared/time.ts'

/** A session is reminded of a day before it, and some hours before it. */
export const reminders = ['day', 'hours'] as const

export type Reminder = (typeof reminders)[number]

type Start = { startsAt: Date; zone: string }

/** What would fall into the night goes then, on the evening before. */
export const evening = '20:00'
const hoursBefore = 2

/** A worker that was down for this long sends what is due; later, it is dropped. */
const lateMinutes = 120
/** A reminder of tomorrow is not sent so shortly before the start. */
const leastMinutesOfDay = 180

/**
 * When customers are reminded of a session: at the same clock time of the day before, and two hours before. Not at night on the
 * clock of the session.
 */
export function remindsAt(which: Reminder, { startsAt, zone }: Start): Date {
  const usual =
    which === 'day' ? dayBefore({ startsAt, zone }) : addMinutes(startsAt, -hoursBefore * 60)
  const night = nightOf(usual, zone, mornings.reminders)
  return night.startsAt <= usual ? clock(night.evening, evening, zone) : usual
}

function dayBefore({ startsAt, zone }: Start): Date {
  const { date, time } = wallClockOf(startsAt, zone)
  return clock(addDays(date, -1), time, zone)
}

/** Of a time that occurs twice, the first; of one that the clock skips, the moment after. */
function clock(date: string, time: string, zone: string): Date {
  const local = { date, time, zone }
  return instantOf(local) ?? nearestInstantOf(local, 'later')
}

/** Whether it is made now. */
export function isDue(which: Reminder, start: Start, now: Date): boolean {
  const at = remindsAt(which, start)
  return at <= now && now < addMinutes(at, lateMinutes) && mayRemind(which, start, now)
}

/** Whether one that was made may still leave: by day, and while it is of use. */
export function mayRemind(which: Reminder, { startsAt, zone }: Start, now: Date): boolean {
  const last = which === 'day' ? addMinutes(startsAt, -leastMinutesOfDay) : startsAt
  return now < last && !isNight(now, zone, mornings.reminders)
}

/** Sessions that start within this time of each other are one reminder to an address. */
export const hoursTogether = 3

/** How long before a session its first reminder may be due: a day, and the longest way back to an evening. */
export const mostHoursBefore = 37

type Gathered = { vendorId: string; address: string; which: Reminder; startsAt: Date }

/** What is said together: of one vendor, to one address, with no more than three hours from one start to the next. */
export function gather<One extends Gathered>(all: readonly One[]): [One, ...One[]][] {
  const ofAddress = Map.groupBy(all, ({ vendorId, address, which }) =>
    JSON.stringify([vendorId, address, which]),
  )
  return [...ofAddress.values()].flatMap((some) => {
    const groups: [One, ...One[]][] = []
    let last: Date | null = null
    for (const one of some.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
      const group = groups.at(-1)
      if (group && last && one.startsAt <= addMinutes(last, hoursTogether * 60)) group.push(one)
      else groups.push([one])
      last = one.startsAt
    }
    return groups
  })
}
