import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import { isId } from '#core/shared/ids.ts'
import { findStanding } from '../queries/vendors.ts'

/** What the operator does to a vendor, and why. */
export type ByAdmin = { vendorId: string; adminId: string; reason: string }
type ByShown = ByAdmin & {
  /** the standing that the page showed */
  shown: number
}

export type SuspensionChanged =
  | { ok: true; business: string }
  | { ok: false; reason: 'not_found' | 'unchanged' }

/**
 * Suspends a vendor: nobody signs in there or books, and what customers hold stays. Bookings that are under way wait for the
 * vendor's row or are refused by it.
 */
export function suspendVendor(db: Db, by: ByShown): Promise<SuspensionChanged> {
  return change(db, by, 'vendor.suspended')
}

/** Takes it back: everything is as it was. */
export function activateVendor(db: Db, by: ByShown): Promise<SuspensionChanged> {
  return change(db, by, 'vendor.activated')
}

async function change(
  db: Db,
  { vendorId, adminId, reason, shown }: ByShown,
  action: 'vendor.suspended' | 'vendor.activated',
): Promise<SuspensionChanged> {
  if (!isId(vendorId)) return { ok: false, reason: 'not_found' }
  const suspends = action === 'vendor.suspended'
  return db.transaction().execute(async (tx) => {
    const vendor = await tx
      .selectFrom('vendors')
      .where(sql<boolean>`id = ${vendorId}`)
      .select(['id', 'suspendedAt', sql<string>`vendor_name(vendors)`.as('business')])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!vendor) return { ok: false, reason: 'not_found' }
    if ((vendor.suspendedAt !== null) === suspends) return { ok: false, reason: 'unchanged' }
    if ((await findStanding(tx, vendor.id)) !== shown) return { ok: false, reason: 'unchanged' }
    await tx
      .updateTable('vendors')
      .set({
        suspendedAt: suspends ? sql<Date>`now()` : null,
        suspendedReason: suspends ? reason : null,
        updatedAt: sql<Date>`now()`,
      })
      .where('id', '=', vendor.id)
      .execute()
    await writeAudit(tx, {
      vendorId: vendor.id,
      userId: adminId,
      action,
      subject: ['vendor', vendor.id],
      details: { reason: reason || null },
    })
    await emit(tx, action, { vendorId: vendor.id })
    return { ok: true, business: vendor.business }
  })
}
