import { passwordMark } from '#core/integrations/auth-plugin.ts'
import type { Deps } from '#core/shared/deps.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { startSessionUnder } from '../steps/proof.ts'
import type { Visitor } from './ask-auth.ts'
import { endBegunSignIn, findBegunSignIn } from './begun-sign-in.ts'
import { type Proof, type ProofProblem, withProof } from './check-proof.ts'
import { joinWaiting } from './join-provider.ts'
import { deviceCookie } from './known-device.ts'
import { endPresentedSession } from './presented-session.ts'
import { findSuspension, type Suspended } from './sign-in.ts'

export type SignInFinished =
  | { ok: true; userId: string; cookies: string[] }
  | { ok: false; reason: Exclude<ProofProblem, 'not_on' | 'busy'> | 'not_begun' }
  | Suspended

/** Signs in by the code of the app or by a recovery code, after the password or a link was right in this browser. */
export async function finishSignIn(
  deps: Deps,
  visitor: Visitor,
  proof: Proof,
): Promise<SignInFinished> {
  const begun = await findBegunSignIn(deps, visitor)
  if (!begun) return { ok: false, reason: 'not_begun' }
  const { userId, email } = begun
  const about = { email, network: visitor.network }
  const refuse = (reason: Exclude<ProofProblem, 'not_on' | 'busy'> | 'not_begun') => {
    logSecurity(deps, 'sign_in.code_refused', { ...about, reason })
    return { ok: false, reason } as const
  }
  const suspended = await findSuspension(deps.db, userId)
  if (suspended) {
    logSecurity(deps, 'sign_in.code_refused', { ...about, reason: suspended.reason })
    return suspended
  }
  // Read before the sign-in is used up, which fails once a new password has ended it.
  const shown = { userId, mark: await passwordMark(deps.db, userId) }
  const by = { userId, network: visitor.network, isSignedIn: false, shown }
  const checked = await withProof(deps, by, proof)
  if (!checked.ok) {
    const { reason } = checked
    // Switched off since: the password alone signs in.
    return refuse(reason === 'not_on' || reason === 'busy' ? 'not_begun' : reason)
  }
  const ended = await endBegunSignIn(deps, begun)
  if (ended === null) return refuse('not_begun')
  const cookies = await startSessionUnder(deps, shown, visitor.headers)
  if (cookies === null) return refuse('not_begun')
  await endPresentedSession(deps, visitor)
  logSecurity(deps, 'sign_in.succeeded', { ...about, reason: checked.by })
  const joined = await joinWaiting(deps, visitor, shown)
  const device = deviceCookie(deps, visitor, userId)
  return { ok: true, userId, cookies: [...cookies, ended, device, ...joined] }
}
