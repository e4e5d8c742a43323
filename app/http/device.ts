import { randomUUID } from 'node:crypto'
import { cookieLine, cookieName } from './cookies.ts'
import { cookieOf } from './request.ts'

/** `isOwn`: only this host can have set the cookie. */
export type Device = { number: string; isOwn: boolean }

/** The number by which two forms of one device are known to be one; null where cookies are off, or on the first visit. */
export function deviceOf(request: Request, origin: string): Device | null {
  const own = numberIn(request, cookieName('device', origin))
  // Set by any other host of the domain.
  const number = own ?? numberIn(request, 'device')
  return number === null ? null : { number, isOwn: own !== null }
}

function numberIn(request: Request, name: string): string | null {
  const number = cookieOf(request, name)
  return number !== null && /^[0-9a-f-]{36}$/.test(number) ? number : null
}

/** A Set-Cookie line for a device that has no number yet, else nothing. */
export async function newDeviceCookie(
  request: Request,
  origin: string,
): Promise<Record<string, string>> {
  if (deviceOf(request, origin)?.isOwn) return {}
  return { 'set-cookie': await cookieLine('device', randomUUID(), origin) }
}
