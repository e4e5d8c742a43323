import { redirect, type RouterContextProvider } from 'react-router'
import { findProfile, type Profile } from '#core/accounts/queries.ts'
import { depsOf } from './request.ts'
import { pageAddress } from './url-text.ts'

export type SessionUser = { id: string; email: string; emailVerified: boolean }

/** The signed-in user, or null. A visitor without a cookie costs nothing. */
export async function findSessionUser(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<SessionUser | null> {
  if (!mayBeSignedIn(request)) return null
  const found = await depsOf(context).auth.findSession(request.headers)
  return found && userOf(found)
}

/** Whether there is a session to look up; it may have ended. */
export function mayBeSignedIn(request: Request): boolean {
  return request.headers.get('cookie')?.includes('openspot.session_token=') ?? false
}

function userOf({ user }: { user: SessionUser }): SessionUser {
  return { id: user.id, email: user.email, emailVerified: user.emailVerified }
}

export type SignedIn = { user: SessionUser; profile: Profile | null }

/** The signed-in user with its profile; null as profile says the session is orphaned. */
export async function findSignedIn(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<SignedIn | null> {
  const user = await findSessionUser(request, context)
  return user && withProfile(user, context)
}

async function withProfile(user: SessionUser, context: Readonly<RouterContextProvider>) {
  return { user, profile: await findProfile(depsOf(context).db, user.id) }
}

/** Like findSignedIn, and renews the session. The response must set the cookies, so this is only for pages that can. */
export async function renewSignedIn(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<{ signedIn: SignedIn | null; cookies: string[] }> {
  if (!mayBeSignedIn(request)) return { signedIn: null, cookies: [] }
  const { found, cookies } = await depsOf(context).auth.renewSession(request.headers)
  return { signedIn: found && (await withProfile(userOf(found), context)), cookies }
}

/** Sends a visitor to the sign-in and back. A sent form is kept with everything typed, with and without JavaScript, unless it contains a file. */
export function toLogin(request: Request): Response {
  const to = encodeURIComponent(pageAddress(request.url))
  // A file would be sent to a page that takes none, and could not be kept.
  const hasFile = request.headers.get('content-type')?.startsWith('multipart/') ?? false
  return request.method === 'GET' || request.method === 'HEAD' || hasFile
    ? redirect(`/login?redirect_to=${to}`)
    : redirect(`/login?redirect_to=${to}&form=1`, 307)
}

/** Headers that carry the auth library's cookies. */
export function withCookies(cookies: readonly string[], headers: HeadersInit = {}): Headers {
  const all = new Headers(headers)
  for (const cookie of cookies) all.append('set-cookie', cookie)
  return all
}
