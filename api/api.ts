import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Deps } from '#core/shared/deps.ts'
import { addBookingRoutes } from './bookings.ts'
import { addClassRoutes } from './classes.ts'
import {
  answerFailure,
  answerInvalid,
  noSuchRoute,
  onlyMethods,
  withRequestId,
} from './failures.ts'
import type { ApiEnv } from './problem.ts'
import { addReferencePage } from './reference-page.ts'

const description = `Find classes and book spots in them. You do not need an account. To read or cancel a booking, send the token from its \`manageUrl\`.

Errors have the type \`application/problem+json\`; use their \`code\` to handle them. If you get no response, a 503 or a 429, send the same request again with the same \`Idempotency-Key\`. A spot is never booked twice.`

const preflight = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST'],
  allowHeaders: ['Content-Type', 'Idempotency-Key', 'Accept-Language'],
  maxAge: 86_400,
})

/** Nothing here knows cookies. Set ahead of the answer: headers added to a made answer have it made twice. */
const anyPageMayAsk: MiddlewareHandler = (c, next) => {
  if (c.req.method === 'OPTIONS') return preflight(c, next)
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Access-Control-Expose-Headers', 'Idempotent-Replayed,Retry-After,X-Request-Id')
  return next()
}

/** The JSON API, version 1, to be mounted at /api/v1. `addressOf` says where a request came from. */
export function createApi(
  deps: Deps,
  { addressOf }: { addressOf: (c: Context) => string },
): OpenAPIHono<ApiEnv> {
  const api = new OpenAPIHono<ApiEnv>({ defaultHook: answerInvalid })
  api.onError(answerFailure(deps.log))
  api.use(withRequestId)
  api.use(anyPageMayAsk)

  addClassRoutes(api, deps)
  addBookingRoutes(api, deps, addressOf)
  addReferencePage(api)

  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Openspot API', version: '1', description },
    servers: [{ url: `${deps.origin}/api/v1` }],
  })
  api.get('/openapi.json', (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    return c.json(document)
  })

  for (const path of [
    '/classes',
    '/classes/:classId',
    '/classes/:classId/sessions',
    '/bookings/:reference',
    '/docs',
    '/docs/storage.js',
    '/docs/start.js',
    '/docs/reference.js',
    '/openapi.json',
  ]) {
    api.all(path, onlyMethods('GET', 'HEAD'))
  }
  for (const path of ['/bookings', '/bookings/:reference/cancel'])
    api.all(path, onlyMethods('POST'))
  api.all('*', noSuchRoute)
  return api
}
