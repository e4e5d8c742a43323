import { z } from 'zod'
import type { Deps } from '#core/shared/deps.ts'
import { endSealed, readSealed, sealedCookie } from '#core/shared/sealed-cookie.ts'

/** A browser is at Google to connect the calendar of a vendor: what it has to bring back. */
const askedSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  userId: z.string(),
  vendorId: z.string(),
  madeAt: z.number(),
})
export type AskedCalendar = z.infer<typeof askedSchema>

export const askedCalendar = {
  name: 'openspot.calendar',
  seconds: 30 * 60,
  schema: askedSchema,
}

type Keys = Pick<Deps, 'secretKeys' | 'origin'>

export const askedCookie = (deps: Keys, held: AskedCalendar) =>
  sealedCookie(deps, askedCalendar, held)
export const noAskedCookie = (deps: Pick<Deps, 'origin'>) => endSealed(deps, askedCalendar)
/** Null: none, not ours or too old. */
export const readAsked = (deps: Keys, headers: Headers) => readSealed(deps, askedCalendar, headers)
