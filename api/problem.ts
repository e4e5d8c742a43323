import type { Context } from 'hono'

export const titles = {
  invalid: 'The request is not valid',
  not_found: 'Not found',
  method_not_allowed: 'Method not allowed',
  session_full: 'Not enough spots left',
  session_past: 'The session has started',
  registration_closed: 'Registration has closed',
  price_changed: 'The price has changed',
  session_changed: 'The time or place has changed',
  idempotency_conflict: 'The key was used for another booking',
  rate_limited: 'Too many bookings',
  busy: 'Busy, try again',
  unexpected: 'Something went wrong on our side',
} as const

export type Code = keyof typeof titles

export type Place = { path: string; message: string }

export type Problem = {
  type: string
  title: string
  status: number
  code: Code
  detail?: string
  errors?: Place[]
  requestId: string
}

export type ApiEnv = { Variables: { requestId: string } }

type Said<Status extends number> = {
  status: Status
  code: Code
  detail?: string
  errors?: Place[]
  /** seconds */
  retryAfter?: number
}

/** An answer of the type application/problem+json (RFC 9457). */
export function problem<
  const Status extends 400 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 503,
>(c: Context<ApiEnv>, { retryAfter, ...said }: Said<Status>) {
  const body: Problem = {
    type: `urn:openspot:problem:${said.code}`,
    title: titles[said.code],
    ...said,
    requestId: c.get('requestId'),
  }
  c.header('Cache-Control', 'no-store')
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
  return c.json(body, said.status, { 'Content-Type': 'application/problem+json' })
}

export function noSuchClass(c: Context<ApiEnv>) {
  return problem(c, { status: 404, code: 'not_found', detail: 'No published class has this id.' })
}

export function noSuchBooking(c: Context<ApiEnv>) {
  return problem(c, {
    status: 404,
    code: 'not_found',
    detail: 'No booking has this reference and token.',
  })
}
