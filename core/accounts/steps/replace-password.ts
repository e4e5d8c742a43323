import { emit } from '#core/events/emit.ts'
import type { Tx } from '#core/shared/db.ts'
import { endSessions, voidLinks } from './end-sessions.ts'
import { type Shown, stillHolds } from './proof.ts'

/**
 * Every session and every mailed link ends with the former password. The first password of an account ends its providers: who
 * reads its mail now need not be who joined them. False: what was shown no longer holds.
 */
export async function replacePassword(tx: Tx, shown: Shown, password: string): Promise<boolean> {
  if (!(await stillHolds(tx, shown))) return false
  const { userId } = shown
  const { numUpdatedRows } = await tx
    .updateTable('authAccounts')
    .set({ password, updatedAt: new Date() })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) {
    await disconnectProviders(tx, userId)
    await tx
      .insertInto('authAccounts')
      .values({ userId, providerId: 'credential', accountId: userId, password })
      .execute()
  }
  await endSessions(tx, userId)
  await voidLinks(tx, userId)
  await emit(tx, 'account.password_changed', { userId })
  return true
}

async function disconnectProviders(tx: Tx, userId: string): Promise<void> {
  const gone = await tx
    .deleteFrom('authAccounts')
    .where('userId', '=', userId)
    .returning('providerId')
    .execute()
  if (gone.length > 0) await emit(tx, 'account.google_disconnected', { userId })
}
