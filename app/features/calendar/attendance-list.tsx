import { useLocale, useTranslations } from 'use-intl'
import { dayHeading } from '#app/locale/clock.ts'
import { usePartyText } from '#app/features/workspace/party-text.ts'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { clockRange } from '#core/shared/formats.ts'
import type { PartyOfSpot } from '#core/bookings/queries/party.ts'
import type { CalendarSession } from '#core/schedule/queries/calendar-sessions.ts'
import { noonOf } from './calendar-grid.tsx'

type AttendanceListProps = {
  session: CalendarSession & {
    comes: {
      bookingId: string
      name: string
      spots: number
      waiting: boolean
      party: PartyOfSpot | null
    }[]
  }
}

/** Who comes to one session, with a box on paper for each spot. */
export function AttendanceList({ session }: AttendanceListProps) {
  const t = useTranslations('calendar')
  const language = useLocale()
  const clock = useClock()
  const partyText = usePartyText()
  const { startTime: start, endTime: end, currentStudents: taken, maxStudents: capacity } = session
  const day = dayHeading(noonOf(session.date), 'UTC', language)
  return (
    <section aria-labelledby={session.id} className="break-inside-avoid py-5">
      <h3 id={session.id} className="text-lg wrap-anywhere">
        <bdi>{session.classTitle}</bdi>
      </h3>
      <p className="text-muted" suppressHydrationWarning>
        {day}, {t('timeRange', clockRange(clock(start), clock(end)))} ·{' '}
        {t('booked', { taken, capacity })}
      </p>
      {session.comes.length === 0 ? (
        <p className="py-2">{t('printing.nobody')}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {session.comes.map(({ bookingId, name, spots, waiting, party }) => (
            <li key={bookingId} className="flex min-h-11 items-center gap-4 py-2">
              <span className="flex shrink-0 flex-wrap gap-1.5" aria-hidden="true">
                {Array.from({ length: spots }, (_spot, nth) => (
                  <span key={nth} className="size-5 rounded-sm border border-control" />
                ))}
              </span>
              <span className="min-w-0 flex-1 wrap-anywhere">
                <bdi>{name}</bdi>
              </span>
              <span className="text-sm text-muted">
                {[
                  partyText(party),
                  spots > 1 && t('printing.spots', { count: spots }),
                  waiting && t('printing.waiting'),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
