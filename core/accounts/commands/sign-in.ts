import type { Deps } from '#core/shared/deps.ts'
import { emailAddress } from '#core/shared/fields.ts'
import { deviceCookie, knownDevice } from './known-device.ts'
import { askAuth, AuthFailure, type Visitor } from './ask-auth.ts'

export type SignedIn =
  | { ok: true; cookies: string[] }
  | { ok: false; reason: 'missing' | 'wrong' | 'unverified' | 'suspended' | 'rate_limited' }

/** Signs in by password. Attempts are counted before the password is looked at, per address and per account. */
export async function signIn(
  deps: Deps,
  visitor: Visitor,
  input: { email: string; password: string },
): Promise<SignedIn> {
  if (input.email.trim() === '' || input.password === '') return { ok: false, reason: 'missing' }
  const address = emailAddress.safeParse(input.email.trim())
  if (!address.success) return { ok: false, reason: 'wrong' }
  const email = address.data
  const device = knownDevice(deps, visitor, email)
  // Whoever has signed in here before is counted apart, so that a stranger's guesses lock nobody out.
  const account = device === null ? email : `${email} ${device}`
  const allowed = [
    await deps.limits.signInPerAddress.take(visitor.address),
    await deps.limits.signInPerAccount.take(account),
  ]
  if (allowed.some((taken) => !taken.ok)) return { ok: false, reason: 'rate_limited' }

  const answer = await askAuth(deps, visitor, 'POST', '/sign-in/email', {
    email,
    password: input.password,
  })
  if (answer.code === 'EMAIL_NOT_VERIFIED') return { ok: false, reason: 'unverified' }
  if (answer.code === 'INVALID_EMAIL_OR_PASSWORD' || answer.code === 'INVALID_EMAIL')
    return { ok: false, reason: 'wrong' }
  if (!answer.ok) throw new AuthFailure(`signing in failed: ${answer.code ?? ''}`)
  if (await isSuspended(deps, email)) return { ok: false, reason: 'suspended' }
  await deps.limits.signInPerAccount.forget(account)
  return { ok: true, cookies: [...answer.cookies, deviceCookie(deps, email, device)] }
}

async function isSuspended(deps: Deps, email: string): Promise<boolean> {
  const row = await deps.db
    .selectFrom('users')
    .innerJoin('vendorMembers', 'vendorMembers.userId', 'users.id')
    .innerJoin('vendors', 'vendors.id', 'vendorMembers.vendorId')
    .where('users.email', '=', email)
    .where('vendors.suspendedAt', 'is not', null)
    .select('users.id')
    .executeTakeFirst()
  return row !== undefined
}
