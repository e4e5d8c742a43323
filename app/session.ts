import { redirect, type RouterContextProvider } from 'react-router'
import { findProfile, type Profile } from '#core/accounts/queries.ts'
import { depsOf } from './request.ts'

export type SessionUser = { id: string; email: string; emailVerified: boolean }

/** The signed-in user, or null. A visitor without a cookie costs nothing. */
export async function findSessionUser(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<SessionUser | null> {
  if (!request.headers.get('cookie')?.includes('openspot.')) return null
  const found = await depsOf(context).auth.findSession(request.headers)
  return found
    ? { id: found.user.id, email: found.user.email, emailVerified: found.user.emailVerified }
    : null
}

export type SignedIn = { user: SessionUser; profile: Profile | null }

/** The signed-in user with its profile; null as profile says the session is orphaned. */
export async function findSignedIn(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<SignedIn | null> {
  const user = await findSessionUser(request, context)
  if (!user) return null
  return { user, profile: await findProfile(depsOf(context).db, user.id) }
}

/** Sends a visitor to the sign-in, and back to where they wanted to go. */
export function toLogin(request: Request): Response {
  const url = new URL(request.url)
  return redirect(`/login?redirect_to=${encodeURIComponent(url.pathname + url.search)}`)
}

/** Headers that carry the auth library's cookies. */
export function withCookies(cookies: readonly string[], headers: HeadersInit = {}): Headers {
  const all = new Headers(headers)
  for (const cookie of cookies) all.append('set-cookie', cookie)
  return all
}

/** Clears the session in the browser, whatever the server could do. */
export function clearedSession(origin: string): string[] {
  const secure = origin.startsWith('https:')
  const name = `${secure ? '__Secure-' : ''}openspot.session_token`
  return [`${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`]
}
