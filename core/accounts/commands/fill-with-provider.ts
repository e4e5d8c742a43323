import type { Deps } from '#core/shared/deps.ts'
import { emailAddress } from '#core/shared/fields.ts'
import { identifyOnce } from '../steps/identify-once.ts'
import {
  type BegunAtProvider,
  fillingCookie,
  type Filling,
  noBegunCookie,
  noFillingCookie,
  readBegun,
  readFilling,
} from '../steps/openid-cookies.ts'
import type { Visitor } from './ask-auth.ts'
import type { ProviderProblem } from './sign-in-with-provider.ts'

export type { Filling }

export type FilledWithProvider = { problem: ProviderProblem | null; to: string; cookies: string[] }

/**
 * In a booking a provider says who the customer is, with a name and an address that it has confirmed, and nothing else: no
 * account is found or created, and the session of this browser stays. Null: no booking began at a provider here.
 */
export async function fillWithProvider(
  deps: Deps,
  visitor: Visitor,
  query: URLSearchParams,
): Promise<FilledWithProvider | null> {
  const begun = readBegun(deps, visitor.headers)
  if (begun === null || begun.form === null || begun.redirectTo === null) return null
  const { form, redirectTo: to } = begun
  const { person, problem } = await whoCame(deps, visitor, begun, query)
  const page = new URL(to, deps.origin).pathname
  const held = { page, form, person, madeAt: Date.now() }
  return { problem, to, cookies: [noBegunCookie(deps), fillingCookie(deps, held)] }
}

type Came = { person: Filling['person']; problem: ProviderProblem | null }

async function whoCame(
  deps: Deps,
  visitor: Visitor,
  begun: BegunAtProvider,
  query: URLSearchParams,
): Promise<Came> {
  const identified = await identifyOnce(deps, visitor, begun, query)
  if (!identified.ok) return { person: null, problem: identified.reason }
  const { name, email, emailVerified } = identified.identity
  const address = emailVerified ? emailAddress.safeParse(email).data : undefined
  return address === undefined
    ? { person: null, problem: 'unverified_email' }
    : { person: { name, email: address }, problem: null }
}

/** What the form of this page is filled with, and the line that ends the cookie: it counts once. */
export function takeFilling(
  deps: Deps,
  { headers, page }: { headers: Headers; page: string },
): { filling: Filling; cookie: string } | null {
  const filling = readFilling(deps, headers)
  return filling?.page === page ? { filling, cookie: noFillingCookie(deps) } : null
}
