import { randomUUID } from 'node:crypto'
import type { Context, ErrorHandler, MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import { isClientGone } from '#core/shared/client-gone.ts'
import { isAway, isBusy } from '#core/shared/db.ts'
import type { Logger } from '#core/shared/log.ts'
import { type ApiEnv, type Place, problem } from './problem.ts'

const mostPlaces = 20

// The messages for error codes of core's schemas.
const sentences = new Map([
  ['name_unseen', 'Must contain a visible character.'],
  ['name_link', 'A name must not contain a web address.'],
  ['characters', 'Contains a character that is not allowed, such as a control character.'],
  ['contact_missing', 'Provide a phone number or an email address.'],
])

/** Every answer has an id, given by the server in front of the API or made here. */
export const withRequestId: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const given: string | undefined = c.get('requestId')
  const id = given ?? randomUUID()
  c.set('requestId', id)
  c.header('X-Request-Id', id)
  await next()
}

type Checked = { target: string } & (
  | { success: true }
  | { success: false; error: z.core.$ZodError }
)

/** Called after each part of a request was checked; says what is wrong with it. */
export function answerInvalid(result: Checked, c: Context<ApiEnv>) {
  if (result.success) return
  const errors = result.error.issues
    .slice(0, mostPlaces)
    .map((issue) => placeOf(issue, result.target))
  const [first] = errors
  return problem(c, {
    status: 400,
    code: 'invalid',
    detail: first ? `${first.path || 'body'}: ${first.message}` : 'The request cannot be read.',
    errors,
  })
}

function placeOf(issue: z.core.$ZodIssue, target: string): Place {
  const path = issue.path.map(String).join('.')
  return {
    path: path || (target === 'json' ? '' : target),
    message: sentences.get(issue.message) ?? issue.message,
  }
}

/** The answer to what a handler threw: logged once unless it is the client's doing. */
export function answerFailure(log: Logger): ErrorHandler<ApiEnv> {
  return (error, c) => {
    if (error instanceof HTTPException) return answerException(error, c)
    // Nobody reads the answer.
    if (isClientGone(error)) return c.body(null, 400)
    const requestId = c.get('requestId')
    if (isBusy(error) || isAway(error)) {
      log.warn({ err: error, requestId }, 'the database did not answer a request of the API')
      return problem(c, { status: 503, code: 'busy', retryAfter: 2 })
    }
    log.error(
      { err: error, requestId, method: c.req.method, path: c.req.path },
      'a request of the API failed',
    )
    return problem(c, { status: 500, code: 'unexpected' })
  }
}

function answerException({ status }: HTTPException, c: Context<ApiEnv>) {
  if (status === 415) return wrongContentType(c)
  return problem(c, { status: 400, code: 'invalid', detail: 'The body is not JSON.' })
}

function wrongContentType(c: Context<ApiEnv>) {
  return problem(c, {
    status: 415,
    code: 'invalid',
    detail: 'Send the body as JSON with the header Content-Type: application/json.',
  })
}

export function answerTooLarge(c: Context<ApiEnv>) {
  return problem(c, {
    status: 413,
    code: 'invalid',
    detail: 'The body must not be larger than 64 kB.',
  })
}

/** A body in another encoding would be stored with characters nobody sent. */
export const onlyUtf8: MiddlewareHandler<ApiEnv> = async (c, next) => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(await c.req.arrayBuffer())
  } catch {
    return problem(c, { status: 400, code: 'invalid', detail: 'The body is not UTF-8.' })
  }
  return next()
}

export function noSuchRoute(c: Context<ApiEnv>) {
  return problem(c, {
    status: 404,
    code: 'not_found',
    detail: 'This address does not exist in the API. See /api/v1/docs.',
  })
}

export function onlyMethods(...allowed: readonly string[]) {
  return (c: Context<ApiEnv>) => {
    c.header('Allow', allowed.join(', '))
    return problem(c, {
      status: 405,
      code: 'method_not_allowed',
      detail: `Use ${allowed.join(' or ')}.`,
    })
  }
}
