import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import { withdrawUnsold } from './credits.ts'
import { extendMovedBundles } from './extend.ts'

/** What the vendor chooses for the bundles of a class that closes: sessions of another class, or money back. */
export type BundlesGo = { to: 'class'; classId: string } | { to: 'refund' }

/** A bundle that was left with sessions of its class, and how many. */
export type LeftBundle = { entitlementId: string; groupId: string; sessions: number }

/** The bundles of a class that still hold sessions, locked. */
export async function lockLeftBundles(tx: Tx, classId: string): Promise<LeftBundle[]> {
  return tx
    .selectFrom('entitlements')
    .where('classId', '=', classId)
    .where(sql<boolean>`status = 'active' and remaining_sessions > 0 and expires_at > now()`)
    .orderBy('id')
    .select(['id as entitlementId', 'groupId', 'remainingSessions as sessions'])
    .forNoKeyUpdate()
    .execute()
}

/** From now on their sessions are booked in the other class; what was booked stays where it is. */
export async function moveBundles(
  tx: Tx,
  bundles: readonly LeftBundle[],
  toClassId: string,
): Promise<void> {
  await tx
    .updateTable('entitlements')
    .set((eb) => ({ classId: toClassId, updatedAt: eb.fn<Date>('now') }))
    .where('id', 'in', idsOf(bundles))
    .execute()
  await extendMovedBundles(tx, idsOf(bundles))
}

/** Their sessions go, and the share of the price that was asked for them; the part of a cent is the customer's. */
export async function refundBundles(tx: Tx, bundles: readonly LeftBundle[]): Promise<void> {
  await withdrawUnsold(tx, idsOf(bundles))
  await sql`
    with entry as (
      insert into entitlement_entries (vendor_id, entitlement_id, delta, reason)
      select vendor_id, id, -remaining_sessions, 'withdrawn' from entitlements
      where id = any(${idsOf(bundles)}::uuid[]) and status = 'active'
    )
    update entitlements
    set reduction_minor = least(price_minor, reduction_minor
        + (price_minor * remaining_sessions + total_sessions - 1) / total_sessions),
      remaining_sessions = 0, updated_at = now()
    where id = any(${idsOf(bundles)}::uuid[]) and status = 'active'`.execute(tx)
}

const idsOf = (bundles: readonly LeftBundle[]) => bundles.map(({ entitlementId }) => entitlementId)
