type Dated = { date: string; startsAt: Date }
export type Day<Session extends Dated> = { date: string; at: Date; sessions: Session[] }

/** Sessions that come in order of their start, under the vendor's days. */
export function byDay<Session extends Dated>(sessions: readonly Session[]): Day<Session>[] {
  const days: Day<Session>[] = []
  for (const session of sessions) {
    const last = days.at(-1)
    if (last?.date === session.date) last.sessions.push(session)
    else days.push({ date: session.date, at: session.startsAt, sessions: [session] })
  }
  return days
}
