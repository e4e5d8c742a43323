import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'

// Every change is one update of the counter, which decides and locks, and one ledger entry. Sessions are always locked
// before entitlements.

export type Sold = {
  vendorId: VendorId
  groupId: string
  bundleId: string
  classId: string
  name: string
  totalSessions: number
  priceMinor: number
  currency: string
  paymentStatus: 'pending' | 'paid'
  startDate: string
  expiryDays: number
  expiryStarts: 'purchase' | 'first_session'
  expiresAt: Date
}

/** Writes a purchased bundle with all its credits. Returns its id. */
export async function grantCredits(tx: Tx, sold: Sold): Promise<string> {
  const { id } = await tx
    .insertInto('entitlements')
    .values({
      vendorId: sold.vendorId,
      groupId: sold.groupId,
      kind: 'bundle',
      bundleId: sold.bundleId,
      classId: sold.classId,
      name: sold.name,
      totalSessions: sold.totalSessions,
      remainingSessions: sold.totalSessions,
      priceMinor: sold.priceMinor,
      currency: sold.currency,
      paymentStatus: sold.paymentStatus,
      startDate: sold.startDate,
      expiryDays: sold.expiryDays,
      expiryStarts: sold.expiryStarts,
      expiresAt: sold.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('entitlementEntries')
    .values({
      vendorId: sold.vendorId,
      entitlementId: id,
      delta: sold.totalSessions,
      reason: 'granted',
    })
    .execute()
  return id
}

/**
 * Uses one credit per booking, if enough are left and the bundle has not ended; otherwise returns false and changes
 * nothing.
 */
export async function spendCredits(
  tx: Tx,
  entitlementId: string,
  bookingIds: readonly string[],
): Promise<boolean> {
  const used = await tx
    .updateTable('entitlements')
    .set((eb) => ({
      remainingSessions: eb('remainingSessions', '-', bookingIds.length),
      updatedAt: eb.fn<Date>('now'),
    }))
    .where('id', '=', entitlementId)
    .where('status', '=', 'active')
    .where('remainingSessions', '>=', bookingIds.length)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('vendorId')
    .executeTakeFirst()
  if (!used) return false
  await writeEntries(tx, entitlementId, bookingIds, -1, 'used')
  return true
}

/** Locks an entitlement and returns whether a credit can be used now. */
export async function lockCredit(tx: Tx, entitlementId: string): Promise<boolean> {
  const usable = await tx
    .selectFrom('entitlements')
    .where('id', '=', entitlementId)
    .select(
      sql<boolean>`status = 'active' and remaining_sessions > 0 and expires_at > now()`.as(
        'usable',
      ),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  return usable?.usable ?? false
}

/** Returns the credits of these bookings, each once. Skips bookings without a credit. */
export async function returnCredits(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  for (const entitlementId of await listEntitlements(tx, bookingIds)) {
    // Locks the row first, so that the next statement sees credits returned by others.
    await tx
      .selectFrom('entitlements')
      .where('id', '=', entitlementId)
      .select('id')
      .forNoKeyUpdate()
      .execute()
    const held = await listHolding(tx, entitlementId, bookingIds)
    if (held.length === 0) continue
    await tx
      .updateTable('entitlements')
      .set((eb) => ({
        remainingSessions: eb('remainingSessions', '+', held.length),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', entitlementId)
      .execute()
    await writeEntries(tx, entitlementId, held, 1, 'returned')
  }
}

/** What paid for these bookings, in the order of the locks. */
async function listEntitlements(tx: Tx, bookingIds: readonly string[]): Promise<string[]> {
  if (bookingIds.length === 0) return []
  const rows = await tx
    .selectFrom('bookings')
    .where('id', 'in', [...bookingIds])
    .where('entitlementId', 'is not', null)
    .select('entitlementId')
    .$narrowType<{ entitlementId: string }>()
    .distinct()
    .orderBy('entitlementId')
    .execute()
  return rows.map(({ entitlementId }) => entitlementId)
}

/** After the vendor ended these bookings, or nobody answered them, and their credits were returned. */
export async function withdrawUnconfirmed(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  await withdrawUnsold(tx, await listEntitlements(tx, bookingIds))
}

/**
 * A bundle of which no date was ever confirmed, and none waits any more, was not sold. Its credits go, nothing is owed for
 * it, and what was recorded as paid by itself was not paid.
 */
export async function withdrawUnsold(tx: Tx, entitlementIds: readonly string[]): Promise<void> {
  if (entitlementIds.length === 0) return
  await sql`
    with refused as (
      select e.id, e.vendor_id, e.remaining_sessions from entitlements e
      where e.id = any(${[...entitlementIds]}::uuid[]) and e.status = 'active' and not exists (
        select from bookings b where b.entitlement_id = e.id and (b.confirmed_at is not null or holds_seat(b)))
    ), entry as (
      insert into entitlement_entries (vendor_id, entitlement_id, delta, reason)
      select vendor_id, id, -remaining_sessions, 'withdrawn' from refused where remaining_sessions > 0
    ), unpaid as (
      insert into payments (vendor_id, entitlement_id, amount_minor, currency, method)
      select p.vendor_id, p.entitlement_id, -sum(p.amount_minor), p.currency, 'correction'
      from payments p join refused on refused.id = p.entitlement_id
      group by p.vendor_id, p.entitlement_id, p.currency having bool_and(p.method = 'door')
      returning entitlement_id
    )
    update entitlements e
    set status = 'cancelled', remaining_sessions = 0, reduction_minor = price_minor, updated_at = now(),
      payment_status = case when e.id in (select entitlement_id from unpaid) then 'pending' else payment_status end
    from refused where e.id = refused.id`.execute(tx)
}

/** The bookings that use a credit: used, and not returned since. */
export async function listHolding(
  tx: Tx,
  entitlementId: string,
  bookingIds: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('entitlementEntries')
    .where('entitlementId', '=', entitlementId)
    .where('bookingId', 'in', [...bookingIds])
    .groupBy('bookingId')
    .having((eb) => eb(eb.fn.sum<number>('delta'), '<', 0))
    .select('bookingId')
    .$narrowType<{ bookingId: string }>()
    .execute()
  return rows.map(({ bookingId }) => bookingId)
}

/** The worker's job: removes the credits of expired entitlements. Returns how many expired. */
export async function expireCredits(db: Db, most = 200): Promise<number> {
  const { rows } = await sql`
    with due as (
      select id, vendor_id, remaining_sessions from entitlements
      where remaining_sessions > 0 and expires_at <= now()
      order by id limit ${most} for no key update skip locked
    ), entry as (
      insert into entitlement_entries (vendor_id, entitlement_id, delta, reason)
      select vendor_id, id, -remaining_sessions, 'expired' from due
    )
    update entitlements e set remaining_sessions = 0, updated_at = now() from due where e.id = due.id
    returning e.id`.execute(db)
  return rows.length
}

async function writeEntries(
  tx: Tx,
  entitlementId: string,
  bookingIds: readonly string[],
  delta: 1 | -1,
  reason: 'used' | 'returned',
): Promise<void> {
  await sql`
    insert into entitlement_entries (vendor_id, entitlement_id, booking_id, delta, reason)
    select e.vendor_id, e.id, b, ${delta}, ${reason}
    from entitlements e, unnest(${[...bookingIds]}::uuid[]) as b
    where e.id = ${entitlementId}`.execute(tx)
}
