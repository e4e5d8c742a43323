import type { Db, Tx } from './db.ts'

class Undo extends Error {}

/** A transaction that is rolled back if it refuses, for a refusal that depends on what the change would lead to. */
export async function undoIfRefused<T extends { ok: boolean }>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let refused: T | null = null
  try {
    return await db.transaction().execute(async (tx) => {
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
