import { addDays, instantOf, nearestInstantOf, wallClockOf } from '#core/shared/time.ts'

/** When the night of a place begins, on its clock. */
export const nightStarts = '22:00'

/** When it ends: later for what waits for somebody, such as a request or a payment, than for a reminder. */
export const mornings = { waits: '08:00', reminders: '07:00' } as const

export type Morning = (typeof mornings)[keyof typeof mornings]

/** The night of a place that an instant falls into; by day, the next one. A clock change makes it longer or shorter. */
export function nightOf(at: Date, zone: string, morning: Morning) {
  const { date, time } = wallClockOf(at, zone)
  const evening = time < morning ? addDays(date, -1) : date
  const clock = (day: string, of: string) => {
    const local = { date: day, time: of, zone }
    return instantOf(local) ?? nearestInstantOf(local, 'later')
  }
  return {
    /** the day on which it begins */
    evening,
    startsAt: clock(evening, nightStarts),
    endsAt: clock(addDays(evening, 1), morning),
  }
}

export function isNight(at: Date, zone: string, morning: Morning): boolean {
  return nightOf(at, zone, morning).startsAt <= at
}
