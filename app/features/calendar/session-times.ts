import { useTranslations } from 'use-intl'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { clockRange } from '#core/shared/formats.ts'
import type { Unfree } from './busy-spans.ts'

/** '18:00–19:00', or as people say it where the vendor is. */
export function useSessionTimes() {
  const t = useTranslations('calendar')
  const clock = useClock()
  return ({ startTime, endTime }: { startTime: string; endTime: string }) =>
    t('timeRange', clockRange(clock(startTime), clock(endTime)))
}

type Blocked = Pick<Unfree, 'startsOn' | 'endsOn' | 'startTime' | 'endTime' | 'isBusy'>

/** What is blocked on one day: 'Blocked', or 'Blocked 14:00–16:00'; 'Busy', where it is from another calendar. */
export function useBlockedText() {
  const t = useTranslations('calendar')
  const clock = useClock()
  return (one: Blocked, date: string) => {
    const start = one.startsOn === date ? one.startTime : null
    const end = one.endsOn === date ? one.endTime : null
    const name = t(one.isBusy ? 'busy' : 'blocked.shown')
    if (start === null && end === null) return name
    const hours = {
      start: clock(start ?? '00:00'),
      // No clock shows the end of a day.
      end: end === null ? '24:00' : clock(end),
    }
    return `${name} ${t('timeRange', hours)}`
  }
}

/** What is said of a session at a time when its vendor is busy elsewhere; null: the vendor is not. */
export function useBusyText() {
  const t = useTranslations('workspace.busy')
  return ({ collides, closed }: { collides: boolean; closed: boolean }): string | null =>
    collides ? [t('collides'), closed && t('closed')].filter(Boolean).join(' ') : null
}
