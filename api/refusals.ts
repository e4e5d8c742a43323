import type { Context } from 'hono'
import type { NotBooked } from '#core/bookings/commands/book-session.ts'
import { codes, refusals, type Refused } from './codes.ts'
import { type ApiEnv, problem } from './problem.ts'

export function answerRefusal(
  c: Context<ApiEnv>,
  { reason, spotsLeft, retryAfterSeconds }: NotBooked,
) {
  const { code } = refusals[reason]
  const { path, retryAfter = retryAfterSeconds, detail: plain }: Refused = refusals[reason]
  const detail = reason === 'session_full' ? fullDetail(spotsLeft) : plain
  return problem(c, {
    status: codes[code].status,
    code,
    detail,
    ...(path === undefined ? {} : { errors: [{ path, message: detail }] }),
    ...(retryAfter > 0 ? { retryAfter } : {}),
  })
}

function fullDetail(spotsLeft: number): string {
  if (spotsLeft === 0) return 'The session is full.'
  return spotsLeft === 1 ? 'Only 1 spot is left.' : `Only ${spotsLeft} spots are left.`
}
