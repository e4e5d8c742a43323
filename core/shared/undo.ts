import type { Db, Tx } from './db.ts'
import { settle } from './settle.ts'

class Undo extends Error {}

/** `settle` that rolls back if the work refuses, for a refusal that depends on what the change would lead to. */
export async function undoIfRefused<T extends { ok: boolean }>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
): Promise<T | { ok: false; reason: 'busy' }> {
  let refused: T | null = null
  try {
    return await settle(db, async (tx) => {
      const result = await work(tx)
      if (result.ok) return result
      refused = result
      throw new Undo()
    })
  } catch (error) {
    if (refused !== null && error instanceof Undo) return refused
    throw error
  }
}
