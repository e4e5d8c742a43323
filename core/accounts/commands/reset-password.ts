import type { Deps } from '../../shared/deps.ts'
import { passwordProblem } from '../rules.ts'
import { askAuth, type Visitor } from './ask-auth.ts'

export type PasswordReset =
  | { ok: true }
  | {
      ok: false
      reason: NonNullable<ReturnType<typeof passwordProblem>> | 'link_invalid' | 'rate_limited'
    }

/** Sets a new password by the token of the mail and ends every session of the account. */
export async function resetPassword(
  deps: Deps,
  visitor: Visitor,
  input: { token: string; password: string },
): Promise<PasswordReset> {
  const weak = passwordProblem(input.password)
  if (weak) return { ok: false, reason: weak }
  const taken = await deps.limits.tokenPerAddress.take(visitor.address)
  if (!taken.ok) return { ok: false, reason: 'rate_limited' }
  const answer = await askAuth(deps, visitor, 'POST', '/reset-password', {
    token: input.token,
    newPassword: input.password,
  })
  return answer.ok ? { ok: true } : { ok: false, reason: 'link_invalid' }
}
