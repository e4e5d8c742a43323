import type { z } from 'zod'
import { hostCookie } from './host-cookie.ts'
import { seal, type Sealing, unseal } from './sealing.ts'
import type { SecretKeys } from './signing.ts'

/** A cookie that only we can read and write, for what a browser brings back from another site. */
export type SealedKind<Held> = { name: string; seconds: number; schema: z.ZodType<Held> }
type Keys = { secretKeys: SecretKeys; origin: string }

export function sealedCookie<Held>(
  deps: Keys,
  { name, seconds }: SealedKind<Held>,
  held: Held,
): string {
  return line(deps.origin, name, seal(sealing(deps, name), JSON.stringify(held)), seconds)
}

export const endSealed = ({ origin }: Pick<Keys, 'origin'>, { name }: { name: string }) =>
  line(origin, name, '', 0)

/** Null: none, not ours or too old. */
export function readSealed<Held extends { madeAt: number }>(
  deps: Keys,
  { name, seconds, schema }: SealedKind<Held>,
  headers: Headers,
): Held | null {
  const pattern = new RegExp(`(?:^|;\\s*)${hostCookie(name, deps.origin)}=([\\w.-]+)(?:;|$)`)
  const sealed = pattern.exec(headers.get('cookie') ?? '')?.[1]
  const text = sealed === undefined ? null : unseal(sealing(deps, name), sealed)
  if (text === null) return null
  const held = schema.safeParse(JSON.parse(text)).data
  return held && held.madeAt > Date.now() - seconds * 1000 ? held : null
}

function sealing({ secretKeys }: Pick<Keys, 'secretKeys'>, name: string): Sealing {
  return { keys: secretKeys, purpose: name, owner: 'anybody' }
}

// Lax: the way back from the other site is a link there.
function line(origin: string, name: string, value: string, seconds: number): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${hostCookie(name, origin)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
