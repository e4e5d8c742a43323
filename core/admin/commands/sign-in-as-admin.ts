import type { Visitor } from '../../accounts/commands/ask-auth.ts'
import { type SignedIn, signIn } from '../../accounts/commands/sign-in.ts'
import { findAccount } from '../../accounts/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import { emailAddress } from '#core/shared/fields.ts'

/**
 * Signs a super administrator in. For any other account the answer is that of a wrong password, and the attempt counts as
 * one: no session begins.
 */
export async function signInAsAdmin(
  deps: Deps,
  visitor: Visitor,
  input: { email: string; password: string },
): Promise<SignedIn> {
  const email = emailAddress.safeParse(input.email.trim())
  const account = email.success ? await findAccount(deps.db, email.data) : null
  if (account === null || account.kind === 'admin') return signIn(deps, visitor, input)
  const counted = await deps.limits.signInPerAddress.take(visitor.address)
  return { ok: false, reason: counted.ok ? 'wrong' : 'rate_limited' }
}
