import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'

// Every change is one update of the counter, which decides and locks, and one ledger entry. Sessions are always locked
// before passes.

export type Sold = {
  vendorId: VendorId
  purchaseId: string
  bundleId: string
  classId: string
  name: string
  totalSessions: number
  priceMinor: number
  currency: string
  startDate: string
  expiryDays: number
  expiryStarts: 'purchase' | 'first_session'
  expiresAt: Date
}

/** Writes a purchased bundle with all its credits. Returns its id. */
export async function grantCredits(tx: Tx, sold: Sold): Promise<string> {
  const { id } = await tx
    .insertInto('passes')
    .values({
      vendorId: sold.vendorId,
      purchaseId: sold.purchaseId,
      bundleId: sold.bundleId,
      classId: sold.classId,
      name: sold.name,
      totalSessions: sold.totalSessions,
      remainingSessions: sold.totalSessions,
      priceMinor: sold.priceMinor,
      currency: sold.currency,
      startDate: sold.startDate,
      expiryDays: sold.expiryDays,
      expiryStarts: sold.expiryStarts,
      expiresAt: sold.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('passEntries')
    .values({
      vendorId: sold.vendorId,
      passId: id,
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
  passId: string,
  bookingIds: readonly string[],
): Promise<boolean> {
  const used = await tx
    .updateTable('passes')
    .set((eb) => ({
      remainingSessions: eb('remainingSessions', '-', bookingIds.length),
      updatedAt: eb.fn<Date>('now'),
    }))
    .where('id', '=', passId)
    .where('status', '=', 'active')
    .where('remainingSessions', '>=', bookingIds.length)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('vendorId')
    .executeTakeFirst()
  if (!used) return false
  await writeEntries(tx, passId, bookingIds, -1, 'used')
  return true
}

/** Locks a pass and returns whether a credit can be used now: not before it is paid, if that is waited for. */
export async function lockCredit(tx: Tx, passId: string): Promise<boolean> {
  const usable = await tx
    .selectFrom('passes')
    .where('id', '=', passId)
    .select(
      sql<boolean>`status = 'active' and remaining_sessions > 0 and expires_at > now() and not bundle_waits(passes)`.as(
        'usable',
      ),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  return usable?.usable ?? false
}

/** Returns the credits of these bookings, each once. Skips bookings without a credit. */
export async function returnCredits(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  for (const passId of await listPasses(tx, bookingIds)) {
    // Locks the row first, so that the next statement sees credits returned by others.
    await tx.selectFrom('passes').where('id', '=', passId).select('id').forNoKeyUpdate().execute()
    const held = await listHolding(tx, passId, bookingIds)
    if (held.length === 0) continue
    await tx
      .updateTable('passes')
      .set((eb) => ({
        remainingSessions: eb('remainingSessions', '+', held.length),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', passId)
      .execute()
    await writeEntries(tx, passId, held, 1, 'returned')
  }
}

/** What paid for these bookings, in the order of the locks. */
async function listPasses(tx: Tx, bookingIds: readonly string[]): Promise<string[]> {
  if (bookingIds.length === 0) return []
  const rows = await tx
    .selectFrom('bookings')
    .where('id', 'in', [...bookingIds])
    .where('passId', 'is not', null)
    .select('passId')
    .$narrowType<{ passId: string }>()
    .distinct()
    .orderBy('passId')
    .execute()
  return rows.map(({ passId }) => passId)
}

/** After the vendor ended these bookings, or nobody answered them, and their credits were returned. */
export async function withdrawUnconfirmed(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  await withdrawUnsold(tx, await listPasses(tx, bookingIds))
}

/**
 * A bundle of which no date was ever confirmed, and none waits any more, was not sold. Its credits go, nothing is owed for
 * it, and what was recorded as paid by itself was not paid.
 */
export async function withdrawUnsold(tx: Tx, passIds: readonly string[]): Promise<void> {
  if (passIds.length === 0) return
  await sql`
    with refused as (
      select e.id, e.vendor_id, e.remaining_sessions from passes e
      where e.id = any(${[...passIds]}::uuid[]) and e.status = 'active' and not exists (
        select from bookings b where b.pass_id = e.id and (sells_bundle(b) or holds_seat(b)))
    ), entry as (
      insert into pass_entries (vendor_id, pass_id, delta, reason)
      select vendor_id, id, -remaining_sessions, 'withdrawn' from refused where remaining_sessions > 0
    ), unpaid as (
      insert into payments (vendor_id, pass_id, amount_minor, currency, method)
      select p.vendor_id, p.pass_id, -sum(p.amount_minor), p.currency, 'correction'
      from payments p join refused on refused.id = p.pass_id and refused.vendor_id = p.vendor_id
      group by p.vendor_id, p.pass_id, p.currency having bool_and(p.method = 'door') and sum(p.amount_minor) <> 0
    )
    update passes e
    set status = 'cancelled', remaining_sessions = 0, reduction_minor = price_minor, updated_at = now()
    from refused where e.id = refused.id`.execute(tx)
}

/** A bundle that was let go and is paid after all has all of its credits again. False: it has ended since. */
export async function reissue(
  tx: Tx,
  { vendorId, passId }: { vendorId: VendorId; passId: string },
): Promise<boolean> {
  const { rows } = await sql`
    with back as (
      update passes e set status = 'active', remaining_sessions = total_sessions, reduction_minor = 0, updated_at = now()
      where e.vendor_id = ${vendorId} and e.id = ${passId} and e.status = 'cancelled' and e.expires_at > now()
      returning e.id, e.vendor_id, e.total_sessions
    )
    insert into pass_entries (vendor_id, pass_id, delta, reason)
    select vendor_id, id, total_sessions, 'withdrawn' from back returning pass_id`.execute(tx)
  return rows.length > 0
}

/** The bookings that use a credit: used, and not returned since. */
export async function listHolding(
  tx: Tx,
  passId: string,
  bookingIds: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('passEntries')
    .where('passId', '=', passId)
    .where('bookingId', 'in', [...bookingIds])
    .groupBy('bookingId')
    .having((eb) => eb(eb.fn.sum<number>('delta'), '<', 0))
    .select('bookingId')
    .$narrowType<{ bookingId: string }>()
    .execute()
  return rows.map(({ bookingId }) => bookingId)
}

/** The worker's job: removes the credits of expired passes. Returns how many expired. */
export async function expireCredits(db: Db, most = 200): Promise<number> {
  const { rows } = await sql`
    with due as (
      select id, vendor_id, remaining_sessions from passes
      where remaining_sessions > 0 and expires_at <= now()
      order by id limit ${most} for no key update skip locked
    ), entry as (
      insert into pass_entries (vendor_id, pass_id, delta, reason)
      select vendor_id, id, -remaining_sessions, 'expired' from due
    )
    update passes e set remaining_sessions = 0, updated_at = now() from due where e.id = due.id
    returning e.id`.execute(db)
  return rows.length
}

async function writeEntries(
  tx: Tx,
  passId: string,
  bookingIds: readonly string[],
  delta: 1 | -1,
  reason: 'used' | 'returned',
): Promise<void> {
  await sql`
    insert into pass_entries (vendor_id, pass_id, booking_id, delta, reason)
    select e.vendor_id, e.id, b, ${delta}, ${reason}
    from passes e, unnest(${[...bookingIds]}::uuid[]) as b
    where e.id = ${passId}`.execute(tx)
}
