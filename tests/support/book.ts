import { bookSession } from '#core/bookings/commands/book-session.ts'
import type { Seen } from '#core/bookings/rules/seen.ts'
import type { TelegramAccount } from '#core/contacts/rules.ts'
import type { Deps } from '#core/shared/deps.ts'

type Asked = {
  accepted?: readonly string[]
  key?: string
  name?: string
  spots?: number
  phone?: string | null
  telegram?: TelegramAccount
  seen?: Seen
}

/** Carla books as through the API, without rate limits. */
export function book(
  deps: Deps,
  sessionId: string,
  email: string,
  {
    key = email,
    name = 'Carla',
    spots = 1,
    phone = null,
    telegram,
    seen,
    accepted = [],
  }: Asked = {},
) {
  return bookSession(deps, {
    sessionId,
    spots,
    seen,
    name,
    contact: telegram ? { telegram } : { phone, email },
    idempotencyKey: key,
    source: 'api',
    accepted,
    language: 'en',
    network: null,
  })
}
