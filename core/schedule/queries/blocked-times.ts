import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { LocalDate } from '#core/shared/time.ts'
import type { Span } from '../rules.ts'

const columns = ['b.id', 'b.startsOn', 'b.endsOn', 'b.startTime', 'b.endTime', 'b.note'] as const

/** The blocked times of a vendor that end on a day or later, by start. */
export async function listBlockedTimes(
  db: Db,
  { vendorId, from }: { vendorId: VendorId; from: LocalDate },
) {
  return db
    .selectFrom('blockedTimes as b')
    .where('b.vendorId', '=', vendorId)
    .where('b.endsOn', '>=', from)
    .orderBy('b.startsOn')
    .orderBy(sql`b.start_time nulls first`)
    .orderBy('b.id')
    .select(columns)
    .execute()
}

export type BlockedTime = Awaited<ReturnType<typeof listBlockedTimes>>[number]

/**
 * What is blocked, by vendor. Locks the vendors against a change of it until this transaction ends; has to come before the
 * locks of weekly times and sessions (docs/locking.md).
 */
export async function lockBlockedSpans(
  tx: Tx,
  vendorIds: readonly VendorId[],
): Promise<Map<VendorId, Span[]>> {
  const spans = new Map<VendorId, Span[]>()
  if (vendorIds.length === 0) return spans
  await tx
    .selectFrom('vendors')
    .where('id', 'in', [...new Set(vendorIds)])
    .orderBy('id')
    .select('id')
    .forShare()
    .execute()
  // A statement of its own, after the locks: only this one sees what was blocked while we waited.
  const blocked = await tx
    .selectFrom('blockedTimes as b')
    .where('b.vendorId', 'in', [...new Set(vendorIds)])
    .where('b.endsAt', '>', sql<Date>`now() - interval '2 days'`)
    .select(['b.vendorId', 'b.startsAt', 'b.endsAt'])
    .execute()
  for (const { vendorId, ...span } of blocked)
    spans.set(vendorId, [...(spans.get(vendorId) ?? []), span])
  return spans
}
