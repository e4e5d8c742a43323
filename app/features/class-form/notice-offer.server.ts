import { refusalsIn } from '#app/http/form-refusals.ts'
import { planAllows } from '#core/plans/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { findBookingRules } from '#core/vendors/commands/change-booking-rules.ts'
import type { NoticeOffer } from './notice-field.tsx'

/** The period of the vendor's rules, and whether a class may have its own. */
export async function noticeOffer(deps: Deps, vendorId: VendorId): Promise<NoticeOffer> {
  const [{ noticeMinutes, remindsDay, remindsHours }, mayChange, mayRemind] = await Promise.all([
    findBookingRules(deps.db, vendorId),
    planAllows(deps, vendorId, 'cancellation_rules'),
    planAllows(deps, vendorId, 'reminders'),
  ])
  return { usual: noticeMinutes, mayChange, reminds: mayRemind && (remindsDay || remindsHours) }
}

export const noticeRefusals = {
  notice_not_in_plan: refusalsIn('settings').field('noticeMinutes', 'rules.notInPlan'),
}
