import { randomUUID } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { createRequestHandler, type RequestHandler, type ServerBuild } from 'react-router'
import { sql } from 'kysely'
import { createApi } from '#api/api.ts'
import { limitBody } from '#api/body-limit.ts'
import { megabyte, pictureLimits } from '#core/pictures/rules.ts'
import { isClientGone } from '#core/shared/client-gone.ts'
import type { Deps } from '#core/shared/deps.ts'
import { takesForms } from './actions.ts'
import { addressReader, type Proxies } from './address.ts'
import { meantAddress } from '#core/shared/meant-address.ts'
import { type Env, nonceOf, securityHeaders } from './headers.ts'
import { createPictureFiles } from './picture-files.ts'
import { createPictures } from './pictures/pictures.ts'
import type { LiveSpots } from './live.ts'
import { createMetrics } from './metrics.ts'
import { isOneClick } from './one-click.ts'
import { createStripeHook } from './stripe-hook.ts'
import { createTelegramHook } from './telegram-hook.ts'

/** Exports of the compiled bundle besides the routes; its own code must create the context. */
type Incoming = { deps: Deps; network: string; nonce: string; requestId: string }

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

export type AppOptions = {
  deps: Deps
  proxies: Proxies
  /** the compiled pages; called per request so that development can hand out fresh ones */
  build: () => Promise<ServerBuild>
  /** folder of the compiled assets, null where a development server has them */
  assets: string | null
  mode: 'production' | 'development'
  /** counts for open pages; without it they stay as they were */
  live?: LiveSpots | undefined
}

/** Only forms that upload a picture are larger than this. */
const largestForm = 128 * 1024
const takesPictures = /^\/dashboard\/(?:settings\/pictures|classes\/[\w-]+\/picture)(?:\.data)?$/
const tooLarge = `This file is too large. The limit is ${pictureLimits.fileBytes / megabyte} MB.`
const oneYear = 'public, max-age=31536000, immutable'

/** The whole web process as one function of requests: probes, metrics, API, assets, pages. */
export function createApp(options: AppOptions) {
  const { deps } = options
  const readAddress = addressReader(options.proxies, (peer) =>
    deps.log.warn({ peer }, 'X-Forwarded-For was ignored: PROXY_ADDRESSES does not name this peer'),
  )
  const addressOf = (c: Context) => readAddress(c.req.header('x-forwarded-for'), remoteOf(c))
  const app = new Hono<Env>()

  const metrics = createMetrics(deps, options.live)
  app.use(async (c, next) => {
    c.set('requestId', randomUUID())
    const started = performance.now()
    await next()
    c.res.headers.set('x-request-id', c.get('requestId'))
    metrics.seen(c.req.method, c.res.status, (performance.now() - started) / 1000)
  })
  app.get('/healthz', (c) => c.text('ok'))
  app.get('/readyz', async (c) => {
    const ready = await sql`select 1`.execute(deps.db).then(
      () => true,
      () => false,
    )
    return ready ? c.text('ready') : c.text('The database does not answer.', 503)
  })
  // Only for a collector on the same machine; requests through a proxy are refused, whatever it calls itself.
  app.get('/metrics', async (c, next) => {
    const isPassedOn = proxyHeaders.some((name) => c.req.header(name) !== undefined)
    if (!isLoopback(remoteOf(c)) || isPassedOn) return next()
    return c.body(await metrics.text(), 200, { 'content-type': metrics.contentType })
  })

  const { live } = options
  // Before what compresses: it would keep the events back.
  app.get('/live', (c) => {
    const asked = {
      sessions: c.req.query('sessions') ?? '',
      network: addressOf(c),
      site: c.req.header('sec-fetch-site'),
      requestId: c.get('requestId'),
      outgoing: c.req.method === 'GET' ? (c.env?.outgoing ?? null) : null,
    }
    return live?.answer(asked) ?? c.body(null, 503)
  })

  app.use(securityHeaders(options.mode, deps))
  app.use(compress())
  app.route('/api/v1', createApi(deps, { addressOf }))
  app.route('/telegram/hook', createTelegramHook(deps))
  app.route('/stripe/events', createStripeHook(deps, { addressOf }))
  app.all('/api/*', (c) =>
    c.json({ type: 'about:blank', title: 'Not found', status: 404, code: 'not_found' }, 404, {
      'content-type': 'application/problem+json',
    }),
  )
  const { operatorLogo } = deps.settings
  if (operatorLogo !== null)
    app.get(operatorLogo.path, (c) =>
      c.body(new Uint8Array(operatorLogo.bytes), 200, {
        'content-type': operatorLogo.type,
        'cache-control': oneYear,
      }),
    )
  app.route('/pictures', createPictureFiles(deps, { addressOf }))
  if (options.assets !== null) {
    const cached = (path: string, value: string) =>
      app.use(
        path,
        serveStatic({
          root: options.assets ?? '',
          precompressed: true,
          onFound: (_path, c) => c.header('cache-control', value),
        }),
      )
    cached('/assets/*', oneYear)
    for (const path of ['/avatars/*', '/pictures/*', '/icons/*', '/favicon.svg'])
      cached(path, 'public, max-age=86400')
    cached('/embed.js', 'public, max-age=3600')
    app.use('/workspace-worker.js', workerPolicy)
    cached('/workspace-worker.js', 'no-cache')
    app.get('/assets/*', (c) => c.notFound())
  }
  app.route('/og', createPictures(deps, { addressOf }))
  const handlerOf = handlers(options.mode)
  const forms = limitBody(largestForm, (c) => c.text('This form is too large.', 413))
  const uploads = limitBody(pictureLimits.formBytes, (c) => c.text(tooLarge, 413))
  app.use((c, next) => {
    const mayBeLarge = takesPictures.test(c.req.path) && hasFile(c) && statesLength(c)
    return (mayBeLarge ? uploads : forms)(c, next)
  })
  app.use(refuseForeignForms(deps.origin))
  app.all('*', async (c) => {
    const meant = isRead(c.req.method) ? meantAddress(new URL(c.req.url)) : null
    if (meant !== null) return c.redirect(meant, 301)
    if (c.req.path.startsWith('//')) return c.text('There is nothing at this address.', 404)
    // The router would write a line of its own about it, past the log.
    if (!isReadable(c.req.url)) return c.text('This address is malformed.', 400)
    const build = await options.build()
    if (!isRead(c.req.method)) {
      const allow = takesForms(build, c.req.path) ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD']
      if (!allow.includes(c.req.method))
        return c.text('This page does not support that method.', 405, { allow: allow.join(', ') })
    }
    const incoming = {
      deps,
      network: addressOf(c),
      nonce: nonceOf(c),
      requestId: c.get('requestId'),
    }
    const request = atOrigin(c.req.raw, deps.origin)
    // The router has a check of its own.
    if (isOneClick(c)) request.headers.delete('origin')
    return handlerOf(build)(request, contextIn(build, incoming))
  })
  app.onError((error, c) => {
    // Nobody reads the answer.
    if (isClientGone(error)) return c.body(null, 400)
    deps.log.error({ err: error, requestId: c.get('requestId') }, 'a request failed')
    return c.text('Something went wrong. Please try again in a moment.', 500)
  })
  return app
}

