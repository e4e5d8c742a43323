import { useLocale, useTranslations } from 'use-intl'
import { clockText, dateFormat, yearOfFarDay } from '#core/shared/formats.ts'
import { useClock } from './use-clock.ts'

/** 'Mon, Mar 30' of a local date 'yyyy-mm-dd'; far away, with its year. The zone of the machine has no part in it. */
export function dayText(date: string, language: string): string {
  const at = new Date(`${date}T00:00:00Z`)
  return dateFormat(language, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...yearOfFarDay(at),
  }).format(at)
}

/** 'Mar 30' of a local date; far away, with its year. */
export function shortDayText(date: string, language: string): string {
  const at = new Date(`${date}T00:00:00Z`)
  return dateFormat(language, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...yearOfFarDay(at),
  }).format(at)
}

/** 'Mar 30, 18:05' of an instant on the vendor's clock; far away, with its year. */
export function instantText(instant: Date, zone: string, language: string): string {
  const day = dateFormat(language, {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    ...yearOfFarDay(instant),
  }).format(instant)
  return `${day}, ${clockText(instant, zone, language)}`
}

export type Start = { date: string; startTime: string }

/** Says when a session starts: 'Mon, Mar 30, 18:00'. */
export function useDayTime(): (at: Start) => string {
  const t = useTranslations('workspace')
  const language = useLocale()
  const clock = useClock()
  return ({ date, startTime }) =>
    t('dayTime', { day: dayText(date, language), time: clock(startTime) })
}
