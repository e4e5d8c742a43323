import { emit } from '#core/events/emit.ts'
import type { Deps } from '#core/shared/deps.ts'
import { passwordProblem, type PasswordProblem } from '#core/shared/passwords.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { askAuth, type Visitor } from './ask-auth.ts'
import { deviceCookie, knownDevice } from './known-device.ts'
import { countOf } from './sign-in.ts'
import { endSessions, voidLinks } from '../steps/end-sessions.ts'

export type PasswordReset =
  | { ok: true; cookies: string[] }
  | { ok: false; reason: PasswordProblem | 'link_invalid' | 'rate_limited' }

/**
 * Sets a new password by the token of the mail and ends every session of the account. The mail has proved that the
 * address is the reader's: it counts as confirmed, the device as known, and earlier wrong passwords as forgotten.
 */
export async function resetPassword(
  deps: Deps,
  visitor: Visitor,
  input: { token: string; password: string },
): Promise<PasswordReset> {
  const weak = passwordProblem(input.password)
  if (weak) return { ok: false, reason: weak }
  const { address } = visitor
  const userId = await deps.auth.findResetOwner(input.token)
  // Only wrong links count, so that a right one works even on a shared address.
  if (userId === null && !(await deps.limits.tokenPerAddress.take(address)).ok) {
    logSecurity(deps, 'limit.reached', { address, reason: 'reset_password' })
    return { ok: false, reason: 'rate_limited' }
  }
  const answer = await askAuth(deps, visitor, 'POST', '/reset-password', {
    token: input.token,
    newPassword: input.password,
  })
  if (!answer.ok || userId === null) return { ok: false, reason: 'link_invalid' }
  await voidLinks(deps.db, userId)
  // The auth library ended only the sessions it saw; a session renewed in the meantime has a new token.
  await deps.db.transaction().execute(async (tx) => {
    await endSessions(tx, userId)
    await emit(tx, 'account.password_changed', { userId })
  })
  const email = await confirmAddress(deps, userId)
  for (const device of new Set([null, knownDevice(deps, visitor, userId)]))
    await deps.limits.signInPerAccount.forget(countOf(email, device))
  logSecurity(deps, 'password_reset.succeeded', { email, address })
  return { ok: true, cookies: [deviceCookie(deps, visitor, userId)] }
}

async function confirmAddress({ db }: Deps, userId: string): Promise<string> {
  const { email } = await db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  return email
}
