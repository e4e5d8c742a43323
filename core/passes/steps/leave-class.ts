import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { refundCards, shrinkWaiver } from '#core/money/steps/record.ts'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { withdrawUnsold } from './credits.ts'
import { extendMovedBundles } from './extend.ts'

/** The vendor's choice for the bundles of a deleted class: sessions of another class, or a refund. */
export type BundlesGo = { to: 'class'; classId: string } | { to: 'refund' }

/** A bundle of a class that closes, and how many sessions are left on it: none where all are booked. */
export type LeftBundle = { passId: string; purchaseId: string; sessions: number }

/** The bundles of a class that customers hold, or one of them if it is held, locked. */
export async function lockLeftBundles(
  tx: Tx,
  of: { classId: string } | { passId: string },
): Promise<LeftBundle[]> {
  return tx
    .selectFrom('passes as e')
    .where((eb) =>
      'classId' in of ? eb('e.classId', '=', of.classId) : eb('e.id', '=', of.passId),
    )
    .where(sql<boolean>`bundle_is_held(e)`)
    .orderBy('e.id')
    .select(['e.id as passId', 'e.purchaseId', 'e.remainingSessions as sessions'])
    .forNoKeyUpdate()
    .execute()
}

/** Moves the credits to the other class; existing bookings stay. */
export async function moveBundles(
  tx: Tx,
  bundles: readonly LeftBundle[],
  toClassId: string,
): Promise<void> {
  await tx
    .updateTable('passes')
    .set((eb) => ({ classId: toClassId, updatedAt: eb.fn<Date>('now') }))
    .where('id', 'in', idsOf(bundles))
    .execute()
  await extendMovedBundles(tx, idsOf(bundles))
}

/**
 * Removes their credits and waives the share of the price. Rounds in the customer's favour. If the payment was only recorded
 * automatically and no date has begun, nobody has paid yet: the payment shrinks with the price, and no refund is due.
 */
export async function refundBundles(tx: Tx, bundles: readonly LeftBundle[]): Promise<void> {
  await withdrawUnsold(tx, idsOf(bundles))
  const { rows } = await sql<{ vendorId: VendorId; id: string; from: number; to: number }>`
    with old as (
      select e.*, least(price_minor, reduction_minor
        + (price_minor * remaining_sessions + total_sessions - 1) / total_sessions) as reduced_minor
      from passes e where id = any(${idsOf(bundles)}::uuid[]) and status = 'active'
    ), entry as (
      insert into pass_entries (vendor_id, pass_id, delta, reason)
      select vendor_id, id, -remaining_sessions, 'withdrawn' from old where remaining_sessions > 0
    ), unpaid as (
      insert into payments (vendor_id, pass_id, amount_minor, currency, method)
      select old.vendor_id, old.id, old.price_minor - old.reduced_minor - sum(p.amount_minor), p.currency, 'door'
      from old join payments p on p.vendor_id = old.vendor_id and p.pass_id = old.id
      where not exists (
        select from bookings b join class_sessions s on s.id = b.session_id
        where b.pass_id = old.id and holds_seat(b) and s.starts_at <= now())
      group by old.vendor_id, old.id, old.price_minor, old.reduced_minor, p.currency
      having bool_and(p.method = 'door') and sum(p.amount_minor) > old.price_minor - old.reduced_minor
    )
    update passes e
    set reduction_minor = old.reduced_minor, remaining_sessions = 0, updated_at = now()
    from old where e.id = old.id
    returning e.vendor_id, e.id, (old.price_minor - old.reduction_minor)::bigint as "from", (old.price_minor - old.reduced_minor)::bigint as "to"`.execute(
    tx,
  )
  for (const { vendorId, id: passId, from, to } of rows)
    await shrinkWaiver(tx, { vendorId, payer: { passId }, from, to })
  // What was paid by card goes back to it by itself.
  for (const { vendorId, id } of rows) await refundCards(tx, vendorId, { passIds: [id] })
}

/** After credits of these bookings were returned: on a bundle whose class is no longer offered they are paid back. */
export async function refundWithoutClass(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  const { rows } = await sql<LeftBundle>`
    select e.id as "passId", e.purchase_id as "purchaseId", e.remaining_sessions as sessions
    from passes e join classes c on c.id = e.class_id
    where e.id in (select pass_id from bookings where id = any(${[...bookingIds]}::uuid[]))
      and e.status = 'active' and e.remaining_sessions > 0 and not class_is_offered(c)
    order by e.id`.execute(tx)
  await refundBundles(tx, rows)
  for (const { purchaseId, passId } of rows) await emit(tx, 'bundle.ended', { purchaseId, passId })
}

const idsOf = (bundles: readonly LeftBundle[]) => bundles.map(({ passId }) => passId)
