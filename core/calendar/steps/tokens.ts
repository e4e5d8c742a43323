import type { Deps } from '#core/shared/deps.ts'
import type { Sealing } from '#core/shared/sealing.ts'

/** How the tokens of a vendor's calendar are sealed. */
export const tokenPurpose = 'google calendar token'

export function tokenSealing({ secretKeys }: Pick<Deps, 'secretKeys'>, vendorId: string): Sealing {
  return { keys: secretKeys, purpose: tokenPurpose, owner: vendorId }
}
