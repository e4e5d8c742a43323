import type { Pack } from '#core/entitlements/queries.ts'
import type { BundleFacts } from '../schema.ts'

/** The facts about a bundle in a message. */
export function bundleFacts(pack: Pack): BundleFacts {
  const { name, priceMinor, currency, owedMinor, isPaidFor, expiresAt, timeZone, isOpen } = pack
  return {
    name,
    priceMinor,
    currency,
    owedMinor,
    isPaidFor,
    sessionsLeft: pack.remaining,
    expiresAt: expiresAt.toISOString(),
    zone: timeZone,
    isOpen,
    isWithdrawn: pack.status === 'cancelled',
    returned: 0,
  }
}
