import { useMemo } from 'react'
import { useLiveSpots } from '#app/features/sessions/live-spots.ts'
import { type PlannedSession, roomIn } from '#core/bookings/rules/series.ts'

export type LivePlanned = PlannedSession & { cancelled: boolean }

/** The dates of a bundle with their current free spots; a cancelled one has none. */
export function useLivePlanned(planned: readonly PlannedSession[]): readonly LivePlanned[] {
  const counted = useMemo(
    () =>
      planned.map((session) => ({
        ...session,
        id: session.sessionId,
        currentStudents: 0,
        maxStudents: session.spotsLeft,
      })),
    [planned],
  )
  const live = useLiveSpots(counted)
  return useMemo(
    () =>
      live.map(({ id: _, currentStudents, maxStudents, cancelled = false, ...session }) => ({
        ...session,
        cancelled,
        ...roomIn(cancelled ? 0 : maxStudents - currentStudents),
      })),
    [live],
  )
}
