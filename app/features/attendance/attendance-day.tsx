import { cx } from '#app/ui/cx.ts'
import { KeptNotice } from './kept-notice.tsx'
import type { DayShown } from './marking.ts'
import { SessionAttendance } from './session-attendance.tsx'
import { useMarking } from './use-marking.ts'
import { useNow } from './use-now.ts'

/** The sessions of one day with everyone in them. */
export function AttendanceDay({ day }: { day: DayShown }) {
  const now = useNow(day.loadedAt)
  const { marking, waiting, sending, refused, sendAll } = useMarking(day)
  return (
    <div className="grid gap-8 pb-12">
      <KeptNotice {...{ day, waiting, refused, sending }} retry={() => void sendAll()} />
      <div
        className={cx(
          'grid items-start gap-x-12 gap-y-8',
          day.sessions.length > 1 ? 'lg:grid-cols-2' : 'max-w-3xl',
        )}
      >
        {day.sessions.map((session) => (
          <SessionAttendance key={session.id} {...{ session, day, now, marking }} />
        ))}
      </div>
    </div>
  )
}
