import { useLocale, useTranslations } from 'use-intl'
import type { OwnRecurrence } from '#core/classes/queries/own-classes.ts'
import type { Recurrence } from '#core/classes/queries/class-cards.ts'
import { formatMoney } from '#core/shared/money.ts'
import { shortDayText } from './day-text.ts'

const weekdays = ['d1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7'] as const

/** How the facts of a class are said in tables: times, price, place. */
export function useClassTexts() {
  const t = useTranslations('workspace')
  const s = useTranslations('shared')
  const language = useLocale()

  function weekly({ until, ...weekly }: OwnRecurrence): string {
    const said = repeats(weekly)
    return until === null
      ? said
      : t('repeatsUntil', { weekly: said, date: shortDayText(until, language) })
  }

  function repeats({ weekday, startTime, everyWeeks }: Recurrence): string {
    const day = s(`weekdays.${weekdays[weekday - 1] ?? 'd1'}`)
    return everyWeeks === 1
      ? t('repeats', { weekday: day, time: startTime })
      : t('repeatsEvery', { weekday: day, time: startTime, weeks: everyWeeks })
  }

  return {
    weekly,
    price: (minor: number, currency: string) =>
      minor === 0 ? s('free') : formatMoney({ minor, currency }, language),
    place: (place: { location: string | null; onlineUrl: string | null }) =>
      place.onlineUrl === null ? (place.location ?? t('none')) : s('online'),
  }
}
