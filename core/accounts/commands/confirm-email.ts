import { compactVerify } from 'jose'
import { z } from 'zod'
import type { Deps } from '#core/shared/deps.ts'
import { emailAddress } from '#core/shared/fields.ts'
import { codeNeeded, passwordMark, underPassword } from '#core/integrations/auth-plugin.ts'
import { emit } from '#core/events/emit.ts'
import { findAccount } from '../queries.ts'
import type { SecretKeys } from '#core/shared/signing.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { fromLibrary } from '#core/integrations/auth-addresses.ts'
import { askAuth, type Visitor } from './ask-auth.ts'
import { joinWaiting } from './join-provider.ts'
import { deviceCookie, hasSignedUp, knownDevice } from './known-device.ts'
import { mayRequestMail, requestCountOf } from './may-request-mail.ts'
import { endPresentedSession, findOtherSignedIn } from './presented-session.ts'
import { signIn } from './sign-in.ts'

/** What the page of a confirmation asks before it confirms. */
export type ConfirmationAsks = {
  email: string
  /** this browser is not the one that signed up: somebody else may have chosen the password */
  password: boolean
  /** the account whose session would end */
  signedInAs: string | null
}

export type EmailConfirmed =
  | { ok: true; cookies: string[] }
  | { ok: false; reason: 'asks' | 'wrong'; asks: ConfirmationAsks }
  | {
      ok: false
      reason: 'invalid' | 'expired' | 'failed' | 'already_verified' | 'no_session' | 'rate_limited'
      email: string | null
    }

/** The question to ask before the token is used. Null: no question; using the token reports any problem with it. */
export async function findConfirmationAsks(
  deps: Deps,
  visitor: Visitor,
  token: string,
): Promise<ConfirmationAsks | null> {
  const named = await readToken(token, deps.secretKeys)
  const account = named && !named.expired && (await findAccount(deps.db, named.email))
  if (!named || !account || account.verified) return null
  const asks = {
    email: named.email,
    password:
      knownDevice(deps, visitor, account.id) === null && !hasSignedUp(deps, visitor, account.id),
    signedInAs: await findOtherSignedIn(deps, visitor, account.id),
  }
  return asks.password || asks.signedInAs !== null ? asks : null
}

type Confirmation = {
  token: string | null
  password: string | null
  /** the account whose session the page said would end */
  replaces: string | null
}

/** Confirms an address by the token of the mail and signs its owner in, the first time. */
export async function confirmEmail(
  deps: Deps,
  visitor: Visitor,
  { token, password, replaces }: Confirmation,
): Promise<EmailConfirmed> {
  if (!token) return { ok: false, reason: 'invalid', email: null }
  const { network } = visitor
  if (!(await deps.limits.tokenPerNetwork.take(network)).ok) {
    logSecurity(deps, 'limit.reached', { network, reason: 'confirm_email' })
    return { ok: false, reason: 'rate_limited', email: null }
  }

  const named = await readToken(token, deps.secretKeys)
  if (!named) return { ok: false, reason: 'invalid', email: null }
  const { email } = named
  const account = await findAccount(deps.db, email)
  if (account?.verified) return { ok: false, reason: 'already_verified', email }
  if (named.expired) return { ok: false, reason: 'expired', email }
  if (!account) return { ok: false, reason: 'failed', email }
  // Read before the password is compared.
  const mark = await passwordMark(deps.db, account.id)
  const asks = await findConfirmationAsks(deps, visitor, token)
  if (asks && asks.signedInAs !== null && asks.signedInAs !== replaces)
    return { ok: false, reason: 'asks', asks }
  if (asks?.password) {
    if (password === null) return { ok: false, reason: 'asks', asks }
    // The sign-in looks at the password before it says that the address is not confirmed.
    const tried = await signIn(deps, visitor, { email, password })
    // Confirmed since, in another tab. A code cannot be asked for here.
    if (tried.ok && tried.codeNeeded) return { ok: false, reason: 'already_verified', email }
    if (tried.ok) return tried
    if (tried.reason === 'rate_limited') return { ok: false, reason: 'rate_limited', email }
    if (tried.reason !== 'unverified') return { ok: false, reason: 'wrong', asks }
  }
  // The library knows the first key only.
  const fresh = await deps.auth.verificationToken(email)
  const query = `/verify-email?token=${encodeURIComponent(fresh)}`
  const answer = await underPassword(mark, () => askAuth(deps, visitor, 'GET', query))
  // The address is confirmed, and the sign-in still needs its code.
  if (answer.code === codeNeeded) return { ok: false, reason: 'already_verified', email }
  if (answer.code === 'FAILED_TO_CREATE_SESSION') return { ok: false, reason: 'no_session', email }
  if (!answer.ok) return { ok: false, reason: 'failed', email }
  if (answer.cookies.length === 0) return { ok: false, reason: 'no_session', email }
  if (asks?.signedInAs) await endPresentedSession(deps, visitor)
  logSecurity(deps, 'account.confirmed', { email, network })
  const joined = await joinWaiting(deps, visitor, { userId: account.id, mark })
  const device = deviceCookie(deps, visitor, account.id)
  return { ok: true, cookies: [...answer.cookies, device, ...joined] }
}

const payloadSchema = z.object({
  email: z.string().transform(fromLibrary).pipe(emailAddress),
  exp: z.number(),
})

/** The address in the token, and whether the token has expired. Null if we did not sign it. */
async function readToken(
  token: string,
  keys: SecretKeys,
): Promise<{ email: string; expired: boolean } | null> {
  for (const key of keys) {
    try {
      const { payload } = await compactVerify(token, new TextEncoder().encode(key))
      const { email, exp } = payloadSchema.parse(JSON.parse(new TextDecoder().decode(payload)))
      return { email, expired: exp * 1000 <= Date.now() }
    } catch {
      continue
    }
  }
  return null
}

/** Sends the confirmation again. The answer is the same for every address. */
export async function resendConfirmation(
  deps: Deps,
  visitor: Visitor,
  email: string,
): Promise<'sent' | 'rate_limited'> {
  return requestMail(deps, visitor, 'account.confirmation_resend', email)
}

/** Asks for a reset link. The answer, and the time it takes, is the same for every address. */
export async function requestPasswordReset(
  deps: Deps,
  visitor: Visitor,
  email: string,
): Promise<'sent' | 'rate_limited'> {
  return requestMail(deps, visitor, 'account.reset_requested', email)
}

async function requestMail(
  deps: Deps,
  visitor: Visitor,
  asked: 'account.confirmation_resend' | 'account.reset_requested',
  typed: string,
) {
  const { network } = visitor
  const here = await deps.limits.mailPerNetwork.take(network)
  if (!here.ok) {
    logSecurity(deps, 'limit.reached', { network, reason: asked })
    return 'rate_limited'
  }
  const parsed = emailAddress.safeParse(typed.trim())
  if (!parsed.success) return 'sent'
  const email = parsed.data
  // Counted separately: requests for confirmations must not block the owner's password reset.
  const count = await requestCountOf(deps, visitor, email)
  const taken = await deps.limits.mailPerAccount.take(`${asked} ${count}`)
  if (!taken.ok) {
    logSecurity(deps, 'limit.reached', { email, network, reason: asked })
    return 'rate_limited'
  }
  if (!(await mayRequestMail(deps, visitor, email))) return 'sent'
  if (asked === 'account.reset_requested')
    logSecurity(deps, 'password_reset.requested', { email, network })
  await emit(deps.db, asked, { email })
  return 'sent'
}
