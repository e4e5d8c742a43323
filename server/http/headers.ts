import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Deps } from '#core/shared/deps.ts'

export type Env = {
  Bindings: Partial<HttpBindings>
  Variables: { requestId: string; nonce: string | undefined }
}

/** The nonce of a page's scripts, one per request; other responses need none. */
export function nonceOf(c: Context<Env>): string {
  const nonce = c.get('nonce') ?? randomBytes(16).toString('base64')
  c.set('nonce', nonce)
  return nonce
}

/** The two pages other sites may show in a frame: visitors can only follow their links. */
function isFramed(path: string): boolean {
  return /^\/embed\/(?:class\/)?[\w-]+\/?$/.test(path)
}

const hasGoogleButton = (path: string) => /^\/(?:login|register|book-slot\/[^/]+)\/?$/i.test(path)
const leadsToPayment = (path: string) =>
  /^\/(?:book\/class|book-slot|booking)\/[^/]+\/?$/i.test(path)
const hasCalendarButton = (path: string) =>
  /^\/(?:settings\/(?:integrations|legacy)|google-calendar-callback)\/?$/i.test(path)

export function securityHeaders(
  mode: 'production' | 'development',
  {
    origin,
    settings,
    openId,
    googleCalendar,
    stripe,
  }: Pick<Deps, 'origin' | 'settings' | 'openId' | 'googleCalendar' | 'stripe'>,
): MiddlewareHandler<Env> {
  const isSecure = origin.startsWith('https:')
  const everyHost = settings.hstsSubdomains ? '; includeSubDomains' : ''
  return async (c, next) => {
    await next()
    const set = (name: string, value: string) => {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    set('x-content-type-options', 'nosniff')
    if (isSecure) set('strict-transport-security', `max-age=31536000${everyHost}`)
    // Not no-referrer: with it a form without JavaScript sends no origin and is refused as foreign.
    set('referrer-policy', 'strict-origin-when-cross-origin')
    set('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(self)')
    set('cross-origin-opener-policy', 'same-origin')
    // The script other sites load, also those that ask for consent.
    if (c.req.path === '/embed.js') set('cross-origin-resource-policy', 'cross-origin')
    // Pages carry a nonce and often a form's number: no cache serves one to somebody else.
    const own =
      c.req.header('cookie')?.includes('openspot.') ||
      /[?&](?:token(?:_hash)?|code)=/.test(c.req.url)
    set('cache-control', own ? 'private, no-store' : 'private, no-cache')
    if (own) c.res.headers.set('referrer-policy', 'same-origin')
    if (mode === 'development') return
    if (!c.res.headers.get('content-type')?.startsWith('text/html')) {
      set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      return
    }
    // Where the button leads without a script: browsers look at redirects of a form, too.
    const asked =
      (hasGoogleButton(c.req.path) && openId.google) ||
      (hasCalendarButton(c.req.path) && googleCalendar)
    const google = asked ? ` ${asked.origin}` : ''
    const payment = leadsToPayment(c.req.path) ? ` ${stripe.origin}` : ''
    const script = `script-src 'self' 'nonce-${nonceOf(c)}'`
    set(
      'content-security-policy',
      `default-src 'self'; ${script}; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; connect-src 'self'; font-src 'self'; form-action 'self'${google}${payment}; frame-ancestors ${isFramed(c.req.path) ? '*' : "'none'"}; base-uri 'none'; object-src 'none'`,
    )
  }
}
