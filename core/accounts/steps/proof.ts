import { isPasswordChanged, passwordMark, underPassword } from '#core/integrations/auth-plugin.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
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
 * Locks the account, and says whether the session is still open and the password still the same. While we waited for the
 * lock, the owner may have shut out somebody with a stolen session or the former password.
 */
export async function stillHolds(tx: Tx, { userId, sessionId, mark }: Shown): Promise<boolean> {
  await lockAccount(tx, userId)
  if (sessionId !== undefined && !(await isOpen(tx, userId, sessionId))) return false
  return mark === undefined || mark === (await passwordMark(tx, userId))
}

/** Starts a session for somebody who has shown a password. Null: the account has another one by now. */
export async function startSessionUnder(
  { auth }: Deps,
  { userId, mark }: { userId: string; mark: string | null },
  headers: Headers,
): Promise<string[] | null> {
  try {
    return await underPassword(mark, () => auth.startSession(userId, headers))
  } catch (error) {
    if (isPasswordChanged(error)) return null
    throw error
  }
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
