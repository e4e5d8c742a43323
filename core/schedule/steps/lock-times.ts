import type { Tx } from '#core/shared/db.ts'

/**
 * Locks the weekly times of a class, before any of its sessions (docs/locking.md), so that the worker creates no sessions.
 */
export async function lockTimes(tx: Tx, classId: string): Promise<void> {
  await tx
    .selectFrom('classTimes')
    .where('classId', '=', classId)
    .orderBy('id')
    .select('id')
    // FOR UPDATE would stop a cancellation: it changes its session twice, which checks the foreign key to the time again.
    .forNoKeyUpdate()
    .execute()
}
