/** Wall clocks and instants. Dates are 'yyyy-mm-dd', times 'HH:MM', zones IANA names. */

export type LocalDate = string
export type LocalTime = string
export type WallClock = { date: LocalDate; time: LocalTime; zone: string }

/** The instant of a local time, or null if a clock change skips it. The earlier one if it occurs twice. */
export function instantOf({ date, time, zone }: WallClock): Date | null {
  const local = Temporal.PlainDateTime.from(`${date}T${time}`)
  const zoned = local.toZonedDateTime(zone, { disambiguation: 'compatible' })
  if (!zoned.toPlainDateTime().equals(local)) return null
  return new Date(zoned.epochMilliseconds)
}

/** The earliest or latest instant of a local time; where a clock change skips it, the one just before or after the gap. */
export function nearestInstantOf(
  { date, time, zone }: WallClock,
  disambiguation: 'earlier' | 'later',
): Date {
  const local = Temporal.PlainDateTime.from(`${date}T${time}`)
  return new Date(local.toZonedDateTime(zone, { disambiguation }).epochMilliseconds)
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

/** The first instant of a local day. */
export function startOfDay(date: LocalDate, zone: string): Date {
  return new Date(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds)
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
 * A zone name that both Intl and Temporal know; is_time_zone() checks it in PostgreSQL when it is stored. Offsets are not
 * zones: they have no summer time, and PostgreSQL reads their sign, and that of any name ending in digits, the other way
 * round. In another case, as 'ASIA/DUBAI', it is refused: zones are compared as text. An alias such as 'US/Eastern' is a name.
 */
export function isTimeZone(zone: string): boolean {
  const isNamed = /^(?:UTC|Etc\/GMT[+-]\d{1,2}|[A-Za-z_]+(?:\/[A-Za-z_-]+)+)$/.test(zone)
  if (!isNamed) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return timeZoneId === zone || timeZoneId.toLowerCase() !== zone.toLowerCase()
  } catch {
    return false
  }
}
