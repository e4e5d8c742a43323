import { z } from 'zod'
import type { Deps } from '#core/shared/deps.ts'
import { endSealed, readSealed, sealedCookie } from '#core/shared/sealed-cookie.ts'

/** A browser is at Telegram: what it has to bring back, and where it goes on. */
const begunSchema = z.object({
  botId: z.number(),
  way: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('openid'),
      state: z.string(),
      nonce: z.string(),
      verifier: z.string(),
    }),
    z.object({ kind: z.literal('link'), code: z.string() }),
  ]),
  /** a path of ours */
  to: z.string(),
  madeAt: z.number(),
})
export type BegunLogin = z.infer<typeof begunSchema>

/** Whom this browser has logged in with Telegram, at each bot. */
const peopleSchema = z.object({
  people: z.array(
    z.object({
      botId: z.number(),
      telegramId: z.number(),
      name: z.string(),
      username: z.string().nullable(),
      /** in milliseconds; a later log-out ends it */
      at: z.number(),
    }),
  ),
  madeAt: z.number(),
})
export type LoggedIn = z.infer<typeof peopleSchema>['people'][number]

const begun = { name: 'openspot.telegram-login', seconds: 30 * 60, schema: begunSchema }
const people = { name: 'openspot.telegram', seconds: 90 * 24 * 60 * 60, schema: peopleSchema }
const mostBots = 8

type Keys = Pick<Deps, 'secretKeys' | 'origin'>

export const begunLoginCookie = (deps: Keys, held: BegunLogin) => sealedCookie(deps, begun, held)
export const noBegunLoginCookie = (deps: Keys) => endSealed(deps, begun)
export const readBegunLogin = (deps: Keys, headers: Headers) => readSealed(deps, begun, headers)

/** Whom this browser has logged in, at each bot. */
export function listLoggedIn(deps: Keys, headers: Headers): readonly LoggedIn[] {
  return readSealed(deps, people, headers)?.people ?? []
}

/** The person whom this browser has logged in at a bot, also if that login was ended elsewhere. */
export function readLoggedIn(deps: Keys, headers: Headers, botId: number): LoggedIn | null {
  return listLoggedIn(deps, headers).find((one) => one.botId === botId) ?? null
}

/** The cookie with one more person, in the place of who was logged in at the same bot. */
export function loggedInCookie(deps: Keys, headers: Headers, person: LoggedIn): string {
  return keep(deps, [person, ...others(deps, headers, person.botId)].slice(0, mostBots))
}

/** The cookie without the person at this bot. */
export function loggedOutCookie(deps: Keys, headers: Headers, botId: number): string {
  return keep(deps, others(deps, headers, botId))
}

const others = (deps: Keys, headers: Headers, botId: number) =>
  listLoggedIn(deps, headers).filter((one) => one.botId !== botId)

const keep = (deps: Keys, kept: LoggedIn[]) =>
  kept.length === 0
    ? endSealed(deps, people)
    : sealedCookie(deps, people, { people: kept, madeAt: Date.now() })
