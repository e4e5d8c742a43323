import { redirect } from 'react-router'
import { cookieLine, cookieName } from './cookies.ts'
import { cookieOf } from './request.ts'

/** Leaves for Stripe's page. `from`: the page of the booking that this browser may open, to come back to. */
export async function toStripe(
  { origin }: { origin: string },
  payAt: string,
  from: string,
): Promise<Response> {
  const line = await cookieLine('paying', from, origin)
  return redirect(payAt, { status: 303, headers: { 'set-cookie': line } })
}

/** The page that this browser left for Stripe from, if it is of this booking, and its token. */
export function leftFrom(
  request: Request,
  { origin, reference }: { origin: string; reference: string },
): { to: string; token: string } | null {
  const to = cookieOf(request, cookieName('paying', origin)) ?? ''
  const page = URL.canParse(to, origin) ? new URL(to, origin) : null
  if (page?.origin !== origin || page.pathname !== `/booking/${reference}`) return null
  return { to: page.pathname + page.search, token: page.searchParams.get('token') ?? '' }
}
