import type { Deps } from '#core/shared/deps.ts'
import { codeSeconds } from '#core/integrations/better-auth.ts'
import { hostCookie } from '#core/shared/host-cookie.ts'
import { stillHolds } from '../steps/proof.ts'
import type { Visitor } from './ask-auth.ts'

/**
 * The password or a link was right, and the code is missing. Returns the cookie by which the browser is known for it. Null:
 * the account has another password by now.
 */
export async function beginSignIn(
  deps: Deps,
  shown: { userId: string; mark: string | null },
): Promise<string | null> {
  const token = await deps.auth.begunSignInToken(shown.userId)
  // A change that was under way has not seen the token.
  if (await deps.db.transaction().execute((tx) => stillHolds(tx, shown)))
    return cookieLine(deps, token, codeSeconds)
  await deps.auth.useBegunSignIn(token)
  return null
}

export type BegunSignIn = { token: string; userId: string; email: string }

/** The sign-in that waits for its code in this browser. Null: none, too old or used. */
export async function findBegunSignIn(deps: Deps, visitor: Visitor): Promise<BegunSignIn | null> {
  const name = hostCookie('begun', deps.origin)
  const cookie = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{1,200})(?:;|$)`)
  const token = cookie.exec(visitor.headers.get('cookie') ?? '')?.[1]
  const userId = token === undefined ? null : await deps.auth.findBegunSignIn(token)
  if (token === undefined || userId === null) return null
  const user = await deps.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('email')
    .executeTakeFirst()
  return user ? { token, userId, email: user.email } : null
}

/** Ends it: of two requests only one gets the cookie. Null: it is used, or a new password has ended it. */
export async function endBegunSignIn(deps: Deps, { token }: BegunSignIn): Promise<string | null> {
  return (await deps.auth.useBegunSignIn(token)) ? cookieLine(deps, '', 0) : null
}

function cookieLine({ origin }: Deps, token: string, seconds: number): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${hostCookie('begun', origin)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
