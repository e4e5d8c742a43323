import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { passwordProblem, type PasswordProblem } from '#core/shared/passwords.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import type { Visitor } from './ask-auth.ts'
import { deviceCookie, knownDevice } from './known-device.ts'
import { countOf } from './sign-in.ts'
import { takeLink } from '../steps/end-sessions.ts'
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
  const { network } = visitor
  const found = await deps.auth.findReset(input.token)
  // Only wrong links count, so that a right one works even on a shared address.
  if (found === null && !(await deps.limits.tokenPerNetwork.take(network)).ok) {
    logSecurity(deps, 'limit.reached', { network, reason: 'reset_password' })
    return { ok: false, reason: 'rate_limited' }
  }
  if (found === null) return { ok: false, reason: 'link_invalid' }
  const { userId } = found
  const password = await deps.auth.hashPassword(input.password)
  const email = await deps.db.transaction().execute(async (tx) => {
    // Another new password has voided it by now, or another request has used it.
    if (!(await takeLink(tx, found))) return null
    if (!(await replacePassword(tx, { userId }, password))) return null
    // A person who knew the former password may have connected it.
    await sql`select stop_connections(${userId})`.execute(tx)
    return confirmAddress(tx, userId)
  })
  if (email === null) return { ok: false, reason: 'link_invalid' }
  for (const device of new Set([null, knownDevice(deps, visitor, userId)]))
    await deps.limits.signInPerAccount.forget(countOf(email, device))
  logSecurity(deps, 'password_reset.succeeded', { email, network })
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
