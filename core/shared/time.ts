/** Wall clocks and instants. Dates are 'yyyy-mm-dd', times 'HH:MM', zones IANA names. */

export type LocalDate = string
export type LocalTime = string
export type WallClock = { date: LocalDate; time: LocalTime; zone: string }

/** The instant a wall clock names, or null where the clock change skips it. Twice named: the earlier. */
export function instantOf({ date, time, zone }: WallClock): Date | null {
  const local = Temporal.PlainDateTime.from(`${date}T${time}`)
  const zoned = local.toZonedDateTime(zone, { disambiguation: 'compatible' })
  if (!zoned.toPlainDateTime().equals(local)) return null
  return new Date(zoned.epochMilliseconds)
}

/** What the wall clock of a zone shows at an instant. */
export function wallClockOf(instant: Date, zone: string): WallClock {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone)
  return {
    date: zoned.toPlainDate().toString(),
    time: zoned.toPlainTime().toString().slice(0, 5),
    zone,
  }
}

export function todayIn(zone: string, now: Date): LocalDate {
  return wallClockOf(now, zone).date
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}

/** Whole days from the first date to the second. */
export function daysBetween(first: LocalDate, second: LocalDate): number {
  return Temporal.PlainDate.from(first).until(second, { largestUnit: 'days' }).days
}

/** 1 = Monday … 7 = Sunday */
export function weekdayOf(date: LocalDate): number {
  return Temporal.PlainDate.from(date).dayOfWeek
}

/** The first instant after a local day is over. */
export function endOfDay(date: LocalDate, zone: string): Date {
  const next = Temporal.PlainDate.from(date).add({ days: 1 })
  return new Date(next.toZonedDateTime(zone).epochMilliseconds)
}

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000)
}

/**
 * A zone with a name that Intl and Temporal both know; PostgreSQL is asked where it is written, by is_time_zone(). An
 * offset is none: it knows no summer, and PostgreSQL reads its sign the other way, as it does with any name that ends
 * in digits.
 */
export function isTimeZone(zone: string): boolean {
  const isNamed = /^(?:UTC|Etc\/GMT[+-]\d{1,2}|[A-Za-z_]+(?:\/[A-Za-z_-]+)+)$/.test(zone)
  if (!isNamed) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}
