import { sql } from 'kysely'
import type { PlanDeps } from '#core/plans/queries.ts'
import type { OfPurchase } from './receipt.ts'

/**
 * What the vendor tells customers of how to pay, while something is owed for this purchase that is not to be paid by card
 * alone. Null: nothing is owed, the vendor says nothing, or the request waits for the vendor.
 */
export async function findPaymentNote(
  { db, settings }: PlanDeps,
  { vendorId, purchaseId }: OfPurchase,
): Promise<string | null> {
  const { rows } = await sql<{ note: string }>`
    select v.payment_note as note from vendors v
    where v.id = ${vendorId} and v.payment_note is not null and exists (
      select from (
        select c.pays, m.owed_minor from bookings b cross join lateral money_of(b) m
        join classes c on c.vendor_id = b.vendor_id and c.id = b.class_id
        where b.vendor_id = v.id and b.purchase_id = ${purchaseId} and b.status <> 'pending'
        union all
        select coalesce(s.pays, 'studio'), m.owed_minor from passes e cross join lateral money_of(e) m
        left join session_bundles s on s.vendor_id = e.vendor_id and s.id = e.bundle_id
        where e.vendor_id = v.id and e.purchase_id = ${purchaseId}
      ) o where o.owed_minor > 0 and not is_paid_by_card(o.pays, v, o.owed_minor, false, ${settings.plans}))`.execute(
    db,
  )
  return rows[0]?.note ?? null
}
