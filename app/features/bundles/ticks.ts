import { useState } from 'react'

/** The dates that will be booked, as they are ticked. */
export type Ticks = {
  size: number
  has: (sessionId: string) => boolean
  set: (sessionId: string, on: boolean) => void
}

/** Starts with the picked dates, and again if the pick changes. */
export function useTicks(picked: readonly string[]): Ticks {
  const from = picked.join()
  const [{ of, ids }, keep] = useState({ of: from, ids: picked })
  if (of !== from) keep({ of: from, ids: picked })
  return {
    size: ids.length,
    has: (sessionId) => ids.includes(sessionId),
    set: (sessionId, on) =>
      keep((before) => ({
        of: before.of,
        ids: on ? [...before.ids, sessionId] : before.ids.filter((id) => id !== sessionId),
      })),
  }
}
