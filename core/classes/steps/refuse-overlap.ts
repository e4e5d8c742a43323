import { type Db, sqlState, type Tx } from '#core/shared/db.ts'
import { undoIfRefused } from '#core/shared/undo.ts'

/** A slot of a facility would overlap another one. */
export type SlotsOverlap = { ok: false; reason: 'slots_overlap' }

const exclusionViolation = '23P01'

/**
 * Refuses what would make two slots of a facility overlap: slots_do_not_overlap in db/migrations/006-slots.sql, which also
 * sees what somebody else does at the same time. `work` is the whole transaction, which has failed then.
 */
export async function refuseOverlap<Result>(
  work: () => Promise<Result>,
): Promise<Result | SlotsOverlap> {
  try {
    return await work()
  } catch (error) {
    if (sqlState(error) === exclusionViolation) return { ok: false, reason: 'slots_overlap' }
    throw error
  }
}

/** `undoIfRefused` for a change that may move slots. */
export function changeSlots<Result extends { ok: boolean }>(
  db: Db,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | { ok: false; reason: 'busy' } | SlotsOverlap> {
  return refuseOverlap(() => undoIfRefused<Result>(db, work))
}
