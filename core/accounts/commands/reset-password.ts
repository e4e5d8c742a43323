import { passwordMark } from '#core/integrations/auth-plugin.ts'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { passwordProblem, type PasswordProblem } from '#core/shared/passwords.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import type { Visitor } from './ask-auth.ts'
import { deviceCookie, knownDevice } from './known-device.ts'
import { countOf } from './sign-in.ts'
import { replacePassword } from '../steps/replace-password.ts'

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
  if (userId === null) return { ok: false, reason: 'link_invalid' }
  // Read before the link is used up, which fails once another new password has voided it.
  const shown = { userId, mark: await passwordMark(deps.db, userId) }
  if (!(await deps.auth.useReset(input.token))) return { ok: false, reason: 'link_invalid' }
  const password = await deps.auth.hashPassword(input.password)
  const email = await deps.db
    .transaction()
    .execute(async (tx) =>
      (await replacePassword(tx, shown, password)) ? confirmAddress(tx, userId) : null,
    )
  if (email === null) return { ok: false, reason: 'link_invalid' }
  for (const device of new Set([null, knownDevice(deps, visitor, userId)]))
    await deps.limits.signInPerAccount.forget(countOf(email, device))
  logSecurity(deps, 'password_reset.succeeded', { email, address })
  return { ok: true, cookies: [deviceCookie(deps, visitor, userId)] }
}

async function confirmAddress(tx: Tx, userId: string): Promise<string> {
  const { email } = await tx
    .updateTable('users')
    .set({ emailVerified: true })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  return email
}
