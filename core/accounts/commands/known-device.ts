import { randomUUID } from 'node:crypto'
import type { Deps } from '#core/shared/deps.ts'
import { hostCookie } from '#core/shared/host-cookie.ts'
import { sign, verify } from '#core/shared/signing.ts'
import type { Visitor } from './ask-auth.ts'

const yearSeconds = 365 * 24 * 60 * 60
/** A shared device stays known to this many accounts. */
const maxAccounts = 5

// Signing up is a proof of its own: anybody can do it with somebody else's address.
type Proof = 'device-signed-in' | 'device-signed-up'

/** The device's number if its cookie proves an earlier sign-in to this account, else null. */
export function knownDevice(deps: Deps, visitor: Visitor, userId: string): string | null {
  return findProof(deps, visitor, { proof: 'device-signed-in', userId })
}

/** Whether this browser opened the account. It may confirm the address without the password, and nothing else. */
export function hasSignedUp(deps: Deps, visitor: Visitor, userId: string): boolean {
  return findProof(deps, visitor, { proof: 'device-signed-up', userId }) !== null
}

/**
 * Remembers the device for the account. This grants no access: the device only gets its own count of attempts, and mails
 * past the daily limit of the mailbox.
 */
export function deviceCookie(deps: Deps, visitor: Visitor, userId: string): string {
  return cookieWith(deps, visitor, { proof: 'device-signed-in', userId })
}

export function signedUpCookie(deps: Deps, visitor: Visitor, userId: string): string {
  return cookieWith(deps, visitor, { proof: 'device-signed-up', userId })
}

type Proven = { proof: Proof; userId: string }

function findProof(deps: Deps, visitor: Visitor, { proof, userId }: Proven): string | null {
  const { device, proofs } = readCookie(deps, visitor)
  const isProven = proofs.some((one) => verify(deps.secretKeys, proof, `${userId} ${device}`, one))
  return isProven ? device : null
}

function cookieWith(deps: Deps, visitor: Visitor, { proof, userId }: Proven): string {
  const { device, proofs } = readCookie(deps, visitor)
  const own = sign(deps.secretKeys, proof, `${userId} ${device}`)
  // A sign-in to the account replaces the proof of its sign-up.
  const replaced = [own, sign(deps.secretKeys, 'device-signed-up', `${userId} ${device}`)]
  const kept = [own, ...proofs.filter((one) => !replaced.includes(one))].slice(0, maxAccounts)
  const secure = deps.origin.startsWith('https:') ? '; Secure' : ''
  return `${hostCookie('known', deps.origin)}=${[device, ...kept].join('.')}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** A device without a cookie gets a number. */
function readCookie({ origin }: Deps, visitor: Visitor): { device: string; proofs: string[] } {
  const cookie = new RegExp(
    `(?:^|;\\s*)${hostCookie('known', origin)}=([\\w-]{36})((?:\\.[\\w-]{32}){1,${maxAccounts}})(?:;|$)`,
  ).exec(visitor.headers.get('cookie') ?? '')
  const [, device = randomUUID(), proofs = ''] = cookie ?? []
  return { device, proofs: proofs.split('.').slice(1) }
}
