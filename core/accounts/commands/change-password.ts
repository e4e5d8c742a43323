import { emit } from '#core/events/emit.ts'
import type { Deps } from '#core/shared/deps.ts'
import { maxPasswordLength, passwordProblem, type PasswordProblem } from '#core/shared/passwords.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { endSessions, voidLinks } from '../steps/end-sessions.ts'
import type { Visitor } from './ask-auth.ts'

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
  const about = { email, address: visitor.address }
  const checked = await checkPassword(deps, userId, input.password)
  if (!checked.ok) {
    logSecurity(deps, 'password.change_refused', { ...about, reason: checked.reason })
    return checked
  }
  const password = await deps.auth.hashPassword(input.newPassword)
  const changed = await deps.db.transaction().execute(async (tx) => {
    await endSessions(tx, userId)
    const done = await tx
      .updateTable('authAccounts')
      .set({ password, updatedAt: new Date() })
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      // Somebody else may have changed it while we compared.
      .where('password', '=', checked.stored)
      .executeTakeFirst()
    await voidLinks(tx, userId)
    if (done.numUpdatedRows === 0n) return false
    await emit(tx, 'account.password_changed', { userId })
    return true
  })
  if (!changed) return { ok: false, reason: 'busy' }
  logSecurity(deps, 'password.changed', about)
  return { ok: true, cookies: await deps.auth.startSession(userId, visitor.headers) }
}

export type PasswordChecked =
  | { ok: true; stored: string }
  | { ok: false; reason: 'wrong' | 'rate_limited' }

/** Compares the password of somebody who is signed in. Wrong ones are counted apart from those at the sign-in. */
export async function checkPassword(
  deps: Deps,
  userId: string,
  password: string,
): Promise<PasswordChecked> {
  if (!(await deps.limits.passwordChecksPerUser.take(userId)).ok)
    return { ok: false, reason: 'rate_limited' }
  if (password.length > maxPasswordLength) return { ok: false, reason: 'wrong' }
  const stored = await deps.auth.matchPassword(userId, password)
  if (stored === null) return { ok: false, reason: 'wrong' }
  await deps.limits.passwordChecksPerUser.forget(userId)
  return { ok: true, stored }
}
