import { z } from 'zod'
import type { Deps } from '#core/shared/deps.ts'

/** The network address of the request, for the limits, and its headers, which contain the session cookie. */
export type Visitor = { network: string; headers: Headers }

export type AuthAnswer = { ok: boolean; code: string | null; cookies: string[] }

/** The auth library failed; the details are in its log line. */
export class AuthFailure extends Error {}

/** Calls a route of the auth library as the visitor's browser would. Throws AuthFailure if it returns 5xx. */
export async function askAuth(
  { auth, origin }: Pick<Deps, 'auth' | 'origin'>,
  visitor: Visitor,
  method: 'GET' | 'POST',
  path: string,
  body?: Record<string, unknown>,
): Promise<AuthAnswer> {
  const headers = new Headers({ origin, 'content-type': 'application/json' })
  for (const name of ['cookie', 'user-agent']) {
    const value = visitor.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const answer = await auth.handler(
    new Request(`${origin}/api/auth${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  const code = answer.ok ? null : await codeOf(answer)
  if (answer.status >= 500 && code !== 'FAILED_TO_CREATE_SESSION')
    throw new AuthFailure(`${path.split('?')[0]} failed: ${answer.status} ${code ?? ''}`)
  return { ok: answer.ok, code, cookies: answer.headers.getSetCookie() }
}

const failureSchema = z.object({ code: z.string() })

async function codeOf(answer: Response): Promise<string | null> {
  return failureSchema.safeParse(await answer.json().catch(() => null)).data?.code ?? null
}
