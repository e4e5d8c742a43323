import { randomUUID } from 'node:crypto'
import { cookieLine } from './cookies.ts'
import { cookieOf } from './request.ts'

/** The number by which two forms of one device are known to be one; null where cookies are off, or on the first visit. */
export function deviceOf(request: Request): string | null {
  const device = cookieOf(request, 'device')
  return device !== null && /^[0-9a-f-]{36}$/.test(device) ? device : null
}

/** A Set-Cookie line for a device that has no number yet, else nothing. */
export async function newDeviceCookie(
  request: Request,
  origin: string,
): Promise<Record<string, string>> {
  if (deviceOf(request) !== null) return {}
  return { 'set-cookie': await cookieLine('device', randomUUID(), origin) }
}
