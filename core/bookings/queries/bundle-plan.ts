import { sql } from 'kysely'
import { type BundleOffer, findBundleOffer } from '../../passes/queries.ts'
import { bundleExpiry } from '../../passes/rules.ts'
import type { PlanDeps } from '../../plans/queries.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { addDays, endOfDay } from '#core/shared/time.ts'
import { maxUpcomingSpots } from '../rules/limits.ts'
import {
  lastSeriesDate,
  longestSeriesDays,
  type PlannedSession,
  plannedSession,
  replaceFull,
  type SeriesSession,
  weeklySeries,
} from '../rules/series.ts'

export type BundlePlan = {
  offer: BundleOffer & { vendorId: VendorId }
  timeZone: string
  expiresAt: Date
  items: PlannedSession[]
  /** sessions of the bundle that have no date: they stay on it */
  left: number
  /** the bundle ends before a weekly series of so many sessions does */
  endsBeforeSeries: boolean
  /** dates with free spots before it ends; if there are fewer than its sessions, it is not sold */
  usable: number
  /** one of the items is full */
  hasConflict: boolean
  /** what can be chosen instead, by start */
  choices: PlannedSession[]
  /** number of usable dates; the choices may be only the first of them */
  dates: number
}

const mostChoices = 100

/**
 * What a bundle bought now would book, from the first session on: the series on the weekdays of the class, the series with full
 * ones replaced, or what was chosen. Null when bundle or session cannot be bought.
 */
export async function planBundle(
  deps: PlanDeps,
  asked: {
    bundleId: string
    firstSessionId: string
    how: 'series' | 'auto' | { chosen: readonly string[] }
  },
): Promise<BundlePlan | null> {
  const offer = await findBundleOffer(deps, asked)
  if (!offer || !isId(asked.firstSessionId)) return null
  const upcoming = await listBookable(deps.db, offer.classId)
  const first = upcoming.sessions.find(({ id }) => id === asked.firstSessionId)
  if (!first) return null
  const { timeZone, now } = upcoming
  const expiresAt = bundleExpiry(offer, { now, firstStartsAt: first.startsAt, zone: timeZone })
  const inTime = upcoming.sessions.filter(({ startsAt }) => startsAt < expiresAt)
  const items = itemsOf(inTime, first, { how: asked.how, count: offer.sessionCount })
  const from = upcoming.sessions.filter(({ startsAt }) => startsAt >= first.startsAt)
  const lastDate = lastSeriesDate(from, first, offer.sessionCount)
  return {
    offer,
    timeZone,
    expiresAt,
    items,
    left: offer.sessionCount - items.length,
    endsBeforeSeries: endOfDay(addDays(lastDate, -1), timeZone) >= expiresAt,
    usable: inTime.filter(({ spotsLeft }) => spotsLeft > 0).length,
    hasConflict: items.some(({ state }) => state === 'full'),
    choices: inTime
      // Includes all dates of the planned series, even late ones, so that a choice does not lose them.
      .filter(({ id }, at) => at < mostChoices || items.some(({ sessionId }) => sessionId === id))
      .map((session) => plannedSession(session, false)),
    dates: inTime.length,
  }
}

function itemsOf(
  sessions: readonly SeriesSession[],
  first: SeriesSession,
  { how, count }: { how: 'series' | 'auto' | { chosen: readonly string[] }; count: number },
): PlannedSession[] {
  // Plans no more spots than a contact may have at once; the rest is booked later.
  const most = Math.min(count, maxUpcomingSpots)
  if (typeof how === 'object') {
    const chosen = new Set(how.chosen)
    return sessions
      .filter(({ id }) => chosen.has(id))
      .slice(0, most)
      .map((session) => plannedSession(session, false))
  }
  const from = sessions.filter(({ startsAt }) => startsAt >= first.startsAt)
  const series = weeklySeries(from, first, most)
  if (how === 'series') return series.map((session) => plannedSession(session, false))
  return replaceFull(series, from).map(({ session, instead }) => plannedSession(session, instead))
}

/** Sessions of a class whose booking is open, full ones with them, for as long as a series may last. */
async function listBookable(db: Db, classId: string) {
  const rows = await db
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where('s.classId', '=', classId)
    .where(
      's.startsAt',
      '<',
      sql<Date>`now() + make_interval(days => ${2 * longestSeriesDays}::integer)`,
    )
    .where(sql<boolean>`class_is_bookable(c, v) and session_is_bookable(s)`)
    .orderBy('s.startsAt')
    .orderBy('s.id')
    .limit(2000)
    .select([
      's.id',
      's.calendarSequence as version',
      's.startsAt',
      's.endsAt',
      's.sessionDate as date',
      's.startTime',
      'v.timeZone',
    ])
    .select(sql<boolean>`s.class_time_id is not null`.as('isWeekly'))
    .select(sql<number>`s.max_students - s.current_students`.as('spotsLeft'))
    .select(sql<Date>`now()`.as('now'))
    .execute()
  return {
    sessions: rows,
    timeZone: rows[0]?.timeZone ?? 'UTC',
    now: rows[0]?.now ?? new Date(0),
  }
}
