import type { VendorId } from '#core/shared/ids.ts'
import { planAllows, type PlanDeps } from '../../plans/queries.ts'

/**
 * Refuses a period of notice that the plan does not have. The period that the class has already stays. `classId`: null
 * for a new class.
 */
export async function noticeRefusal(
  deps: PlanDeps,
  of: { vendorId: VendorId; classId: string | null },
  noticeMinutes: number | null,
): Promise<{ ok: false; reason: 'notice_not_in_plan' } | null> {
  if (noticeMinutes === null) return null
  if (await planAllows(deps, of.vendorId, 'cancellation_rules')) return null
  const same =
    of.classId !== null &&
    (await deps.db
      .selectFrom('classes')
      .where('id', '=', of.classId)
      .where('vendorId', '=', of.vendorId)
      .where('noticeMinutes', '=', noticeMinutes)
      .select('id')
      .executeTakeFirst())
  return same ? null : { ok: false, reason: 'notice_not_in_plan' }
}
