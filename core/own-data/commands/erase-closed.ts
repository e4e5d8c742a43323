import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { addMinutes } from '#core/shared/time.ts'
import { endRunning } from '#core/plans/steps/subscription.ts'
import { daysKeptTaken, daysToTakeBack } from '../rules.ts'
import { eachAccount } from '../steps/each-account.ts'

const day = 24 * 60
const atOnce = 1000

// What refers to something comes before it. All else goes along with the vendor (db/history.test.ts).
export const erasedFirst = [
  'messages',
  'receipts',
  'payments',
  'payment_groups',
  'pass_entries',
  'seat_ledger',
  'booking_extras',
  'bookings',
  'passes',
  'purchases',
  'session_bundles',
  'pictures',
  'class_sessions',
  'class_times',
  'classes',
  'audit_log',
] as const

/**
 * Erases everything of the accounts that were closed some days ago, some rows at a time. Where a worker dies, the next run
 * goes on: the vendor itself goes last. Returns how many accounts are gone; fails at the end if some could not be erased.
 */
export async function eraseClosed(db: Db, now: Date): Promise<number> {
  // From here on they cannot be taken back.
  await db
    .updateTable('vendors')
    .set({ erasingAt: now })
    .where('closedAt', '<=', addMinutes(now, -daysToTakeBack * day))
    .where('erasingAt', 'is', null)
    .execute()
  const vendors = await db
    .selectFrom('vendors')
    .where('erasingAt', 'is not', null)
    .orderBy('erasingAt')
    .select('id')
    .execute()
  try {
    await eachAccount(vendors, 'erased', async (id) => {
      for (const table of erasedFirst) await eraseRows(db, table, id)
      await db.transaction().execute((tx) => eraseVendor(tx, id))
    })
  } finally {
    await freeNames(db, addMinutes(now, -daysKeptTaken * day))
  }
  return vendors.length
}

async function eraseRows(db: Db, table: (typeof erasedFirst)[number], vendorId: VendorId) {
  // Refunds name the payment that they take from.
  const order = table === 'payment_groups' ? sql`order by (of_payment is null)` : sql``
  for (;;) {
    const { rows } = await sql<{ erased: number }>`
      with gone as (
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where vendor_id = ${vendorId} ${order} limit ${sql.lit(atOnce)}))
        returning ${table === 'purchases' ? sql`reference` : sql`null::text as reference`}
      ), remembered as (
        insert into erased_purchases (reference) select reference from gone where reference is not null
      )
      select count(*)::integer as erased from gone`.execute(db)
    if ((rows[0]?.erased ?? 0) < atOnce) return
  }
}

/** The vendor, and the accounts of the people who work for nobody else. */
async function eraseVendor(tx: Tx, vendorId: VendorId): Promise<void> {
  const people = await tx
    .selectFrom('vendorMembers as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .where('m.vendorId', '=', vendorId)
    .where('u.kind', '<>', 'admin')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('vendorMembers as o')
            .whereRef('o.userId', '=', 'm.userId')
            .where('o.vendorId', '<>', vendorId)
            .select('o.userId'),
        ),
      ),
    )
    .select('u.id')
    .execute()
  await tx
    .updateTable('usernames')
    .set((eb) => ({ vendorId: null, claimedAt: eb.fn<Date>('now') }))
    .where('vendorId', '=', vendorId)
    .execute()
  // What it paid stays in the operator's figures, without a name.
  await endRunning(tx, vendorId)
  await tx.deleteFrom('vendors').where('id', '=', vendorId).execute()
  for (const { id } of people) {
    await tx.deleteFrom('messages').where('userId', '=', id).execute()
    await tx.deleteFrom('authVerifications').where('value', '=', id).execute()
    await tx.deleteFrom('users').where('id', '=', id).execute()
  }
}

async function freeNames(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('usernames')
    .where('vendorId', 'is', null)
    .where('claimedAt', '<', before)
    .execute()
  await db.deleteFrom('erasedPurchases').where('erasedAt', '<', before).execute()
}
