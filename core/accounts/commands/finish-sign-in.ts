import type { Deps } from '#core/shared/deps.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import type { Visitor } from './ask-auth.ts'
import { endBegunSignIn, findBegunSignIn } from './begun-sign-in.ts'
import { type Proof, type ProofProblem, withProof } from './check-proof.ts'
import { deviceCookie } from './known-device.ts'
import { endPresentedSession } from './presented-session.ts'
import { isSuspended } from './sign-in.ts'

export type SignInFinished =
  | { ok: true; userId: string; cookies: string[] }
  | { ok: false; reason: Exclude<ProofProblem, 'not_on'> | 'not_begun' | 'suspended' }

/** Signs in by the code of the app or by a recovery code, after the password or a link was right in this browser. */
export async function finishSignIn(
  deps: Deps,
  visitor: Visitor,
  proof: Proof,
): Promise<SignInFinished> {
  const begun = await findBegunSignIn(deps, visitor)
  if (!begun) return { ok: false, reason: 'not_begun' }
  const { userId, email } = begun
  const about = { email, address: visitor.address }
  const refuse = (reason: Extract<SignInFinished, { ok: false }>['reason']) => {
    logSecurity(deps, 'sign_in.code_refused', { ...about, reason })
    return { ok: false, reason } as const
  }
  if (await isSuspended(deps.db, userId)) return refuse('suspended')
  const checked = await withProof(
    deps,
    { userId, address: visitor.address, isSignedIn: false },
    proof,
  )
  // Switched off since: the password alone signs in.
  if (!checked.ok) return refuse(checked.reason === 'not_on' ? 'not_begun' : checked.reason)
  const ended = await endBegunSignIn(deps, begun)
  if (ended === null) return refuse('not_begun')
  const cookies = await deps.auth.startSession(userId, visitor.headers)
  await endPresentedSession(deps, visitor)
  logSecurity(deps, 'sign_in.succeeded', { ...about, reason: checked.by })
  return { ok: true, userId, cookies: [...cookies, ended, deviceCookie(deps, visitor, userId)] }
}
