import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { lockPlans } from '../../plans/steps/lock-plans.ts'
import { findSubscription } from '../../plans/queries.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { hoursBetweenReminders } from '../rules.ts'

export type Reminded = { ok: true } | { ok: false; reason: 'not_due' | 'reminded' }

/** Asks the owner by mail to pay what is due, at most once a day. */
export async function remindToPay(
  db: Db,
  {
    vendorId,
    subscriptionId,
    adminId,
  }: { vendorId: VendorId; subscriptionId: string; adminId: string },
): Promise<Reminded> {
  return db.transaction().execute(async (tx) => {
    const vendor = await lockPlans(tx, vendorId)
    const running = vendor && (await findSubscription(tx, vendorId))
    if (!running || running.id !== subscriptionId) return { ok: false, reason: 'not_due' }
    const { rows } = await sql<{ due: boolean; reminded: boolean }>`
      select (${running.paidUntil}::date + 1)::timestamp at time zone ${vendor.timeZone} <= now() as due,
        exists (select from audit_log where subject_kind = 'subscription' and subject_id = ${running.id}
          and action = 'billing.reminder_sent'
          and at > now() - make_interval(hours => ${hoursBetweenReminders})) as reminded`.execute(
      tx,
    )
    if (rows[0]?.due !== true) return { ok: false, reason: 'not_due' }
    if (rows[0].reminded) return { ok: false, reason: 'reminded' }
    await writeAudit(tx, {
      vendorId,
      userId: adminId,
      action: 'billing.reminder_sent',
      subject: ['subscription', running.id],
      details: { paidUntil: running.paidUntil },
    })
    await emit(tx, 'subscription.reminder_requested', { vendorId, subscriptionId: running.id })
    return { ok: true }
  })
}
