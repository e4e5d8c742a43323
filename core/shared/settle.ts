import { type Db, isBusy, sqlState, type Tx } from './db.ts'

/** Thrown inside a transaction if facts read before the locks have changed; rolls it back. */
export class StartOver extends Error {
  constructor() {
    super('The rows changed between reading and locking.')
  }
}

// Each round loses only to a change made by somebody else in between.
const maxRounds = 5

/**
 * Repeats a transaction until its facts are stable, five times at most. 'busy' after that, after a lock timeout, or after
 * repeated deadlocks. A function of ours raises 40001 where it has to start over.
 */
export async function settle<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
): Promise<T | { ok: false; reason: 'busy' }> {
  for (let round = 0; round < maxRounds; round++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (error instanceof StartOver || sqlState(error) === '40P01' || sqlState(error) === '40001')
        continue
      if (isBusy(error)) break
      throw error
    }
  }
  return { ok: false, reason: 'busy' }
}
