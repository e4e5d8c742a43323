import { z } from 'zod'
import type { Deps } from '#core/shared/deps.ts'
import { hostCookie } from '#core/shared/host-cookie.ts'
import { seal, type Sealing, unseal } from '#core/shared/sealing.ts'

/** A service that people can sign in with; also its name in the database. */
export type Provider = keyof Deps['openId']

const provider = z.literal('google')

/** A browser is at the provider: what it has to bring back, and where it goes on. */
const begunSchema = z.object({
  provider,
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectTo: z.string().nullable(),
  ref: z.string().nullable(),
  madeAt: z.number(),
})

/** The provider has named an address that has an account: joined once its owner has signed in otherwise. */
const joinSchema = z.object({
  provider,
  id: z.string(),
  subject: z.string(),
  userId: z.string(),
  email: z.string(),
  madeAt: z.number(),
})

export type BegunAtProvider = z.infer<typeof begunSchema>
export type WaitingJoin = z.infer<typeof joinSchema>

const begun = { name: 'openspot.openid', seconds: 30 * 60, schema: begunSchema }
const join = { name: 'openspot.join', seconds: 60 * 60, schema: joinSchema }

type Kind<Held> = { name: string; seconds: number; schema: z.ZodType<Held> }
type Keys = Pick<Deps, 'secretKeys' | 'origin'>

export const begunCookie = (deps: Keys, held: BegunAtProvider) => cookieLine(deps, begun, held)
export const joinCookie = (deps: Keys, held: WaitingJoin) => cookieLine(deps, join, held)
export const noBegunCookie = ({ origin }: Keys) => line(origin, begun.name, '', 0)
export const noJoinCookie = ({ origin }: Keys) => line(origin, join.name, '', 0)

/** Null: none, not ours or too old. */
export const readBegun = (deps: Keys, headers: Headers) => read(deps, begun, headers)
export const readJoin = (deps: Keys, headers: Headers) => read(deps, join, headers)

function cookieLine<Held>(deps: Keys, { name, seconds }: Kind<Held>, held: Held): string {
  return line(deps.origin, name, seal(sealing(deps, name), JSON.stringify(held)), seconds)
}

function read<Held extends { madeAt: number }>(
  deps: Keys,
  { name, seconds, schema }: Kind<Held>,
  headers: Headers,
): Held | null {
  const pattern = new RegExp(`(?:^|;\\s*)${hostCookie(name, deps.origin)}=([\\w.-]+)(?:;|$)`)
  const sealed = pattern.exec(headers.get('cookie') ?? '')?.[1]
  const text = sealed === undefined ? null : unseal(sealing(deps, name), sealed)
  if (text === null) return null
  const held = schema.safeParse(JSON.parse(text)).data
  return held && held.madeAt > Date.now() - seconds * 1000 ? held : null
}

function sealing({ secretKeys }: Keys, name: string): Sealing {
  return { keys: secretKeys, purpose: name, owner: 'anybody' }
}

// Lax: the way back from the provider is a link from another site.
function line(origin: string, name: string, value: string, seconds: number): string {
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return `${hostCookie(name, origin)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}
