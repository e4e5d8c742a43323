import { useLocale, useTranslations } from 'use-intl'
import { weekdayText } from '#app/locale/clock.ts'
import { localClockText } from '#core/shared/formats.ts'
import type { Recurrence } from '#core/classes/queries/class-cards.ts'

/** The pairs that share a time are one line: 'Mon, Wed 18:00'. */
export function RecurrenceText({ pairs, zone }: { pairs: readonly Recurrence[]; zone: string }) {
  const t = useTranslations('pages.classes')
  const language = useLocale()
  const lines = new Map<string, Recurrence[]>()
  for (const pair of pairs) {
    const key = `${pair.startTime} ${pair.everyWeeks}`
    lines.set(key, [...(lines.get(key) ?? []), pair])
  }
  return (
    <ul className="grid">
      {[...lines].map(([key, [first, ...more]]) =>
        first ? (
          <li key={key} suppressHydrationWarning>
            {[first, ...more].map(({ weekday }) => weekdayText(weekday, language)).join(', ')}{' '}
            {localClockText(first.startTime, zone, language)}
            {first.everyWeeks > 1 && `, ${t('everyWeeks', { n: first.everyWeeks })}`}
          </li>
        ) : null,
      )}
    </ul>
  )
}
