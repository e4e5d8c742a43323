import { randomUUID } from 'node:crypto'
import type { Deps } from '#core/shared/deps.ts'
import { hostCookie } from '#core/shared/host-cookie.ts'
import { sign, verify } from '#core/shared/signing.ts'
import type { Visitor } from './ask-auth.ts'

const yearSeconds = 365 * 24 * 60 * 60
/** A shared device stays known to this many accounts. */
const maxAccounts = 5

/** The device's number if its cookie proves an earlier sign-in to this account, else null. */
export function knownDevice(deps: Deps, visitor: Visitor, userId: string): string | null {
  const { device, proofs } = readCookie(deps, visitor)
  const isKnown = proofs.some((proof) =>
    verify(deps.secretKeys, 'known-device', `${userId} ${device}`, proof),
  )
  return isKnown ? device : null
}

/**
 * Remembers the device for the account. This grants no access: the device only gets its own count of attempts, and may
 * confirm the address.
 */
export function deviceCookie(deps: Deps, visitor: Visitor, userId: string): string {
  const { device, proofs } = readCookie(deps, visitor)
  const own = sign(deps.secretKeys, 'known-device', `${userId} ${device}`)
  const kept = [own, ...proofs.filter((proof) => proof !== own)].slice(0, maxAccounts)
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
