import { useLocale, useTranslations } from 'use-intl'
import { dayText } from '#app/features/workspace/day-text.ts'
import type { BlockedTime } from '#core/classes/queries/blocked-times.ts'
import { localClockText } from '#core/shared/formats.ts'

/** '18:00–19:00', or as people say it where the vendor is. */
export function useSessionTimes(zone: string) {
  const t = useTranslations('calendar')
  const language = useLocale()
  return ({ startTime, endTime }: { startTime: string; endTime: string }) =>
    t('timeRange', {
      start: localClockText(startTime, zone, language),
      end: localClockText(endTime, zone, language),
    })
}

type Blocked = Pick<BlockedTime, 'startsOn' | 'endsOn' | 'startTime' | 'endTime'>

/** What is blocked on one day: 'Blocked', or 'Blocked 14:00–16:00'. */
export function useBlockedText(zone: string) {
  const t = useTranslations('calendar')
  const language = useLocale()
  const clock = (time: string) => localClockText(time, zone, language)
  return (one: Blocked, date: string) => {
    const start = one.startsOn === date ? one.startTime : null
    const end = one.endsOn === date ? one.endTime : null
    if (start === null && end === null) return t('blocked.shown')
    const hours = {
      start: clock(start ?? '00:00'),
      // No clock shows the end of a day.
      end: end === null ? '24:00' : clock(end),
    }
    return `${t('blocked.shown')} ${t('timeRange', hours)}`
  }
}

export type Start = { date: string; startTime: string }

/** 'Tue, Dec 1, 18:00' */
export function useStartText(zone: string) {
  const t = useTranslations('workspace')
  const language = useLocale()
  return ({ date, startTime }: Start) =>
    t('dayTime', { day: dayText(date, language), time: localClockText(startTime, zone, language) })
}
