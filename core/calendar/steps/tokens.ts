import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import type { SealedColumn } from '#core/shared/reseal.ts'
import type { Sealing } from '#core/shared/sealing.ts'

/** How the tokens of a vendor's calendar are sealed. */
const tokenPurpose = 'google calendar token'

export function tokenSealing({ secretKeys }: Pick<Deps, 'secretKeys'>, vendorId: string): Sealing {
  return { keys: secretKeys, purpose: tokenPurpose, owner: vendorId }
}

/** The short token is only dropped: Google gives another. */
export const sealedTokens: SealedColumn = {
  table: 'calendar_connections',
  column: 'google_calendar_refresh_token',
  owner: 'vendor_id',
  purpose: tokenPurpose,
  more: sql`, google_calendar_token = null, token_expires_at = null`,
}
