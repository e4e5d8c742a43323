import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { unseal } from '#core/shared/sealing.ts'
import { tokenSealing } from './tokens.ts'

export type Held = { sealed: string | null; subject: string | null }

/**
 * Withdraws the consent at Google that a vendor no longer needs. True: there is none any more, or another business of the same
 * account needs it, because Google withdraws that of the whole account.
 */
export async function withdrawConsent(
  deps: Deps,
  vendorId: VendorId,
  { sealed, subject }: Held,
): Promise<boolean> {
  if (sealed === null) return true
  const token = unseal(tokenSealing(deps, vendorId), sealed)
  if (token === null || deps.googleCalendar === null) return false
  const inUse = await deps.db
    .selectFrom('calendarConnections')
    .where('googleSubject', '=', subject ?? '')
    .where('googleCalendarConnectedAt', 'is not', null)
    .select('vendorId')
    .executeTakeFirst()
  return inUse !== undefined || deps.googleCalendar.revoke(token)
}
