import { addDays, weekdayOf } from '#core/shared/time.ts'

/** Dates of a bundle with this many free spots or fewer are highlighted. */
export const fewSpots = 2

/** How far ahead a weekly series is searched. */
export const longestSeriesDays = 365

export type SeriesSession = {
  id: string
  version: number
  startsAt: Date
  endsAt: Date
  /** on the vendor's clock */
  date: string
  startTime: string
  /** of a weekly time, not added by hand */
  isWeekly: boolean
  spotsLeft: number
}

export type PlannedSession = {
  sessionId: string
  version: number
  startsAt: Date
  endsAt: Date
  spotsLeft: number
  state: 'free' | 'few' | 'full'
  /** taken in place of a full one of the series */
  instead: boolean
}

/**
 * The dates that follow the first session, as many as there are dates for: on each weekday of the class, at its weekly time
 * nearest to that of the first. Without other weekly times: the same weekday and time, week by week on the vendor's calendar.
 */
export function weeklySeries<Session extends SeriesSession>(
  sessions: readonly Session[],
  first: SeriesSession,
  count: number,
): Session[] {
  const times = seriesTimes(sessions, first)
  const byDate = new Map<string, Session>()
  for (const session of sessions) {
    if (session.startTime !== times.get(weekdayOf(session.date))) continue
    const other = byDate.get(session.date)
    // The same class at the same time twice: the chosen one, or the one with more room.
    if (
      !other ||
      session.id === first.id ||
      (other.id !== first.id && session.spotsLeft > other.spotsLeft)
    )
      byDate.set(session.date, session)
  }
  const series: Session[] = []
  for (let days = 0; days <= longestSeriesDays && series.length < count; days += 1) {
    const found = byDate.get(addDays(first.date, days))
    if (found) series.push(found)
  }
  return series
}

/** The last date of a series that lacks none. */
export function lastSeriesDate(
  sessions: readonly SeriesSession[],
  first: SeriesSession,
  count: number,
): string {
  const times = seriesTimes(sessions, first)
  let date = first.date
  for (let left = count - 1; left > 0; left -= times.has(weekdayOf(date)) ? 1 : 0)
    date = addDays(date, 1)
  return date
}

/** The start time of each weekday that a series follows. */
function seriesTimes(
  sessions: readonly SeriesSession[],
  first: SeriesSession,
): ReadonlyMap<number, string> {
  const times = new Map<number, string>()
  const away = (time: string) => Math.abs(minutesOf(time) - minutesOf(first.startTime))
  for (const { date, startTime, isWeekly } of sessions) {
    const weekday = weekdayOf(date)
    const other = times.get(weekday)
    if (isWeekly && (other === undefined || away(startTime) < away(other)))
      times.set(weekday, startTime)
  }
  return times.set(weekdayOf(first.date), first.startTime)
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Replaces each full session with the nearest one that has free spots, or drops the date if there is none. */
export function replaceFull<Session extends SeriesSession>(
  series: readonly Session[],
  sessions: readonly Session[],
): { session: Session; instead: boolean }[] {
  const used = new Set(series.map(({ id }) => id))
  const replaced = series.flatMap((wanted) => {
    if (wanted.spotsLeft > 0) return { session: wanted, instead: false }
    const [nearest] = sessions
      .filter(({ id, spotsLeft }) => spotsLeft > 0 && !used.has(id))
      .toSorted((one, other) => distance(one, wanted) - distance(other, wanted))
    if (!nearest) return []
    used.add(nearest.id)
    return { session: nearest, instead: true }
  })
  return replaced.toSorted(
    (one, other) => one.session.startsAt.getTime() - other.session.startsAt.getTime(),
  )
}

function distance(one: SeriesSession, other: SeriesSession): number {
  return Math.abs(one.startsAt.getTime() - other.startsAt.getTime())
}

export function plannedSession(session: SeriesSession, instead: boolean): PlannedSession {
  const { id, version, startsAt, endsAt, spotsLeft } = session
  return { sessionId: id, version, startsAt, endsAt, ...roomIn(spotsLeft), instead }
}

/** The level for the number of free spots; values below 0 count as 0. */
export function roomIn(spotsLeft: number): Pick<PlannedSession, 'spotsLeft' | 'state'> {
  const state = spotsLeft <= 0 ? 'full' : spotsLeft <= fewSpots ? 'few' : 'free'
  return { spotsLeft: Math.max(0, spotsLeft), state }
}
