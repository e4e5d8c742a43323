import { data, type MiddlewareFunction, redirect } from 'react-router'
import { findWorkplace } from '#core/vendors/queries.ts'
import { memberContext } from './context.ts'
import { depsOf } from './request.ts'
import { renewSignedIn, toLogin, withCookies } from './session.ts'

/** Lets members of a vendor in; before the profile step is done everything leads there. */
export const requireMember: MiddlewareFunction<Response> = async (
  { request, context, url },
  next,
) => {
  const { signedIn, cookies } = await renewSignedIn(request, context)
  if (!signedIn) throw toLogin(request)
  const headers = withCookies(cookies)
  if (signedIn.profile?.roles.includes('super_admin'))
    throw redirect('/super-admin/dashboard', { headers })
  const vendor = signedIn.profile && (await findWorkplace(depsOf(context).db, signedIn.user.id))
  // A definite "there is none"; a failed lookup throws and is tried again by the reader.
  if (!signedIn.profile || !vendor) throw data({ orphaned: true }, { status: 409 })
  if (vendor.suspendedAt) throw redirect('/signout')
  if (!vendor.setUpAt && url.pathname !== '/onboarding') throw redirect('/onboarding', { headers })
  context.set(memberContext, {
    userId: signedIn.user.id,
    email: signedIn.user.email,
    fullName: signedIn.profile.fullName,
    avatarUrl: signedIn.profile.avatarUrl,
    vendor,
  })
  const response = await next()
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
