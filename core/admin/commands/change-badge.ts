import { sql } from 'kysely'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import type { GrantableBadge } from '../rules.ts'
import type { ByAdmin } from './suspend-vendor.ts'

type OneBadge = ByAdmin & { badge: GrantableBadge }
export type BadgeChanged = { ok: true } | { ok: false; reason: 'not_found' | 'unchanged' }

/** Says in public that the operator has checked something about a vendor. */
export function grantBadge(db: Db, by: OneBadge): Promise<BadgeChanged> {
  return change(db, by, 'badge.granted')
}

export function takeBadge(db: Db, by: OneBadge): Promise<BadgeChanged> {
  return change(db, by, 'badge.taken')
}

async function change(
  db: Db,
  { vendorId, adminId, reason, badge }: OneBadge,
  action: 'badge.granted' | 'badge.taken',
): Promise<BadgeChanged> {
  if (!isId(vendorId)) return { ok: false, reason: 'not_found' }
  return db.transaction().execute(async (tx) => {
    const vendor = await tx
      .selectFrom('vendors')
      .where(sql<boolean>`id = ${vendorId}`)
      .select('id')
      .forShare()
      .executeTakeFirst()
    if (!vendor) return { ok: false, reason: 'not_found' }
    const row: { vendorId: VendorId; badge: GrantableBadge } = { vendorId: vendor.id, badge }
    const changed =
      action === 'badge.granted'
        ? await tx
            .insertInto('vendorBadges')
            .values({ ...row, grantedBy: adminId })
            .onConflict((conflict) => conflict.doNothing())
            .returning('badge')
            .execute()
        : await tx
            .deleteFrom('vendorBadges')
            .where('vendorId', '=', vendor.id)
            .where('badge', '=', badge)
            .returning('badge')
            .execute()
    if (changed.length === 0) return { ok: false, reason: 'unchanged' }
    await writeAudit(tx, {
      vendorId: vendor.id,
      userId: adminId,
      action,
      subject: ['vendor', vendor.id],
      details: { badge, reason },
    })
    return { ok: true }
  })
}