/** What a service worker may load is said with its own file. */
const workerPolicy: MiddlewareHandler = async (c, next) => {
  await next()
  c.res.headers.set('content-security-policy', "default-src 'none'; connect-src 'self'")
}

/** No route matches a line break, not even that of unknown addresses. */
function isReadable(url: string): boolean {
  try {
    return !/[\n\r\u2028\u2029]/.test(decodeURIComponent(new URL(url).pathname))
  } catch {
    return false
  }
}

/** The request as the visitor made it: behind a proxy its own address is another. */
function atOrigin(request: Request, origin: string): Request {
  const url = new URL(request.url)
  const seen = new URL(origin)
  // Set, never parsed: a path that begins with two slashes would be read as another host.
  seen.pathname = withoutNul(url.pathname)
  seen.search = withoutNul(url.search)
  return url.href === seen.href ? request : new Request(seen, request)
}

/** The database cannot store NUL. Rules refuse another control character like it, and no page has one in its address. */
const withoutNul = (encoded: string) => encoded.replaceAll('%00', '%01')

/** One handler for each build: making one ranks all routes. */
function handlers(mode: AppOptions['mode']): (build: ServerBuild) => RequestHandler {
  const made = new WeakMap<ServerBuild, RequestHandler>()
  return (build) => {
    const handler = made.get(build) ?? createRequestHandler(build, mode)
    made.set(build, handler)
    return handler
  }
}

function contextIn(build: ServerBuild, incoming: Incoming) {
  const made: unknown = 'contextFor' in build.entry.module ? build.entry.module.contextFor : null
  if (typeof made !== 'function') throw new Error('The bundle does not export contextFor.')
  return made(incoming)
}

function remoteOf(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? ''
  } catch {
    // A request made inside the process comes from no socket.
    return '127.0.0.1'
  }
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function hasFile(c: Context): boolean {
  return /^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? '')
}

/** Anything else is held in memory before it is known who sends it. */
function statesLength(c: Context): boolean {
  return (
    c.req.header('content-length') !== undefined && c.req.header('transfer-encoding') === undefined
  )
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address)
}

/** Forms from other sites are refused before any route runs, even for a mere preference. */
function refuseForeignForms(origin: string): MiddlewareHandler {
  return async (c, next) => {
    const from = c.req.header('origin')
    const refuse = () =>
      c.text(`This form came from another site. Open this page at ${origin}.`, 403)
    const safe = isRead(c.req.method) || c.req.method === 'OPTIONS' || isOneClick(c)
    if (!safe && from !== undefined && from !== origin) return refuse()
    if (!safe && c.req.header('sec-fetch-site') === 'cross-site') return refuse()
    await next()
    return undefined
  }
}
