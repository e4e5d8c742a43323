import { useLocale, useTranslations } from 'use-intl'
import { weekdayText } from '#app/locale/clock.ts'
import type { OwnRecurrence } from '#core/classes/queries/own-classes.ts'
import { formatMoney } from '#core/shared/money.ts'
import { shortDayText } from './day-text.ts'
import { useClock } from './use-clock.ts'

const weekdays = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const

/** How the facts of a class are said in tables: times, price, place. */
export function useClassTexts() {
  const t = useTranslations('workspace')
  const s = useTranslations('shared')
  const language = useLocale()
  const clock = useClock()

  const weekly = (of: OwnRecurrence) => said(s(`weekdays.${weekdays[of.weekday - 1] ?? 'd1'}`), of)

  function said(days: string, { startTime, everyWeeks, until }: Omit<OwnRecurrence, 'weekday'>) {
    const time = clock(startTime)
    const repeats =
      everyWeeks === 1
        ? t('repeats', { weekday: days, time })
        : t('repeatsEvery', { weekday: days, time, weeks: everyWeeks })
    return until === null
      ? repeats
      : t('repeatsUntil', { weekly: repeats, date: shortDayText(until, language) })
  }

  /** 'Mon Wed Fri 07:30' for each time of day; those with an end or a longer pause for themselves. */
  function shortTimes(recurrence: readonly OwnRecurrence[]): string[] {
    const lines = Map.groupBy(
      recurrence,
      ({ startTime, everyWeeks, until }) => `${startTime} ${everyWeeks} ${until}`,
    )
    return [...lines.values()].flatMap(([first, ...others]) => {
      if (!first) return []
      const days = [first, ...others].map(({ weekday }) => weekdayText(weekday, language)).join(' ')
      return said(days, first)
    })
  }

  return {
    weekly,
    shortTimes,
    price: (minor: number, currency: string) =>
      minor === 0 ? s('free') : formatMoney({ minor, currency }, language),
    place: (place: { location: string | null; onlineUrl: string | null }) =>
      place.onlineUrl === null ? (place.location ?? t('none')) : s('online'),
  }
}
