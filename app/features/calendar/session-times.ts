import { useTranslations } from 'use-intl'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { clockRange } from '#core/shared/formats.ts'
import type { BlockedTime } from '#core/classes/queries/blocked-times.ts'

/** '18:00–19:00', or as people say it where the vendor is. */
export function useSessionTimes() {
  const t = useTranslations('calendar')
  const clock = useClock()
  return ({ startTime, endTime }: { startTime: string; endTime: string }) =>
    t('timeRange', clockRange(clock(startTime), clock(endTime)))
}

type Blocked = Pick<BlockedTime, 'startsOn' | 'endsOn' | 'startTime' | 'endTime'>

/** What is blocked on one day: 'Blocked', or 'Blocked 14:00–16:00'. */
export function useBlockedText() {
  const t = useTranslations('calendar')
  const clock = useClock()
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
