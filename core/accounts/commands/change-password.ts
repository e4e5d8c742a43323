import { markOf } from '#core/integrations/auth-plugin.ts'
import type { Deps } from '#core/shared/deps.ts'
import { maxPasswordLength, passwordProblem, type PasswordProblem } from '#core/shared/passwords.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { type Shown, startSessionUnder } from '../steps/proof.ts'
import { replacePassword } from '../steps/replace-password.ts'
import type { Visitor } from './ask-auth.ts'
import { findSessionId } from './presented-session.ts'

export type PasswordChanged =
  | { ok: true; cookies: string[] }
  | { ok: false; reason: PasswordProblem | 'wrong' | 'rate_limited' | 'busy' }

type Account = { userId: string; email: string }

/**
 * Sets a new password for somebody who knows the current one. Every session ends, and this browser gets a new one, so that
 * a stolen copy of its cookie no longer works.
 */
export async function changePassword(
  deps: Deps,
  visitor: Visitor,
  { userId, email }: Account,
  input: { password: string; newPassword: string },
): Promise<PasswordChanged> {
  const weak = passwordProblem(input.newPassword)
  if (weak) return { ok: false, reason: weak }
  const about = { email, network: visitor.network }
  const checked = await checkPassword(deps, visitor, userId, input.password)
  if (!checked.ok) {
    logSecurity(deps, 'password.change_refused', { ...about, reason: checked.reason })
    return checked
  }
  const password = await deps.auth.hashPassword(input.newPassword)
  const changed = await deps.db
    .transaction()
    .execute((tx) => replacePassword(tx, checked.shown, password))
  if (!changed) return { ok: false, reason: 'busy' }
  logSecurity(deps, 'password.changed', about)
  const by = { userId, mark: markOf(password) }
  return { ok: true, cookies: (await startSessionUnder(deps, by, visitor.headers)) ?? [] }
}

export type PasswordChecked =
  | { ok: true; shown: Required<Shown> & { mark: string } }
  | { ok: false; reason: 'wrong' | 'rate_limited' }

/**
 * Compares the password of somebody who is signed in. Wrong ones are counted apart from those at the sign-in. What acts on
 * it asks `stillHolds` under the lock of the account.
 */
export async function checkPassword(
  deps: Deps,
  visitor: Visitor,
  userId: string,
  password: string,
): Promise<PasswordChecked> {
  if (!(await deps.limits.passwordChecksPerUser.take(userId)).ok)
    return { ok: false, reason: 'rate_limited' }
  if (password.length > maxPasswordLength) return { ok: false, reason: 'wrong' }
  const sessionId = await findSessionId(deps, visitor, userId)
  const mark = await deps.auth.matchPassword(userId, password)
  if (mark === null) return { ok: false, reason: 'wrong' }
  await deps.limits.passwordChecksPerUser.forget(userId)
  return { ok: true, shown: { userId, sessionId, mark } }
}
