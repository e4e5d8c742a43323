import type { Deps } from '#core/shared/deps.ts'
import { findAccount, isTaken } from '../queries.ts'
import { passwordProblem, type PasswordProblem } from '#core/shared/passwords.ts'
import { drawAvatar, firstName } from '../rules.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { emailAddress, withoutTag } from '#core/shared/fields.ts'
import { takeInTurn } from '#core/shared/take-in-turn.ts'
import { forLibrary } from '#core/integrations/auth-addresses.ts'
import { askAuth, type Visitor } from './ask-auth.ts'
import { findInvitation } from './find-invitation.ts'
import { signedUpCookie } from './known-device.ts'

export type Registration = {
  email: string
  password: string
  agreed: boolean
  ref: string | null
  language: 'en' | 'de' | 'ru'
  /** what the link of an invitation carries; '' without one */
  invite?: string
}

/** What is wrong with the form, field by field, so that one try names everything. */
type WrongFields = {
  agreeToTerms?: 'terms'
  email?: 'email_missing' | 'email_invalid'
  password?: 'password_missing' | PasswordProblem
}

export type RegisterProblem =
  | 'exists'
  | 'closed'
  | 'not_invited'
  | 'rate_limited'
  | 'mailbox_limited'
  | 'failed'

export type Registered =
  | { ok: true; email: string; cookies: string[] }
  | { ok: false; reason: 'wrong_fields'; wrong: WrongFields }
  | { [Reason in RegisterProblem]: { ok: false; reason: Reason } }[RegisterProblem]

/** Creates the account of a vendor's owner; the database adds vendor, membership, profile and role with it. */
export async function register(
  deps: Deps,
  visitor: Visitor,
  input: Registration,
): Promise<Registered> {
  if (deps.settings.signUp === 'closed') return { ok: false, reason: 'closed' }
  const parsed = emailAddress.safeParse(input.email.trim())
  const weak = input.password === '' ? 'password_missing' : passwordProblem(input.password)
  if (!input.agreed || !parsed.success || weak) {
    const wrong: WrongFields = {
      ...(!parsed.success && {
        email: input.email.trim() === '' ? 'email_missing' : 'email_invalid',
      }),
      ...(weak && { password: weak }),
      ...(!input.agreed && { agreeToTerms: 'terms' }),
    }
    return { ok: false, reason: 'wrong_fields', wrong }
  }
  const email = parsed.data
  if (!(await mayRegister(deps, email, input.invite ?? '')))
    return { ok: false, reason: 'not_invited' }
  const { network } = visitor
  const refuse = (reason: 'rate_limited' | 'mailbox_limited') => {
    logSecurity(deps, 'limit.reached', { email, network, reason: 'register' })
    return { ok: false, reason } as const
  }
  if (!(await deps.limits.signUpPerNetwork.take(network)).ok) return refuse('rate_limited')
  // For a known address the library responds as if it were new, but the specification wants an error.
  if (await isTaken(deps.db, email)) return { ok: false, reason: 'exists' }
  if (!(await mayMail(deps, email))) return refuse('mailbox_limited')

  const answer = await askAuth(deps, visitor, 'POST', '/sign-up/email', {
    email: forLibrary(email),
    password: input.password,
    name: firstName(email),
    image: drawAvatar(Math.random()),
    language: input.language,
    ...(input.ref && { referralCode: input.ref }),
  })
  const account = await findAccount(deps.db, email)
  // Two sign-ups at once: the unique address let one of them in.
  if (!answer.ok) return { ok: false, reason: account ? 'exists' : 'failed' }
  logSecurity(deps, 'account.registered', { email, network })
  return { ok: true, email, cookies: account ? [signedUpCookie(deps, visitor, account.id)] : [] }
}

/** Where one has to be invited, only the address that was. */
async function mayRegister(deps: Deps, email: string, invite: string): Promise<boolean> {
  if (deps.settings.signUp === 'open') return true
  const invitation = await findInvitation(deps, invite)
  return invitation.state === 'open' && invitation.email === email.toLowerCase()
}

/**
 * Whether the mail that asks for a confirmation may be sent. Strangers can sign up with any number of tags, but with the
 * address itself only once, so they cannot use up the limit for it.
 */
async function mayMail({ limits }: Deps, email: string): Promise<boolean> {
  const mailbox = withoutTag(email)
  if (email === mailbox) {
    await limits.requestedMailsPerMailbox.take(mailbox)
    return true
  }
  return takeInTurn(
    [limits.mailPerAccount, `register ${mailbox}`],
    [limits.requestedMailsPerMailbox, mailbox],
  )
}
