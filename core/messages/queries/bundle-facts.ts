import type { Pass } from '#core/passes/queries.ts'
import type { BundleFacts } from '../schema.ts'

/** The facts about a bundle in a message. */
export function bundleFacts(pass: Pass): BundleFacts {
  const { name, priceMinor, currency, owedMinor, isPaidFor, expiresAt, timeZone, isOpen } = pass
  return {
    name,
    priceMinor,
    currency,
    owedMinor,
    isPaidFor,
    sessionsLeft: pass.remaining,
    expiresAt: expiresAt.toISOString(),
    zone: timeZone,
    isOpen,
    isWithdrawn: pass.status === 'cancelled',
    returned: 0,
  }
}
