import type { Context } from 'hono'

/**
 * Whether a mail program asks that a mail ends (RFC 8058). Its right to do so is the key in the address; it has no cookie, and
 * comes from wherever it runs.
 */
export function isOneClick({ req }: Context): boolean {
  return (
    req.method === 'POST' && /^\/unsubscribe\/(?:reminders|agenda)(?:\.[\w-]+){3}$/.test(req.path)
  )
}
