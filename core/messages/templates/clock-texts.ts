import { clockText, dateFormat, yearOfFarDay } from '#core/shared/formats.ts'
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

function zoneName(instant: Date, zone: string, language: Language): string {
  const parts = dateFormat(language, {
    timeZone: zone,
    timeZoneName: 'long',
  }).formatToParts(instant)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** 'Monday, March 30, 2026, 18:00–19:00 (Central European Summer Time)' */
export function whenText(
  t: MailTexts,
  { startsAt, endsAt, zone }: Times,
  language: Language,
): string {
  const start = new Date(startsAt)
  return t('timeRange', {
    date: day(start, zone, language, 'long'),
    start: clockText(start, zone, language),
    end: clockText(new Date(endsAt), zone, language),
    zone: zoneName(start, zone, language),
  })
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

/** 'Mon, Mar 30, 18:00 (Central European Summer Time)': a time to do something by. */
export function momentText(
  t: MailTexts,
  instant: string,
  zone: string,
  language: Language,
): string {
  return t('moment', {
    when: shortWhenText(t, instant, zone, language),
    zone: zoneName(new Date(instant), zone, language),
  })
}
