import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import { planAllows, type PlanDeps } from '../../plans/queries.ts'
import type { BookingRulesForm } from '../schema.ts'

export type BookingRulesChanged =
  | { ok: true }
  | { ok: false; reason: 'notice_not_in_plan' | 'reminders_not_in_plan' }
  | Changed<BookingRulesForm>

const ruleColumns = [
  'noticeMinutes',
  'maxSpotsPerBooking',
  'recordNewAsPaid',
  'remindsDay',
  'remindsHours',
] as const

export function findBookingRules(db: Db, vendorId: VendorId): Promise<BookingRulesForm> {
  return db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select(ruleColumns)
    .executeTakeFirstOrThrow()
}

/** Changes what holds for new bookings of all classes. */
export async function changeBookingRules(
  { db, settings }: PlanDeps,
  vendorId: VendorId,
  typed: BookingRulesForm,
  version: Version = null,
): Promise<BookingRulesChanged> {
  return db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('vendors')
      .where('id', '=', vendorId)
      .select(ruleColumns)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const changed = changedSince(version, current, typed)
    if (changed) return changed
    const isNewPeriod = typed.noticeMinutes !== current.noticeMinutes
    // A period from a former, higher plan is kept.
    if (isNewPeriod && !(await planAllows({ db: tx, settings }, vendorId, 'cancellation_rules')))
      return { ok: false, reason: 'notice_not_in_plan' }
    const isNewReminder =
      (typed.remindsDay && !current.remindsDay) || (typed.remindsHours && !current.remindsHours)
    if (isNewReminder && !(await planAllows({ db: tx, settings }, vendorId, 'reminders')))
      return { ok: false, reason: 'reminders_not_in_plan' }
    await tx
      .updateTable('vendors')
      .set((eb) => ({ ...typed, updatedAt: eb.fn<Date>('now') }))
      .where('id', '=', vendorId)
      .execute()
    return { ok: true }
  })
}
