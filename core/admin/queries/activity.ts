import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

export type ActivityEntry = {
  id: string
  at: Date
  action: string
  vendorId: VendorId | null
  /** null: of no vendor */
  business: string | null
  /** null: the system, or somebody whose account is gone */
  actor: string | null
  byOperator: boolean
  /** what the operator gave as its reason */
  reason: string | null
}

/** The audit log, the newest first: of one vendor, or of all. `before` is the id of the last entry that was shown. */
export async function listActivity(
  db: Db,
  { vendorId, before, limit }: { vendorId: VendorId | null; before: string | null; limit: number },
): Promise<{ entries: ActivityEntry[]; next: string | null }> {
  const place = before !== null && /^\d{1,18}$/.test(before) ? before : null
  const rows = await db
    .selectFrom('auditLog as a')
    .leftJoin('vendors as v', 'v.id', 'a.vendorId')
    .leftJoin('users as u', 'u.id', 'a.actorUserId')
    .leftJoin('profiles as p', 'p.userId', 'a.actorUserId')
    .$if(vendorId !== null, (all) => all.where(sql<boolean>`a.vendor_id = ${vendorId}`))
    .$if(place !== null, (all) => all.where(sql<boolean>`a.id < ${place}::bigint`))
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
    .select([
      sql<string>`a.id::text`.as('id'),
      'a.at',
      'a.action',
      'a.vendorId',
      'p.fullName as actor',
      sql<string | null>`case when v.id is not null then vendor_name(v) end`.as('business'),
      sql<boolean>`coalesce(u.kind = 'admin', false)`.as('byOperator'),
      // Only the operator's own reasons: what vendors note about customers is theirs.
      sql<string | null>`case when u.kind = 'admin' then a.details ->> 'reason' end`.as('reason'),
    ])
    .execute()
  const entries = rows.slice(0, limit)
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
}
