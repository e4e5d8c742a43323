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

const toastCookie = plainCookie('notice', { maxAge: 60, httpOnly: true })
const deviceCookie = plainCookie('device', { maxAge: yearSeconds, httpOnly: true })
const themeCookie = plainCookie('theme', { maxAge: yearSeconds })
const languageCookie = plainCookie('language', { maxAge: yearSeconds })

const cookies = {
  notice: toastCookie,
  device: deviceCookie,
  theme: themeCookie,
  language: languageCookie,
}

/** A Set-Cookie line. Where the site is reached by https the browser sends the cookie no other way. */
export function cookieLine(
  name: keyof typeof cookies,
  value: string,
  origin: string,
): Promise<string> {
  return cookies[name].serialize(value, { secure: origin.startsWith('https:') })
}

/** Takes a cookie away. */
export function clearedCookie(name: keyof typeof cookies): Promise<string> {
  return cookies[name].serialize('', { maxAge: 0 })
}

/** Ends the session in the browser, whatever the server could do. */
export async function clearedSession(origin: string): Promise<string[]> {
  const secure = origin.startsWith('https:')
  const name = hostCookie('openspot.session_token', origin)
  const cookie = createCookie(name, { path: '/', sameSite: 'lax', httpOnly: true, secure })
  return [await cookie.serialize('', { maxAge: 0 })]
}
