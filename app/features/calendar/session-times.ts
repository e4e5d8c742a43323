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
    const hours = { start: clock(start ?? '00:00'), end: clock(end ?? '24:00') }
    return `${name} ${t('timeRange', hours)}`
  }
}

type AtTime = { collides: boolean; blocked: boolean; closed: boolean }

/** What is said of a session at a time that its vendor has blocked or is busy in elsewhere; null: neither. */
export function useBusyText() {
  const t = useTranslations('workspace.busy')
  return ({ collides, blocked, closed }: AtTime): string | null =>
    collides || blocked
      ? [t(blocked ? 'blocked' : 'collides'), closed && t('closed')].filter(Boolean).join(' ')
      : null
}
