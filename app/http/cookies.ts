import { type CookieOptions, createCookie } from 'react-router'
import { hostCookie } from '#core/shared/host-cookie.ts'

const yearSeconds = 365 * 24 * 60 * 60

/**
 * The value stands in the cookie as it is: a script of the page writes the theme, and the embed reads the language. The
 * router would hide it in base64.
 */
function plainCookie(name: string, options: CookieOptions) {
  return createCookie(name, {
    path: '/',
    sameSite: 'lax',
    encode: (hidden) => {
      const value: unknown = JSON.parse(Buffer.from(hidden, 'base64').toString())
      return encodeURIComponent(String(value))
    },
    ...options,
  })
}

const cookies = {
  notice: { maxAge: 60, httpOnly: true },
  device: { maxAge: yearSeconds, httpOnly: true },
  // As long as Stripe's page is open.
  paying: { maxAge: 60 * 60, httpOnly: true },
  // Until the browser is closed.
  brought: { httpOnly: true },
  theme: { maxAge: yearSeconds },
  language: { maxAge: yearSeconds },
  place: { maxAge: yearSeconds },
} as const satisfies Record<string, CookieOptions>
type CookieName = keyof typeof cookies

/** The name in the browser. Scripts write and read the other cookies, by one name wherever the site is. */
export function cookieName(name: CookieName, origin: string): string {
  return 'httpOnly' in cookies[name] ? hostCookie(name, origin) : name
}

function cookieAt(name: CookieName, origin: string) {
  const secure = origin.startsWith('https:')
  return plainCookie(cookieName(name, origin), { ...cookies[name], secure })
}

/** A Set-Cookie line. Where the site is reached by https the browser sends the cookie no other way. */
export function cookieLine(name: CookieName, value: string, origin: string): Promise<string> {
  return cookieAt(name, origin).serialize(value)
}

/** Takes a cookie away. */
export function clearedCookie(name: CookieName, origin: string): Promise<string> {
  return cookieAt(name, origin).serialize('', { maxAge: 0 })
}

/** Ends the session in the browser, whatever the server could do. */
export async function clearedSession(origin: string): Promise<string[]> {
  const secure = origin.startsWith('https:')
  const name = hostCookie('openspot.session_token', origin)
  const cookie = createCookie(name, { path: '/', sameSite: 'lax', httpOnly: true, secure })
  return [await cookie.serialize('', { maxAge: 0 })]
}
