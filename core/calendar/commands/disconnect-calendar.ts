import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { dropConnection } from '#core/vendors/steps/connections.ts'
import { withdrawConsent } from '../steps/withdraw-consent.ts'
import { closeAtBusyTimes } from './close-at-busy-times.ts'

/** `revoked`: Google has withdrawn the consent, too. */
export type CalendarDisconnected = { ok: true; revoked: boolean }

/**
 * Clears the tokens, and then withdraws the consent at Google, which may fail. What the calendar holds stays there; the row
 * remembers whose it was, so that the same account can go on later.
 */
export async function disconnectCalendar(
  deps: Deps,
  vendorId: VendorId,
): Promise<CalendarDisconnected> {
  const before = await deps.db.transaction().execute(async (tx) => {
    const held = await tx
      .selectFrom('calendarConnections')
      .where('vendorId', '=', vendorId)
      .select(['googleCalendarRefreshToken as sealed', 'googleSubject as subject'])
      .forUpdate()
      .executeTakeFirst()
    await tx
      .updateTable('calendarConnections')
      .set({
        googleCalendarToken: null,
        tokenExpiresAt: null,
        googleCalendarRefreshToken: null,
        googleCalendarConnectedAt: null,
        googleEmail: null,
        mayList: false,
        brokenAt: null,
        brokenBecause: null,
        lease: null,
        leasedUntil: null,
        failures: 0,
        retryAt: null,
        lastProblem: null,
        completeAt: null,
      })
      .where('vendorId', '=', vendorId)
      .execute()
    await dropConnection(tx, { vendorId, kind: 'calendar' })
    await sql`delete from busy_times where vendor_id = ${vendorId}`.execute(tx)
    await tx
      .updateTable('googleCalendars')
      .set({ syncToken: null, readBusy: false, readAt: null, fullyReadAt: null })
      .where('vendorId', '=', vendorId)
      .execute()
    return held
  })
  await closeAtBusyTimes(deps, vendorId)
  return { ok: true, revoked: before ? await withdrawConsent(deps, vendorId, before) : true }
}
