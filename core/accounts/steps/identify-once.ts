import type { Identity, OpenIdProblem } from '#core/integrations/openid.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { BegunAtProvider } from './openid-cookies.ts'

export type Identified =
  | { ok: true; identity: Identity }
  /** `expired`: used, or not what this browser began */
  | { ok: false; reason: OpenIdProblem | 'expired' | 'rate_limited' }

/** When the state does not match any more, the reason that the provider gives for a refusal still holds. */
export function refusalIn(query: URLSearchParams): 'cancelled' | 'refused' | 'expired' {
  if (!query.has('error')) return 'expired'
  return query.get('error') === 'access_denied' ? 'cancelled' : 'refused'
}

/** The person whom the provider names. What a browser began there works once. */
export async function identifyOnce(
  deps: Deps,
  { network }: { network: string },
  begun: BegunAtProvider,
  query: URLSearchParams,
): Promise<Identified> {
  const { openIdPerState, openIdPerNetwork } = deps.limits
  const openId = deps.openId[begun.provider]
  if (!openId || query.get('state') !== begun.state) return { ok: false, reason: refusalIn(query) }
  if (!(await openIdPerState.take(begun.state)).ok) return { ok: false, reason: refusalIn(query) }
  if (!(await openIdPerNetwork.take(network)).ok) return { ok: false, reason: 'rate_limited' }
  const identified = await openId.identify(query, begun)
  if (identified.ok) await openIdPerNetwork.giveBack(network)
  return identified
}
