import type { Context } from 'hono'
import { type Code, codes } from './codes.ts'

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
    title: codes[said.code].title,
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
