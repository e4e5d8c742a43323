import { emit } from '#core/events/emit.ts'
import { passwordMark } from '#core/integrations/auth-plugin.ts'
import type { Deps } from '#core/shared/deps.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import {
  joinCookie,
  noJoinCookie,
  type Provider,
  readJoin,
  type WaitingJoin,
} from '../steps/openid-cookies.ts'
import { type Shown, stillHolds } from '../steps/proof.ts'
import type { Visitor } from './ask-auth.ts'
import { findSessionId } from './presented-session.ts'

/** The address that this browser can join with a provider, once its owner has signed in. */
export function findWaitingJoin(
  deps: Deps,
  visitor: Visitor,
): Pick<WaitingJoin, 'provider' | 'email'> | null {
  const waiting = deps.openId.google && readJoin(deps, visitor.headers)
  return waiting && { provider: waiting.provider, email: waiting.email }
}

/** Remembers in this browser who may be joined. */
export function waitToJoin(deps: Deps, who: Omit<WaitingJoin, 'id' | 'madeAt'>): string {
  return joinCookie(deps, { ...who, id: crypto.randomUUID(), madeAt: Date.now() })
}

/** Rolls back a join whose account at the provider belongs to somebody else by now. */
class SubjectTaken extends Error {}

/**
 * Called by every other way to sign in, when all of its proofs are given: from here on the provider signs in, too. Returns
 * the cookies for the browser.
 */
export async function joinWaiting(deps: Deps, visitor: Visitor, shown: Shown): Promise<string[]> {
  const { userId } = shown
  const waiting = readJoin(deps, visitor.headers)
  if (waiting?.userId !== userId) return []
  const gone = [noJoinCookie(deps)]
  // A cookie that somebody kept does not bring back what the owner has disconnected.
  if (!(await deps.limits.openIdPerJoin.take(waiting.id)).ok) return gone
  const { provider, subject, email } = waiting
  const joining = deps.db.transaction().execute(async (tx) => {
    if (!(await stillHolds(tx, shown))) return false
    const user = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .where('email', '=', email)
      .where('kind', '<>', 'admin')
      .select('id')
      .executeTakeFirst()
    if (!user) return false
    // The address has another account there by now. If this one is somebody's already, the other one comes back.
    await tx
      .deleteFrom('authAccounts')
      .where('userId', '=', userId)
      .where('providerId', '=', provider)
      .execute()
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('authAccounts')
      .values({ userId, providerId: provider, accountId: subject })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) throw new SubjectTaken()
    await emit(tx, `account.${provider}_connected`, { userId })
    return true
  })
  const joined = await joining.catch((error: unknown) => {
    if (error instanceof SubjectTaken) return false
    throw error
  })
  if (joined) logSecurity(deps, `${provider}.connected`, { email, network: visitor.network })
  return gone
}

export type ProviderDisconnected = { ok: true } | { ok: false; reason: 'only_way' | 'busy' }

/** The provider no longer signs in. One that is gone already counts as disconnected. */
export async function disconnectProvider(
  deps: Deps,
  visitor: Visitor,
  { userId, email }: { userId: string; email: string },
  provider: Provider,
): Promise<ProviderDisconnected> {
  const sessionId = await findSessionId(deps, visitor, userId)
  const done = await deps.db.transaction().execute(async (tx) => {
    if (!(await stillHolds(tx, { userId, sessionId }))) return 'busy'
    if ((await passwordMark(tx, userId)) === null) return 'only_way'
    const { numDeletedRows } = await tx
      .deleteFrom('authAccounts')
      .where('userId', '=', userId)
      .where('providerId', '=', provider)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) await emit(tx, `account.${provider}_disconnected`, { userId })
    return numDeletedRows > 0n ? 'gone' : 'nothing'
  })
  if (done === 'busy' || done === 'only_way') return { ok: false, reason: done }
  if (done === 'gone')
    logSecurity(deps, `${provider}.disconnected`, { email, network: visitor.network })
  return { ok: true }
}
