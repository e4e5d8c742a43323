import type { Context } from 'hono'
import type { BookRefusal, NotBooked } from '#core/bookings/commands/book-session.ts'
import { maxUpcomingSpots, maxSpotsPerSession } from '#core/bookings/rules.ts'
import { type ApiEnv, type Code, problem } from './problem.ts'

type Refused = {
  status: 400 | 404 | 409 | 422 | 429 | 503
  code: Code
  detail: string
  path?: string
  retryAfter?: number
}

const phone =
  'The phone number is not one that can be called. Write it with its country, as in +49…'

/** What the API answers to each reason a booking is refused for. */
const refusals = {
  not_found: {
    status: 404,
    code: 'not_found',
    detail: 'No session has this id, or its class cannot be booked.',
  },
  session_cancelled: { status: 404, code: 'not_found', detail: 'The session was cancelled.' },
  session_past: { status: 409, code: 'session_past', detail: 'The session has started.' },
  registration_closed: {
    status: 409,
    code: 'registration_closed',
    detail: 'Registration for the session has closed.',
  },
  too_many_spots: {
    status: 400,
    code: 'invalid',
    detail: 'The vendor takes fewer spots in one booking.',
    path: 'spots',
  },
  contact_limit: {
    status: 429,
    code: 'rate_limited',
    detail: `A contact may hold ${maxSpotsPerSession} spots of a session and ${maxUpcomingSpots} coming ones with a vendor.`,
    retryAfter: 3600,
  },
  session_full: { status: 409, code: 'session_full', detail: 'The session is full.' },
  price_changed: {
    status: 409,
    code: 'price_changed',
    detail:
      'A spot costs something else now. Show the customer the price of the class and ask again.',
  },
  session_changed: {
    status: 409,
    code: 'session_changed',
    detail: 'The time or place of the session has changed. Show it to the customer and ask again.',
  },
  contact_missing: {
    status: 400,
    code: 'invalid',
    detail: 'Give a phone number or an e-mail address.',
    path: 'customer.email',
  },
  contact_invalid: { status: 400, code: 'invalid', detail: phone, path: 'customer.phone' },
  phone_invalid: { status: 400, code: 'invalid', detail: phone, path: 'customer.phone' },
  phone_unsure: { status: 400, code: 'invalid', detail: phone, path: 'customer.phone' },
  idempotency_conflict: {
    status: 422,
    code: 'idempotency_conflict',
    detail: 'The Idempotency-Key was used with other content. Make a new key for a new booking.',
  },
  rate_limited: {
    status: 429,
    code: 'rate_limited',
    detail: 'Too many bookings came from this address.',
  },
  busy: {
    status: 503,
    code: 'busy',
    detail: 'Nothing was booked. Send the same request with the same key again.',
  },
} as const satisfies Record<BookRefusal, Refused>

export function answerRefusal(
  c: Context<ApiEnv>,
  { reason, spotsLeft, retryAfterSeconds }: NotBooked,
) {
  const { path, retryAfter = retryAfterSeconds, ...said }: Refused = refusals[reason]
  const detail = reason === 'session_full' ? fullDetail(spotsLeft) : said.detail
  return problem(c, {
    ...said,
    detail,
    ...(path === undefined ? {} : { errors: [{ path, message: detail }] }),
    ...(retryAfter > 0 ? { retryAfter } : {}),
  })
}

function fullDetail(spotsLeft: number): string {
  if (spotsLeft === 0) return 'The session is full.'
  return spotsLeft === 1 ? 'Only 1 spot is left.' : `Only ${spotsLeft} spots are left.`
}
