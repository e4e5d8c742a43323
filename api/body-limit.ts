import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * Refuses a larger body. A body of a stated length is judged by that (the parser holds it to it), without
 * touching the stream: counting the bytes of one as they pass doubles the cost of a small request.
 */
export function limitBody(
  maxBytes: number,
  onError: (c: Context) => Response | Promise<Response>,
): MiddlewareHandler {
  const counted = bodyLimit({ maxSize: maxBytes, onError })
  return (c, next) => {
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined)
      return counted(c, next)
    return Number(length) <= maxBytes ? next() : Promise.resolve(onError(c))
  }
}
