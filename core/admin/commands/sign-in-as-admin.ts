import type { Visitor } from '../../accounts/commands/ask-auth.ts'
import { type SignedIn, signIn } from '../../accounts/commands/sign-in.ts'
import type { Deps } from '#core/shared/deps.ts'

/**
 * Signs a super administrator in. Any other account is answered like an address without one, after the same time, and the
 * attempt counts: no session begins.
 */
export function signInAsAdmin(
  deps: Deps,
  visitor: Visitor,
  input: { email: string; password: string },
): Promise<SignedIn> {
  return signIn(deps, visitor, input, 'admin')
}
