import type { BookRefusal } from '#core/bookings/commands/book-session.ts'
import { maxSpotsPerSession, maxUpcomingSpots } from '#core/bookings/rules.ts'

type Known = { status: number; title: string; means: string }

/** Every code of a problem. The OpenAPI document lists them with what they mean. */
export const codes = {
  invalid: {
    status: 400,
    title: 'The request is not valid',
    means: 'the request cannot be used; 413: the body is over 64 kB; 415: it is not JSON',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    means: 'no such thing, or it is not for you; also a cancelled session',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    means: 'the header `Allow` names the methods',
  },
  session_full: {
    status: 409,
    title: 'Not enough spots left',
    means: 'fewer spots are left; `detail` says how many',
  },
  session_past: {
    status: 409,
    title: 'The session has started',
    means: 'it has started, or it is too late to cancel',
  },
  registration_closed: {
    status: 409,
    title: 'Registration has closed',
    means: 'bookings are no longer taken',
  },
  price_changed: {
    status: 409,
    title: 'The price has changed',
    means: '`seenPriceMinor` was given and a spot costs something else now',
  },
  session_changed: {
    status: 409,
    title: 'The time or place has changed',
    means:
      '`seenVersion` was given and the session takes place at another time or place now; or the booking has changed',
  },
  idempotency_conflict: {
    status: 422,
    title: 'The key was used for another booking',
    means: 'the key was used with other content',
  },
  rate_limited: {
    status: 429,
    title: 'Too many bookings',
    means: `the contact holds ${maxSpotsPerSession} spots of the session or ${maxUpcomingSpots} coming ones with the vendor, or the address booked 200 times in 10 minutes`,
  },
  busy: {
    status: 503,
    title: 'Busy, try again',
    means: 'nothing was changed; try again after `Retry-After` seconds, with the same key',
  },
  unexpected: { status: 500, title: 'Something went wrong on our side', means: 'our fault' },
} as const satisfies Record<string, Known>

export type Code = keyof typeof codes

export type Refused = { code: Code; detail: string; path?: string; retryAfter?: number }

const phone =
  'The phone number is not one that can be called. Write it with its country, as in +49…'

/** What the API answers to each reason a booking is refused for. */
export const refusals = {
  not_found: {
    code: 'not_found',
    detail: 'No session has this id, or its class cannot be booked.',
  },
  session_cancelled: { code: 'not_found', detail: 'The session was cancelled.' },
  session_full: { code: 'session_full', detail: 'The session is full.' },
  session_past: { code: 'session_past', detail: 'The session has started.' },
  registration_closed: {
    code: 'registration_closed',
    detail: 'Registration for the session has closed.',
  },
  too_many_spots: {
    code: 'invalid',
    detail: 'The vendor takes fewer spots in one booking.',
    path: 'spots',
  },
  contact_limit: {
    code: 'rate_limited',
    detail: `A contact may hold ${maxSpotsPerSession} spots of a session and ${maxUpcomingSpots} coming ones with a vendor.`,
    retryAfter: 3600,
  },
  price_changed: {
    code: 'price_changed',
    detail:
      'A spot costs something else now. Show the customer the price of the class and ask again.',
  },
  session_changed: {
    code: 'session_changed',
    detail: 'The time or place of the session has changed. Show it to the customer and ask again.',
  },
  contact_missing: {
    code: 'invalid',
    detail: 'Give a phone number or an e-mail address.',
    path: 'customer.email',
  },
  contact_invalid: { code: 'invalid', detail: phone, path: 'customer.phone' },
  phone_invalid: { code: 'invalid', detail: phone, path: 'customer.phone' },
  phone_unsure: { code: 'invalid', detail: phone, path: 'customer.phone' },
  idempotency_conflict: {
    code: 'idempotency_conflict',
    detail: 'The Idempotency-Key was used with other content. Make a new key for a new booking.',
  },
  rate_limited: { code: 'rate_limited', detail: 'Too many bookings came from this address.' },
  busy: {
    code: 'busy',
    detail: 'Nothing was booked. Send the same request with the same key again.',
  },
} as const satisfies Record<BookRefusal, Refused>

/** The codes a refused booking can have with this status. */
export function refusalCodes(status: number): Code[] {
  const all = Object.values(refusals).map(({ code }) => code)
  return [...new Set(all)].filter((code) => codes[code].status === status)
}
