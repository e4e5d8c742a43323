import type { Deps } from '#core/shared/deps.ts'
import { begunCookie, type Provider } from '../steps/openid-cookies.ts'

// A cookie holds 4 kB.
const longestPath = 1000
const longestForm = 1000

export type ProviderAsked =
  | { ok: true; url: string; cookies: string[] }
  | { ok: false; reason: 'off' | 'unreachable' }

type Asking = {
  redirectTo: string | null
  ref: string | null
  /** of a booking: what its form holds; null: somebody signs in */
  form: Readonly<Record<string, string>> | null
}

/** The provider's page, and a cookie that binds its response to this browser. Nothing is stored for strangers. */
export async function askProvider(
  deps: Deps,
  provider: Provider,
  { redirectTo, ref, form: typed }: Asking,
): Promise<ProviderAsked> {
  const asked = await deps.openId[provider]?.ask()
  if (!asked) return { ok: false, reason: 'off' }
  // Nobody has been asked anything yet, so the reason does not matter to the reader.
  if (!asked.ok) return { ok: false, reason: 'unreachable' }
  const kept = redirectTo !== null && redirectTo.length <= longestPath ? redirectTo : null
  const form = typed && JSON.stringify(typed).length > longestForm ? {} : typed
  const held = { ...asked.asked, provider, redirectTo: kept, ref, form, madeAt: Date.now() }
  return { ok: true, url: asked.url, cookies: [begunCookie(deps, held)] }
}
