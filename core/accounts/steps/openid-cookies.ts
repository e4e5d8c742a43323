import { z } from 'zod'
import type { Deps } from '#core/shared/deps.ts'
import { endSealed, readSealed, sealedCookie } from '#core/shared/sealed-cookie.ts'

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
  /** of a booking: what its form held, to be drawn again; null: somebody signs in */
  form: z.record(z.string(), z.string()).nullable(),
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

/** A customer comes back to the form of a booking: it is filled in once. */
const fillingSchema = z.object({
  /** the page of the form, without its query */
  page: z.string(),
  form: z.record(z.string(), z.string()),
  /** whom the provider has named; null: nobody */
  person: z.object({ name: z.string().nullable(), email: z.string() }).nullable(),
  madeAt: z.number(),
})

export type Filling = z.infer<typeof fillingSchema>
export type BegunAtProvider = z.infer<typeof begunSchema>
export type WaitingJoin = z.infer<typeof joinSchema>

const begun = { name: 'openspot.openid', seconds: 30 * 60, schema: begunSchema }
const join = { name: 'openspot.join', seconds: 60 * 60, schema: joinSchema }

const filling = { name: 'openspot.filling', seconds: 5 * 60, schema: fillingSchema }

type Keys = Pick<Deps, 'secretKeys' | 'origin'>

export const begunCookie = (deps: Keys, held: BegunAtProvider) => sealedCookie(deps, begun, held)
export const joinCookie = (deps: Keys, held: WaitingJoin) => sealedCookie(deps, join, held)
export const fillingCookie = (deps: Keys, held: Filling) => sealedCookie(deps, filling, held)
export const noBegunCookie = (deps: Pick<Deps, 'origin'>) => endSealed(deps, begun)
export const noJoinCookie = (deps: Pick<Deps, 'origin'>) => endSealed(deps, join)
export const noFillingCookie = (deps: Pick<Deps, 'origin'>) => endSealed(deps, filling)

/** Null: none, not ours or too old. */
export const readBegun = (deps: Keys, headers: Headers) => readSealed(deps, begun, headers)
export const readJoin = (deps: Keys, headers: Headers) => readSealed(deps, join, headers)
export const readFilling = (deps: Keys, headers: Headers) => readSealed(deps, filling, headers)
