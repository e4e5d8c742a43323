import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { cx } from '#app/ui/cx.ts'
import { isFreeSlot } from '#core/classes/rules.ts'
import { clockRange, localClockText } from '#core/shared/formats.ts'
import { KeptNotice } from './kept-notice.tsx'
import type { DayShown, SessionShown } from './marking.ts'
import { SessionAttendance, WalkInLink } from './session-attendance.tsx'
import { useMarking } from './use-marking.ts'
import { useNow } from './use-now.ts'

/** The sessions of one day with everyone in them, and what is free of each court. */
export function AttendanceDay({ day }: { day: DayShown }) {
  const t = useTranslations('attendance')
  const now = useNow(day.loadedAt)
  const { marking, waiting, sending, refused, sendAll } = useMarking(day)
  const isGround = (session: SessionShown) => isFreeSlot(session) && session.spots.length === 0
  const sessions = day.sessions.filter((session) => !isGround(session))
  const courts = Map.groupBy(day.sessions.filter(isGround), ({ classId }) => classId)
  return (
    <div className="grid gap-8 pb-12">
      <KeptNotice {...{ day, waiting, refused, sending }} retry={() => void sendAll()} />
      <div
        className={cx(
          'grid items-start gap-x-12 gap-y-8',
          sessions.length > 1 ? 'lg:grid-cols-2' : 'max-w-3xl',
        )}
      >
        {sessions.map((session) => (
          <SessionAttendance key={session.id} {...{ session, day, now, marking }} />
        ))}
      </div>
      {courts.size > 0 && (
        <div className="max-w-3xl">
          {sessions.length === 0 && <p className="pb-3 text-muted">{t('nobody')}</p>}
          <ul className="divide-y divide-line border-y border-line">
            {[...courts].map(([classId, slots]) => (
              <li key={classId}>
                <FreeSlots slots={slots} day={day} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The free slots of one court: nobody is in them, so they are one line until somebody walks in. */
function FreeSlots({ slots, day }: { slots: readonly SessionShown[]; day: DayShown }) {
  const t = useTranslations('attendance')
  const w = useTranslations('workspace')
  const language = useLocale()
  const clock = (time: string) => localClockText(time, day.zone, language)
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 py-1">
        <bdi className="wrap-anywhere underline underline-offset-4">{slots[0]?.classTitle}</bdi>
        <span className="shrink-0 text-sm text-muted">{t('free', { n: slots.length })}</span>
      </summary>
      <ul className="grid gap-x-12 pb-2 sm:grid-cols-2">
        {slots.map((slot) => (
          <li key={slot.id} className="flex items-center justify-between gap-3">
            <Link
              to={`/dashboard/sessions/${slot.id}`}
              className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {w('timeRange', clockRange(clock(slot.startTime), clock(slot.endTime)))}
            </Link>
            {day.manages && <WalkInLink session={slot} here={day.here} />}
          </li>
        ))}
      </ul>
    </details>
  )
}
