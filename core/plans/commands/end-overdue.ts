import { sql } from 'kysely'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/** Ends the subscriptions whose grace is over. What is paid later starts a new one. Returns how many ended. */
export async function endOverdue(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; vendorId: VendorId; plan: string }>`
      update subscriptions s set ended_at = grace_ends_at(s, v), updated_at = now()
      from vendors v
      where v.id = s.vendor_id and s.ended_at is null and s.cancel_at is null
        and s.paid_until < (now() at time zone v.time_zone)::date and is_past_due(s, v) and grace_ends_at(s, v) <= now()
      returning s.id, s.vendor_id, s.plan`.execute(tx)
    for (const { id, vendorId, plan } of rows)
      await writeAudit(tx, {
        vendorId,
        userId: null,
        action: 'subscription.lapsed',
        subject: ['subscription', id],
        details: { plan },
      })
    return rows.length
  })
}
