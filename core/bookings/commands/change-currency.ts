import { sql } from 'kysely'
import { lockAllClasses, lockUpcoming } from '#core/classes/steps/lock-all-classes.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import { minorDigits } from '#core/shared/money.ts'
import { addMinutes } from '#core/shared/time.ts'
import { undoIfRefused } from '#core/shared/undo.ts'
import type { CurrencyForm } from '#core/vendors/schema.ts'

/** The records that stop a vendor from changing its currency. */
export type CurrencyObstacle = 'money_recorded' | 'bundles_sold' | 'money_owed'

export type CurrencyChanged =
  | { ok: true }
  | { ok: false; reason: CurrencyObstacle | 'busy' }
  | Changed<{ currency: string }>

// A transaction waits some seconds for each of its locks.
const mostMinutesInProgress = 60

/** Null: the currency can still be changed. */
export async function findCurrencyObstacle(
  db: Db,
  vendorId: VendorId,
): Promise<CurrencyObstacle | null> {
  const { rows } = await sql<{ obstacle: CurrencyObstacle | null }>`
    select case
      when exists (select from payments where vendor_id = ${vendorId}) then 'money_recorded'
      when exists (select from passes where vendor_id = ${vendorId}) then 'bundles_sold'
      when exists (select from bookings b
        where b.vendor_id = ${vendorId} and b.price_minor > 0 and b.deleted_at is null
          and (holds_seat(b) or b.attendance = 'late_cancel')) then 'money_owed'
    end as obstacle`.execute(db)
  return rows[0]?.obstacle ?? null
}

/**
 * Changes the currency of a vendor that has no money in it yet. Prices keep their number, rounded where the new currency
 * has no decimals.
 */
export async function changeCurrency(
  db: Db,
  vendorId: VendorId,
  typed: CurrencyForm,
  now: Date,
  version: Version = null,
): Promise<CurrencyChanged> {
  return undoIfRefused<CurrencyChanged>(db, async (tx) => {
    const current = await lockAllClasses(tx, vendorId)
    const changed = changedSince(version, { currency: current.currency }, typed)
    if (changed) return changed
    const to = typed.currency
    if (to === current.currency) return { ok: true }
    // A booking in progress holds its session, which may have begun since, so it is seen below.
    await lockUpcoming(tx, vendorId, addMinutes(now, -mostMinutesInProgress))
    const obstacle = await findCurrencyObstacle(tx, vendorId)
    if (obstacle) return { ok: false, reason: obstacle }
    await tx
      .updateTable('vendors')
      .set((eb) => ({ currency: to, updatedAt: eb.fn<Date>('now') }))
      .where('id', '=', vendorId)
      .execute()
    const factor = 10 ** (minorDigits(to) - minorDigits(current.currency))
    if (factor !== 1) {
      await sql`update classes set price_minor = greatest(1, round(price_minor * ${factor}::numeric)), updated_at = now()
        where vendor_id = ${vendorId} and price_minor > 0`.execute(tx)
      await sql`update facility_extras set price_minor = greatest(1, round(price_minor * ${factor}::numeric)), updated_at = now()
        where vendor_id = ${vendorId} and price_minor > 0`.execute(tx)
      // Rounded up, a bundle could cost more than its sessions.
      await sql`update session_bundles b set bundle_price_minor =
          least(greatest(1, round(b.bundle_price_minor * ${factor}::numeric)), b.session_count * c.price_minor)
        from classes c where c.id = b.class_id and b.vendor_id = ${vendorId} and b.bundle_price_minor > 0`.execute(
        tx,
      )
    }
    // An open page shows the price in the old currency: its form is asked again.
    await sql`update class_sessions s set calendar_sequence = s.calendar_sequence + 1, updated_at = now()
      from classes c where c.id = s.class_id and s.vendor_id = ${vendorId} and s.status = 'confirmed'
        and s.starts_at > ${now} and (c.price_minor > 0 or c.kind = 'facility')`.execute(tx)
    return { ok: true }
  })
}
