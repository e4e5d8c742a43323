import { data, type MiddlewareFunction, redirect, type RouterContextProvider } from 'react-router'
import { findWorkplace } from '#core/vendors/queries.ts'
import { memberContext, settingContext } from './context.ts'
import { depsOf } from './request.ts'
import { renewSignedIn, toLogin, withCookies } from './session.ts'

/** Requires a member of a vendor. Before the setup is complete, redirects to it. */
export const requireMember: MiddlewareFunction<Response> = async (
  { request, context, url },
  next,
) => {
  const known = await lookUp(request, context).catch((error: unknown) =>
    error instanceof Error
      ? error
      : new Error('The member could not be looked up.', { cause: error }),
  )
  if (known instanceof Error) {
    // The loaders throw it; thrown here, not even the page's language would load.
    context.set(memberContext, known)
    return next()
  }
  const { signedIn, cookies, vendor } = known
  if (!signedIn) throw toLogin(request)
  const headers = withCookies(cookies)
  if (signedIn.profile?.roles.includes('super_admin'))
    throw redirect('/super-admin/dashboard', { headers })
  if (!signedIn.profile || !vendor) throw data({ orphaned: true }, { status: 409 })
  if (vendor.suspendedAt) throw redirect('/account-suspended')
  if (vendor.closedAt) throw redirect('/account-closed', { headers: withCookies(cookies) })
  if (!vendor.setUpAt && !isSetUpPath(url.pathname)) throw redirect('/onboarding', { headers })
  // The setup asks for the language, so until then it is that of the browser.
  if (vendor.setUpAt) context.set(settingContext, signedIn.profile.language)
  context.set(memberContext, {
    userId: signedIn.user.id,
    email: signedIn.user.email,
    fullName: signedIn.profile.fullName,
    avatarUrl: signedIn.profile.avatarUrl,
    language: signedIn.profile.language,
    vendor,
  })
  const response = await next()
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

const isSetUpPath = (path: string) => path === '/onboarding' || path.startsWith('/onboarding/')

async function lookUp(request: Request, context: Readonly<RouterContextProvider>) {
  const { signedIn, cookies } = await renewSignedIn(request, context)
  const vendor = signedIn?.profile && (await findWorkplace(depsOf(context).db, signedIn.user.id))
  return { signedIn, cookies, vendor }
}
