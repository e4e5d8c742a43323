import { type Db, brokenConstraint, detailOf, type Tx } from '#core/shared/db.ts'
import { type LocalDate, type LocalTime, wallClockOf } from '#core/shared/time.ts'
import { undoIfRefused } from '#core/shared/undo.ts'

/** A slot of a facility would overlap another one, or two sessions of a class would start together. */
export type SessionsCollide = {
  ok: false
  reason: 'slots_overlap' | 'starts_together'
  /** the first of them, on the clock of the vendor; null: not known */
  at: { date: LocalDate; startTime: LocalTime; zone: string } | null
}

/** What each constraint of db/migrations/006-slots.sql refuses; it also sees what somebody else does at the same time. */
const reasons: Readonly<Record<string, SessionsCollide['reason']>> = {
  slots_do_not_overlap: 'slots_overlap',
  sessions_start_apart: 'starts_together',
  // The worker has just made the date that was added by hand.
  class_sessions_class_time_id_occurs_on_key: 'starts_together',
}

/** Why sessions cannot be as they were written; null if the error is another one. */
export function refusedBy(error: unknown): SessionsCollide['reason'] | null {
  return reasons[brokenConstraint(error) ?? ''] ?? null
}

/** Refuses what would make sessions collide. `work` is the whole transaction, which has failed then. */
export async function refuseCollisions<Result>(
  db: Db,
  work: () => Promise<Result>,
): Promise<Result | SessionsCollide> {
  try {
    return await work()
  } catch (error) {
    const reason = refusedBy(error)
    if (reason !== null) return { ok: false, reason, at: await whereOf(db, error) }
    throw error
  }
}

/** Where the rows collide, as the database names their key: `(vendor_id, class_id, starts_at)=(…, …, 2026-03-02 17:00:00+00)`. */
async function whereOf(db: Db, error: unknown): Promise<SessionsCollide['at']> {
  const detail = detailOf(error) ?? ''
  const [, day, clock, hours, minutes = '00'] =
    /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?([+-]\d\d)(?::?(\d\d))?/.exec(detail) ?? []
  const [id] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=, (?:\["|\d{4}-))/.exec(detail) ?? []
  if (day === undefined || id === undefined) return null
  const of = await db
    .selectFrom('classes as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendorId')
    .where('c.id', '=', id)
    .select('v.timeZone as zone')
    .executeTakeFirst()
  if (!of) return null
  const { date, time } = wallClockOf(new Date(`${day}T${clock}${hours}:${minutes}`), of.zone)
  return { date, startTime: time, zone: of.zone }
}

/** `undoIfRefused` for a change that may move sessions. */
export function changeStarts<Result extends { ok: boolean }>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | { ok: false; reason: 'busy' } | SessionsCollide> {
  return refuseCollisions(db, () => undoIfRefused<Result>(db, work))
}
