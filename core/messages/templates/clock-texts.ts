import {
  clockRange,
  clockText,
  dateFormat,
  type DayOptions,
  yearOfFarDay,
  zoneText,
} from '#core/shared/formats.ts'
import type { Language } from '#core/shared/languages.ts'
import type { MailTexts } from './translator.ts'

type Times = { startsAt: string | Date; endsAt: string | Date; zone: string }

function day(instant: Date, zone: string, language: Language, length: 'short' | 'long'): string {
  return dateFormat(language, {
    timeZone: zone,
    weekday: length,
    day: 'numeric',
    month: length,
    ...(length === 'long' ? { year: 'numeric' } : yearOfFarDay(instant)),
  }).format(instant)
}

/** The zones of a mail, each once: 'Central European Time' */
export function zoneNames(
  dates: readonly Pick<Times, 'startsAt' | 'zone'>[],
  language: Language,
): string[] {
  const names = dates.map(({ startsAt, zone }) => zoneText(zone, language, new Date(startsAt)))
  return [...new Set(names)]
}

/** 'Monday, March 30, 2026' */
export function longDayText({ startsAt, zone }: Times, language: Language): string {
  return day(new Date(startsAt), zone, language, 'long')
}

/** '18:00–19:00' */
export function rangeText(
  t: MailTexts,
  { startsAt, endsAt, zone }: Times,
  language: Language,
): string {
  const start = clockText(new Date(startsAt), zone, language)
  const end = clockText(new Date(endsAt), zone, language)
  return t('timeRange', clockRange(start, end))
}

/** 'Mon, Mar 30, 18:00–19:00'; far away, with its year */
export function shortRangeText(t: MailTexts, times: Times, language: Language): string {
  const date = day(new Date(times.startsAt), times.zone, language, 'short')
  return `${date}, ${rangeText(t, times, language)}`
}

/** The leaf of a calendar: 'MAR' and '30' */
export function leafOf({ startsAt, zone }: Times, language: Language) {
  const part = (options: DayOptions) =>
    dateFormat(language, { timeZone: zone, ...options }).format(new Date(startsAt))
  const month = part({ month: 'short' }).replace('.', '').toLocaleUpperCase(language)
  return { month, day: part({ day: 'numeric' }) }
}

/** 'March 30, 2026': the last whole day before an end. */
export function lastDayText(end: Date, zone: string, language: Language): string {
  return dateFormat(language, {
    timeZone: zone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(end.getTime() - 1)
}

/** 'Mon, Mar 30, 18:00', on the wall clock of the zone; far away, with its year */
export function shortWhenText(
  t: MailTexts,
  instant: string,
  zone: string,
  language: Language,
): string {
  const at = new Date(instant)
  return t('whenShort', {
    date: day(at, zone, language, 'short'),
    start: clockText(at, zone, language),
  })
}

/** 'Mon, Mar 30'; far away, with its year */
export function shortDayText(instant: string, zone: string, language: Language): string {
  return day(new Date(instant), zone, language, 'short')
}
