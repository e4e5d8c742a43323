import { randomUUID } from 'node:crypto'
import type { Deps } from '#core/shared/deps.ts'
import { sign, verify } from '#core/shared/signing.ts'
import type { Visitor } from './ask-auth.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** The device's number when its cookie proves an earlier sign-in to this very account, else null. */
export function knownDevice({ secretKeys }: Deps, visitor: Visitor, email: string): string | null {
  const cookie = /(?:^|;\s*)known=([\w-]{36})\.([\w-]{32})(?:;|$)/.exec(
    visitor.headers.get('cookie') ?? '',
  )
  const [, device, token] = cookie ?? []
  if (device === undefined || token === undefined) return null
  return verify(secretKeys, 'known-device', `${email} ${device}`, token) ? device : null
}

/** Remembers the device after a sign-in. It opens nothing: it only has a count of its own. */
export function deviceCookie(
  { secretKeys, origin }: Deps,
  email: string,
  device: string | null,
): string {
  const number = device ?? randomUUID()
  const token = sign(secretKeys, 'known-device', `${email} ${number}`)
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `known=${number}.${token}; Path=/login; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`
}
