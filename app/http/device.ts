import { randomUUID } from 'node:crypto'
import { cookieOf } from './request.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** The number by which two forms of one device are known to be one; null where cookies are off, or on the first visit. */
export function deviceOf(request: Request): string | null {
  const device = cookieOf(request, 'device')
  return device !== null && /^[0-9a-f-]{36}$/.test(device) ? device : null
}

/** A Set-Cookie line for a device that has no number yet, else nothing. */
export function newDeviceCookie(request: Request, origin: string): Record<string, string> {
  if (deviceOf(request) !== null) return {}
  const secure = origin.startsWith('https:') ? '; Secure' : ''
  return {
    'set-cookie': `device=${randomUUID()}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure}`,
  }
}
