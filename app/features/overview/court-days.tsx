import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { calendarPath } from '#app/features/calendar/calendar-range.ts'
import { dayText } from '#app/features/workspace/day-text.ts'
import { useTakerText } from '#app/features/workspace/party-text.ts'
import { useClock } from '#app/features/workspace/use-clock.ts'

export type SlotAhead = {
  id: string
  classId: string
  classTitle: string
  date: string
  startTime: string
  over: boolean
  taker: { name: string; people: number } | null
}

/** The courts in the next days: a line for each court and day, with who has it when. */
export function CourtDays({ slots }: { slots: readonly SlotAhead[] }) {
  const t = useTranslations('overview.days')
  const language = useLocale()
  const clock = useClock()
  const takerText = useTakerText()
  const shown = slots.filter(({ taker, over }) => taker !== null || !over)
  const lines = Map.groupBy(shown, ({ date, classId }) => `${date} ${classId}`)
  return (
    <ul className="divide-y divide-line border-y border-line">
      {[...lines.entries()].map(([key, own]) => {
        const [first] = own
        if (first === undefined) return null
        const taken = own.filter(({ taker }) => taker !== null)
        const free = own.filter(({ taker }) => taker === null).length
        return (
          <li
            key={key}
            className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2 text-sm wrap-anywhere"
          >
            <Link
              to={calendarPath('week', first.date)}
              className="font-medium underline-offset-4 hover:underline"
            >
              {dayText(first.date, language)} · <bdi>{first.classTitle}</bdi>
            </Link>
            <span className="text-muted">{t('court', { taken: taken.length, free })}</span>
            {taken.map(({ id, startTime, taker }) => (
              <Link
                key={id}
                to={`/dashboard/sessions/${id}`}
                className="underline-offset-4 hover:underline"
              >
                {clock(startTime)} <bdi>{taker && takerText(taker)}</bdi>
              </Link>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
