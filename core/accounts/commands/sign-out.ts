import type { Deps } from '#core/shared/deps.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import type { Visitor } from './ask-auth.ts'
import { endPresentedSession } from './presented-session.ts'

/** Ends the session of the browser. False: its cookie still opens the account. */
export async function signOut(deps: Deps, visitor: Visitor): Promise<boolean> {
  const found = await deps.auth.findSession(visitor.headers)
  if (!found) return true
  try {
    await endPresentedSession(deps, visitor)
  } catch (error) {
    deps.log.error({ err: error }, 'a session could not be ended')
    return false
  }
  if (await deps.auth.findSession(visitor.headers)) return false
  logSecurity(deps, 'sign_out', { email: found.user.email, network: visitor.network })
  return true
}
