import { findConnection } from '#core/calendar/queries.ts'
import { planAllows } from '#core/plans/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** What the card of the calendar shows, the same on every page that has it. */
export async function readCalendarCard(deps: Deps, vendorId: VendorId) {
  return {
    isConfigured: deps.googleCalendar !== null,
    connection: await findConnection(deps.db, vendorId),
    followsBusy: await planAllows(deps, vendorId, 'calendar_follow'),
  }
}

export type CalendarCardShown = Awaited<ReturnType<typeof readCalendarCard>>
