import type { Deps } from '#core/shared/deps.ts'
import { seal, sealedPrefix, unseal } from '#core/shared/sealing.ts'
import { tokenPurpose, tokenSealing } from '../steps/tokens.ts'

const maxPerRun = 500

/**
 * Encrypts the tokens of calendars with the first secret key, so that an older one can be removed. The short one is only
 * dropped: Google gives another. Returns their number.
 */
export async function resealTokens(deps: Deps): Promise<number> {
  const { db, secretKeys, log } = deps
  const prefix = `${sealedPrefix(secretKeys, tokenPurpose).replaceAll('_', '\\_')}%`
  const rows = await db
    .selectFrom('calendarConnections')
    .where('googleCalendarRefreshToken', 'not like', prefix)
    .select(['vendorId', 'googleCalendarRefreshToken as sealed'])
    .limit(maxPerRun)
    .execute()
  for (const { vendorId, sealed } of rows) {
    if (sealed === null) continue
    const token = unseal(tokenSealing(deps, vendorId), sealed)
    if (token === null) {
      log.error({ vendorId }, 'no secret key opens the calendar token of a vendor')
      continue
    }
    await db
      .updateTable('calendarConnections')
      .set({
        googleCalendarRefreshToken: seal(tokenSealing(deps, vendorId), token),
        googleCalendarToken: null,
        tokenExpiresAt: null,
      })
      .where('vendorId', '=', vendorId)
      .where('googleCalendarRefreshToken', '=', sealed)
      .execute()
  }
  return rows.length
}
