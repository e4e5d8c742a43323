import { dateFormat, yearOfFarDay } from '#core/shared/formats.ts'
import { useLocale, useTranslations } from 'use-intl'

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
  return dateFormat(language, {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    ...yearOfFarDay(instant),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(instant)
}

/** Says when a session starts: 'Mon, Mar 30, 18:00'. */
export function useDayTime(): (at: { date: string; startTime: string }) => string {
  const t = useTranslations('workspace')
  const language = useLocale()
  return ({ date, startTime }) => t('dayTime', { day: dayText(date, language), time: startTime })
}
