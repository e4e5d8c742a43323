import type { BookRefusal } from '#core/bookings/commands/book-session.ts'
import { maxSpotsPerSession, maxUpcomingSpots } from '#core/bookings/rules/limits.ts'

type Known = { status: number; title: string; means: string }

/** Every problem code. The OpenAPI document lists them with their meanings. */
export const codes = {
  invalid: {
    status: 400,
    title: 'The request is not valid',
    means: 'the request is not valid; 413: the body is larger than 64 kB; 415: it is not JSON',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    means: 'it does not exist, or you may not see it; also for a cancelled session',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    means: 'the `Allow` header lists the methods',
  },
  session_full: {
    status: 409,
    title: 'Not enough spots left',
    means: 'fewer spots are left than requested; `detail` says how many',
  },
  ask_vendor: {
    status: 409,
    title: 'Not bookable online',
    means:
      'the vendor takes no more online bookings at the moment; the customer can contact the vendor',
  },
  session_past: {
    status: 409,
    title: 'Too late for this session',
    means: 'the session has started, or it is too late to cancel',
  },
  registration_closed: {
    status: 409,
    title: 'Registration has closed',
    means: 'the session no longer accepts bookings',
  },
  price_changed: {
    status: 409,
    title: 'The price has changed',
    means: 'a spot no longer costs `seenPriceMinor`',
  },
  session_changed: {
    status: 409,
    title: 'The session or booking has changed',
    means: 'the time or place has changed since `seenVersion`, or the booking has changed',
  },
  idempotency_conflict: {
    status: 422,
    title: 'The key was used for another booking',
    means: 'the key was already used with different content',
  },
  rate_limited: {
    status: 429,
    title: 'Too many bookings',
    means: `the contact already has ${maxSpotsPerSession} spots in the session or ${maxUpcomingSpots} upcoming spots with the vendor, or the IP address booked 200 times in 10 minutes`,
  },
  busy: {
    status: 503,
    title: 'Busy, try again',
    means: 'nothing was changed; try again after `Retry-After` seconds, with the same key',
  },
  unexpected: {
    status: 500,
    title: 'Something went wrong on our side',
    means: 'an error on our side',
  },
} as const satisfies Record<string, Known>

export type Code = keyof typeof codes

export type Refused = { code: Code; detail: string; path?: string; retryAfter?: number }

const phone = 'This is not a valid phone number. Include the country code, as in +49…'

/** The API’s response to each reason for refusing a booking. */
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
  not_open_yet: {
    code: 'registration_closed',
    detail: 'The session cannot be booked yet: booking opens a limited number of days ahead.',
  },
  too_many_people: {
    code: 'invalid',
    detail: 'The facility does not take that many people.',
    path: 'people',
  },
  details_missing: {
    code: 'invalid',
    detail: 'The facility `asks` for the gender or the birth date of the customer.',
    path: 'customer',
  },
  no_extras: { code: 'invalid', detail: 'A class has no extras.', path: 'extras' },
  too_many_spots: {
    code: 'invalid',
    detail: 'The vendor does not allow that many spots in one booking.',
    path: 'spots',
  },
  contact_limit: {
    code: 'rate_limited',
    detail: `This contact cannot book this session online. A contact can have at most ${maxSpotsPerSession} spots in a session and ${maxUpcomingSpots} upcoming spots with a vendor. Ask the customer to contact the vendor.`,
    retryAfter: 3600,
  },
  ask_vendor: {
    code: 'ask_vendor',
    detail:
      'The vendor takes no more online bookings at the moment. Ask the customer to contact the vendor.',
  },
  price_changed: {
    code: 'price_changed',
    detail: 'The price of a spot has changed. Show the customer the new price and ask again.',
  },
  session_changed: {
    code: 'session_changed',
    detail:
      'The time or place of the session has changed. Show the customer the new time and place and ask again.',
  },
  not_confirmed: {
    code: 'invalid',
    detail: 'The customer has not confirmed the `condition` of the class.',
    path: 'accepted',
  },
  contact_missing: {
    code: 'invalid',
    detail: 'Provide a phone number or an email address.',
    path: 'customer.email',
  },
  contact_invalid: { code: 'invalid', detail: phone, path: 'customer.phone' },
  phone_invalid: { code: 'invalid', detail: phone, path: 'customer.phone' },
  phone_short: { code: 'invalid', detail: phone, path: 'customer.phone' },
  phone_unsure: { code: 'invalid', detail: phone, path: 'customer.phone' },
  idempotency_conflict: {
    code: 'idempotency_conflict',
    detail:
      'The Idempotency-Key was already used with different content. Use a new key for a new booking.',
  },
  rate_limited: { code: 'rate_limited', detail: 'Too many bookings came from this IP address.' },
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
