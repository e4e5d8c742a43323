import {
  codeNeeded,
  passwordChanged,
  passwordMark,
  underPassword,
} from '#core/integrations/auth-plugin.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { emailAddress } from '#core/shared/fields.ts'
import { type AccountKind, findAccount } from '../queries.ts'
import { maxPasswordLength } from '#core/shared/passwords.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { forLibrary } from '#core/integrations/auth-addresses.ts'
import { askAuth, AuthFailure, type Visitor } from './ask-auth.ts'
import { beginSignIn } from './begun-sign-in.ts'
import { joinWaiting } from './join-provider.ts'
import { deviceCookie, knownDevice } from './known-device.ts'
import { endPresentedSession } from './presented-session.ts'

export type SignInProblem = 'missing' | 'wrong' | 'unverified' | 'rate_limited'
/** `because`: what the operator gave as its reason */
export type Suspended = { ok: false; reason: 'suspended'; because: string | null }

/** `codeNeeded`: nobody is signed in yet, and the browser may now enter the code. */
export type SignedIn =
  | { ok: true; cookies: string[]; codeNeeded: boolean }
  | { ok: false; reason: SignInProblem }
  | Suspended

/**
 * Signs in by password. Attempts are counted before the password is looked at. A device where the account was opened
 * before has a count of its own, so that nobody else's guesses lock it out; all others share those per address and per
 * account.
 *
 * @param only - the kind of accounts that may sign in here; to any other it says what it says to nobody's address
 */
export async function signIn(
  deps: Deps,
  visitor: Visitor,
  input: { email: string; password: string },
  only: AccountKind | null = null,
): Promise<SignedIn> {
  if (input.email.trim() === '' || input.password === '') return { ok: false, reason: 'missing' }
  const address = emailAddress.safeParse(input.email.trim())
  if (!address.success) return { ok: false, reason: 'wrong' }
  const email = address.data
  const done = await attempt(deps, visitor, { email, password: input.password, only })
  const about = { email, network: visitor.network }
  if (done.ok)
    logSecurity(deps, done.codeNeeded ? 'sign_in.code_asked' : 'sign_in.succeeded', about)
  else logSecurity(deps, 'sign_in.refused', { ...about, reason: done.reason })
  return done
}

/** Where there is no account to sign in to, the library still spends the time of a password. */
const nobody = 'nobody@nowhere.invalid'

const wrongCodes = ['INVALID_EMAIL_OR_PASSWORD', 'INVALID_EMAIL', passwordChanged]

async function attempt(
  deps: Deps,
  visitor: Visitor,
  { email, password, only }: { email: string; password: string; only: AccountKind | null },
): Promise<SignedIn> {
  const found = await findAccount(deps.db, email)
  const account = only === null || found?.kind === only ? found : null
  const device = account && knownDevice(deps, visitor, account.id)
  if (!(await mayTry(deps, visitor, { email, device })))
    return { ok: false, reason: 'rate_limited' }
  if (password.length > maxPasswordLength) return { ok: false, reason: 'wrong' }
  // Read before the password is compared.
  const mark = account && (await passwordMark(deps.db, account.id))
  const answer = await underPassword(mark, () =>
    askAuth(deps, visitor, 'POST', '/sign-in/email', {
      email: account ? forLibrary(email) : nobody,
      password,
    }),
  )
  // Somebody may have an account under nobody's address.
  if (!account) return { ok: false, reason: 'wrong' }
  if (answer.code === 'EMAIL_NOT_VERIFIED') return { ok: false, reason: 'unverified' }
  if (wrongCodes.includes(answer.code ?? '')) return { ok: false, reason: 'wrong' }
  const isCodeNeeded = answer.code === codeNeeded
  if (!answer.ok && !isCodeNeeded) throw new AuthFailure(`signing in failed: ${answer.code ?? ''}`)
  const suspended = await findSuspension(deps.db, account.id)
  if (suspended) return suspended
  await deps.limits.signInPerAccount.forget(countOf(email, device))
  if (isCodeNeeded) {
    const begun = await beginSignIn(deps, { userId: account.id, mark })
    if (begun === null) return { ok: false, reason: 'wrong' }
    return { ok: true, cookies: [begun], codeNeeded: true }
  }
  await endPresentedSession(deps, visitor)
  const joined = await joinWaiting(deps, visitor, { userId: account.id, mark })
  const cookies = [...answer.cookies, deviceCookie(deps, visitor, account.id), ...joined]
  return { ok: true, cookies, codeNeeded: false }
}

type Counted = { email: string; device: string | null }

async function mayTry({ limits }: Deps, visitor: Visitor, { email, device }: Counted) {
  if (device === null && !(await limits.signInPerNetwork.take(visitor.network)).ok) return false
  return (await limits.signInPerAccount.take(countOf(email, device))).ok
}

/** The counter key of one device, or of all unknown devices. */
export const countOf = (email: string, device: string | null): string =>
  device === null ? email : `${email} ${device}`

/** Why the vendor that somebody works for is suspended; null: it is not. */
export async function findSuspension(db: Db, userId: string): Promise<Suspended | null> {
  const row = await db
    .selectFrom('vendorMembers')
    .innerJoin('vendors', 'vendors.id', 'vendorMembers.vendorId')
    .where('vendorMembers.userId', '=', userId)
    .where('vendors.suspendedAt', 'is not', null)
    .select('vendors.suspendedReason as because')
    .executeTakeFirst()
  return row ? { ok: false, reason: 'suspended', because: row.because } : null
}
