import { data, type MiddlewareFunction, redirect } from 'react-router'
import { enterConsole } from '#core/admin/commands/enter-console.ts'
import { adminContext } from './context.ts'
import { depsOf, visitorOf } from './request.ts'
import { pageAddress } from './url-text.ts'

const twoFactorOfAdmin = '/super-admin/two-factor'
/** What there is before two-factor sign-in is switched on. */
const withoutCode = [twoFactorOfAdmin, '/super-admin/signout']

/**
 * Requires a super administrator for every request to the console, with two-factor sign-in and not idle. Before it is
 * switched on, there is only the page that does so. Anybody else who is signed in finds nothing.
 */
export const requireAdmin: MiddlewareFunction<Response> = async (
  { request, context, url },
  next,
) => {
  const used = await enterConsole(depsOf(context), visitorOf(request, context))
  if (!used.ok) {
    if (used.reason === 'not_admin') throw data(null, { status: 404 })
    throw redirect(signInPath(request, used.reason === 'idle'))
  }
  if (!used.hasTwoFactor && !withoutCode.includes(url.pathname)) throw redirect(twoFactorOfAdmin)
  context.set(adminContext, { userId: used.userId, email: used.email, name: used.name })
  return next()
}

/** What was being read comes back after the sign-in; a form does not. */
function signInPath(request: Request, isIdle: boolean): string {
  const query = new URLSearchParams()
  if (isIdle) query.set('ended', 'idle')
  if (request.method === 'GET') query.set('redirect_to', pageAddress(request.url))
  return `/super-admin${query.size > 0 ? `?${query.toString()}` : ''}`
}
