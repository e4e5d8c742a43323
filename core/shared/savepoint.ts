import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Does work in a transaction that survives if it fails: nothing of the work is left then. */
export async function inSavepoint<Result>(tx: Tx, work: () => Promise<Result>): Promise<Result> {
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx)
    throw error
  }
}
