import { codeNeeded, passwordMark, underPassword } from '#core/integrations/auth-plugin.ts'
import type { Deps } from '#core/shared/deps.ts'
import { emailAddress } from '#core/shared/fields.ts'
import { emit } from '#core/events/emit.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { askAuth, type Visitor } from './ask-auth.ts'
import { beginSignIn } from './begun-sign-in.ts'
import { joinWaiting } from './join-provider.ts'
import { deviceCookie } from './known-device.ts'
import { mayRequestMail, requestCountOf } from './may-request-mail.ts'
import { endPresentedSession, findOtherSignedIn } from './presented-session.ts'
import { findSuspension, type Suspended } from './sign-in.ts'

/**
 * Requests a mail with a sign-in link, for owners whose account strangers keep locking. Strangers cannot use up the links:
 * past the limit the response is the same, and links mailed before still work.
 */
export async function requestSignInLink(
  deps: Deps,
  visitor: Visitor,
  typed: string,
): Promise<'sent' | 'rate_limited'> {
  const { network } = visitor
  const reason = 'sign_in_link'
  if (!(await deps.limits.signInLinkPerNetwork.take(network)).ok) {
    logSecurity(deps, 'limit.reached', { network, reason })
    return 'rate_limited'
  }
  const parsed = emailAddress.safeParse(typed.trim())
  if (!parsed.success) return 'sent'
  const email = parsed.data
  const count = await requestCountOf(deps, visitor, email)
  if (!(await deps.limits.signInLinkPerAccount.take(count)).ok) {
    logSecurity(deps, 'limit.reached', { email, network, reason })
    return 'sent'
  }
  if (!(await mayRequestMail(deps, visitor, email))) return 'sent'
  logSecurity(deps, 'sign_in_link.requested', { email, network })
  await emit(deps.db, 'account.sign_in_link_requested', { email })
  return 'sent'
}

export type SignInLink = { email: string; signedInAs: string | null }

/** The account that a link signs in, and the account whose session it would end. */
export async function findSignInLink(
  deps: Deps,
  visitor: Visitor,
  token: string,
): Promise<(SignInLink & { userId: string }) | null> {
  const userId = await deps.auth.findSignInOwner(token)
  if (userId === null) return null
  const user = await deps.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('email')
    .executeTakeFirst()
  if (!user) return null
  return { userId, email: user.email, signedInAs: await findOtherSignedIn(deps, visitor, userId) }
}

export type SignedInByLink =
  | { ok: true; userId: string; cookies: string[]; codeNeeded: boolean }
  | { ok: false; reason: 'link_invalid' | 'rate_limited' }
  | Suspended
  | ({ ok: false; reason: 'signed_in' } & SignInLink)

/** Signs in by the token of the mail, once. `replaces` names the account whose session the page said it would end. */
export async function signInByLink(
  deps: Deps,
  visitor: Visitor,
  { token, replaces }: { token: string; replaces: string | null },
): Promise<SignedInByLink> {
  const link = await findSignInLink(deps, visitor, token)
  // Only wrong tokens are counted, so that a valid one always works, even on a shared address.
  if (!link) return refuse(deps, visitor)
  const { userId, email, signedInAs } = link
  if (signedInAs !== null && signedInAs !== replaces)
    return { ok: false, reason: 'signed_in', email, signedInAs }
  const about = { email, network: visitor.network }
  const suspended = await findSuspension(deps.db, userId)
  if (suspended) {
    logSecurity(deps, 'sign_in.refused', { ...about, reason: suspended.reason })
    return suspended
  }
  // Read before the link is used up, which fails once a new password has voided it.
  const mark = await passwordMark(deps.db, userId)
  const answer = await underPassword(mark, () =>
    askAuth(deps, visitor, 'POST', '/sign-in/link', { token }),
  )
  // The link replaces the password, and nothing else.
  if (answer.code === codeNeeded) {
    const begun = await beginSignIn(deps, { userId, mark })
    if (begun === null) return refuse(deps, visitor)
    logSecurity(deps, 'sign_in.code_asked', { ...about, reason: 'link' })
    return { ok: true, userId, cookies: [begun], codeNeeded: true }
  }
  if (!answer.ok) return refuse(deps, visitor)
  await endPresentedSession(deps, visitor)
  logSecurity(deps, 'sign_in.succeeded', { ...about, reason: 'link' })
  const joined = await joinWaiting(deps, visitor, { userId, mark })
  const cookies = [...answer.cookies, deviceCookie(deps, visitor, userId), ...joined]
  return { ok: true, userId, cookies, codeNeeded: false }
}

async function refuse(deps: Deps, visitor: Visitor): Promise<SignedInByLink> {
  const { network } = visitor
  const taken = await deps.limits.tokenPerNetwork.take(network)
  const reason = taken.ok ? 'link_invalid' : 'rate_limited'
  logSecurity(deps, 'sign_in.refused', { network, reason })
  return { ok: false, reason }
}
