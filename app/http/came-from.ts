import { safeRedirect } from '#core/accounts/rules.ts'

/** The path of ours the reader came from, for a way back that needs no script; else the first page. */
export function cameFrom(request: Request, origin: string): string {
  const path = safeRedirect(request.headers.get('referer'), origin, '/')
  return path === new URL(request.url).pathname ? '/' : path
}
