import type { Deps } from '#core/shared/deps.ts'
import { askAuth, type Visitor } from './ask-auth.ts'

/** Ends the session; answers the cookies that clear it. */
export async function signOut(
  deps: Deps,
  visitor: Visitor,
): Promise<{ ok: boolean; cookies: string[] }> {
  const { ok, cookies } = await askAuth(deps, visitor, 'POST', '/sign-out', {})
  return { ok, cookies }
}
