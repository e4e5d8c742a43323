import { type Db, brokenConstraint, type Tx } from '#core/shared/db.ts'
import { undoIfRefused } from '#core/shared/undo.ts'

/** A slot of a facility would overlap another one, or two sessions of a class would start together. */
export type SessionsCollide = { ok: false; reason: 'slots_overlap' | 'starts_together' }

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
  work: () => Promise<Result>,
): Promise<Result | SessionsCollide> {
  try {
    return await work()
  } catch (error) {
    const reason = refusedBy(error)
    if (reason !== null) return { ok: false, reason }
    throw error
  }
}

/** `undoIfRefused` for a change that may move sessions. */
export function changeStarts<Result extends { ok: boolean }>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | { ok: false; reason: 'busy' } | SessionsCollide> {
  return refuseCollisions(() => undoIfRefused<Result>(db, work))
}
