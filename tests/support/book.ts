import { bookSession } from '#core/bookings/commands/book-session.ts'
import type { Deps } from '#core/shared/deps.ts'

/** Carla books one spot, as the API does it for whom nobody counts. */
export function book(
  deps: Deps,
  sessionId: string,
  email: string,
  { key = email, name = 'Carla' }: { key?: string; name?: string } = {},
) {
  return bookSession(deps, {
    sessionId,
    spots: 1,
    name,
    contact: { phone: null, email },
    idempotencyKey: key,
    source: 'api',
    language: 'en',
    address: null,
  })
}
