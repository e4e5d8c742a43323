import { clockRange, clockText, dateFormat, yearOfFarDay } from '#core/shared/formats.ts'

// What a wall clock of some zone shows, in the reader's language.

export function rangeText(startsAt: Date, endsAt: Date, zone: string, language: string): string {
  const { start, end } = clockRange(
    clockText(startsAt, zone, language),
    clockText(endsAt, zone, language),
  )
  return `${start}–${end}`
}

/** 'Monday, March 30'; far away, 'Monday, March 30, 2026' */
export function dayText(at: Date, zone: string, language: string): string {
  return dateFormat(language, {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...yearOfFarDay(at),
  }).format(at)
}

/**
 * The last day something is valid on: its end is the first instant that is not. Without its weekday, which Russian would
 * have to decline after “until”.
 */
export function lastDayText(end: Date, zone: string, language: string): string {
  const at = new Date(end.getTime() - 1)
  return dateFormat(language, {
    timeZone: zone,
    day: 'numeric',
    month: 'long',
    ...yearOfFarDay(at),
  }).format(at)
}

/** A day as a list heading: capitalised, also in languages that write days in lower case. */
export function dayHeading(at: Date, zone: string, language: string): string {
  const day = dayText(at, zone, language)
  return day.charAt(0).toLocaleUpperCase(language) + day.slice(1)
}

/** 'Mon, Mar 30'; far away, with its year */
export function shortDayText(at: Date, zone: string, language: string): string {
  return dateFormat(language, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...yearOfFarDay(at),
  }).format(at)
}

/** 'Mon, Mar 30, 18:00' */
export function momentText(at: Date, zone: string, language: string, place = zone): string {
  return `${shortDayText(at, zone, language)}, ${clockText(at, zone, language, place)}`
}

/** A time at a place on the reader's own clock, with the day where it is another one there. */
export function ownTimeText(at: Date, place: string, reader: string, language: string): string {
  const sameDay = dayText(at, place, 'en') === dayText(at, reader, 'en')
  return (sameDay ? clockText : momentText)(at, reader, language, place)
}

/** 'America/New York': the zone as lists and forms name it */
export const zoneName = (zone: string): string => zone.replaceAll('_', ' ')

/** 'EST' or 'GMT+4', where there is little room */
export function shortZoneText(zone: string, language: string, at: Date): string {
  const parts = dateFormat(language, { timeZone: zone, timeZoneName: 'short' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** Whether two zones show the same clock at an instant, whatever they are called. */
export function sameClock(at: Date, zone: string, other: string): boolean {
  const shown = (timeZone: string) => momentText(at, timeZone, 'en', 'UTC')
  return shown(zone) === shown(other)
}

/** 'Mar' */
export function monthText(at: Date, language: string): string {
  return dateFormat(language, { timeZone: 'UTC', month: 'short' }).format(at)
}

/** 'Mar 1' */
export function monthDayText(at: Date, language: string): string {
  return dateFormat(language, { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(at)
}

/** 'March 2031' */
export function monthYearText(at: Date, language: string): string {
  return dateFormat(language, { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(at)
}

/** 'Mon' … for 1 = Monday … 7 = Sunday */
export function weekdayText(weekday: number, language: string): string {
  const monday = Date.UTC(2024, 0, 1)
  return dateFormat(language, { timeZone: 'UTC', weekday: 'short' }).format(
    monday + (weekday - 1) * 86_400_000,
  )
}
