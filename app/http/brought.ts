import { referralSchema } from '#core/accounts/schema.ts'
import { cookieLine, cookieName } from './cookies.ts'
import { cookieOf } from './request.ts'

/** What a link brought that a sign-up needs: the code of the person who shared it, or the token of an invitation. */
export type Brought = { ref: string | null; invite: string | null }

/** Of the address, or of an earlier one: what a link brought counts until the sign-up is done. */
export function broughtBy(request: Request, origin: string): Brought {
  const inCookie = new URLSearchParams(cookieOf(request, cookieName('brought', origin)) ?? '')
  const inAddress = new URL(request.url).searchParams
  const find = (name: keyof Brought) => inAddress.get(name) ?? inCookie.get(name)
  const invite = find('invite')
  return {
    ...referralSchema.parse({ ref: find('ref') }),
    invite: invite === null ? null : invite.slice(0, 200),
  }
}

/** A Set-Cookie line for what the address brings, else nothing. */
export async function keepBrought(request: Request, origin: string): Promise<HeadersInit> {
  const { searchParams } = new URL(request.url)
  if (!searchParams.has('ref') && !searchParams.has('invite')) return {}
  const { ref, invite } = broughtBy(request, origin)
  const held = new URLSearchParams({ ...(ref && { ref }), ...(invite && { invite }) })
  return { 'set-cookie': await cookieLine('brought', held.toString(), origin) }
}
