import { passwordMark } from '#core/integrations/auth-plugin.ts'
import type { Tx } from '#core/shared/db.ts'
import { lockAccount } from './end-sessions.ts'

/** What a request has shown before the account is locked. */
export type Shown = {
  userId: string
  /** the session of a browser that has to be signed in; null: it is not */
  sessionId?: string | null
  /** of the password that was right */
  mark?: string | null
}

/**
 * Locks the account, and says whether the session is still open and the password still the same. Whoever waits for the lock
 * may wait for the owner, who shuts out somebody with a stolen session or a former password.
 */
export async function stillHolds(tx: Tx, { userId, sessionId, mark }: Shown): Promise<boolean> {
  await lockAccount(tx, userId)
  if (sessionId !== undefined && !(await isOpen(tx, userId, sessionId))) return false
  return mark === undefined || mark === (await passwordMark(tx, userId))
}

async function isOpen(tx: Tx, userId: string, sessionId: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('authSessions')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
