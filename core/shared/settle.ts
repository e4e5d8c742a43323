import { type Db, isBusy, sqlState, type Tx } from './db.ts'

/** Thrown inside a transaction when what was read before the locks is no longer so: nothing of it is kept. */
export class StartOver extends Error {
  constructor() {
    super('The rows changed between reading and locking.')
  }
}

// Each round loses only to a change made by somebody else in between.
const maxRounds = 5

/**
 * Runs a transaction until what it read holds, five times at most. 'busy' when it never did, when a lock did not come
 * in time, or when the database broke a deadlock again and again.
 */
export async function settle<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
): Promise<T | { ok: false; reason: 'busy' }> {
  for (let round = 0; round < maxRounds; round++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (error instanceof StartOver || sqlState(error) === '40P01') continue
      if (isBusy(error)) break
      throw error
    }
  }
  return { ok: false, reason: 'busy' }
}
