import { useMemo } from 'react'
import { type PlannedSession, roomIn } from '#core/bookings/rules.ts'
import { useLiveSpots } from './live-spots.ts'

/** The dates of a bundle with the room of this moment. */
export function useLivePlanned(planned: readonly PlannedSession[]): readonly PlannedSession[] {
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
      live.map(({ id: _, currentStudents, maxStudents, cancelled, ...session }) => ({
        ...session,
        ...roomIn(cancelled ? 0 : maxStudents - currentStudents),
      })),
    [live],
  )
}
