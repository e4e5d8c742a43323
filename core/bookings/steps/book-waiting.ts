import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'
import { nextCalendarSequence } from './calendar-sequence.ts'
import { lockPurchasesOf } from './lock-purchase.ts'

type Spots = { vendorId: VendorId; bookingIds: readonly string[] }

/**
 * Books, of these spots, those that wait for a payment and owe nothing any more: the vendor has noted it, or waived it. The
 * caller holds the locks of their sessions. Returns the number of spots.
 */
export function bookSettled(tx: Tx, spots: Spots): Promise<number> {
  return book(tx, spots, sql<boolean>`${askedFor} <= 0`)
}

/**
 * Books what the vendor has confirmed and what can't be paid by card any more: the key was refused, the plan has ended, or the
 * class is paid at the studio now. It is owed then. Returns the number of spots.
 */
export async function bookUnpayable(db: Db, { plans }: { plans: boolean }): Promise<number> {
  const cannotBePaid = sql<boolean>`b.confirmed_at is not null and ${askedFor} is not null and not exists (
    select from vendors v where v.id = b.vendor_id and v.currency = b.currency and is_paid_by_card(
      (select c.pays from classes c where b.pass_id is null and c.vendor_id = b.vendor_id and c.id = b.class_id
        union all select o.pays from passes e join session_bundles o on o.vendor_id = e.vendor_id and o.id = e.bundle_id
        where e.vendor_id = b.vendor_id and e.id = b.pass_id), v, ${askedFor}, true, ${plans}))`
  const waiting = await db
    .selectFrom('vendors as v')
    .innerJoin('bookings as b', 'b.vendorId', 'v.id')
    // A vendor that is closed or suspended books nobody.
    .where(sql<boolean>`vendor_is_open(v)`)
    .where('b.status', '=', 'pending')
    .where('b.waitsFor', '=', 'payment')
    .where('b.deletedAt', 'is', null)
    .where(cannotBePaid)
    .select(['b.id', 'b.vendorId', 'b.purchaseId'])
    .limit(200)
    .execute()
  let booked = 0
  for (const spots of Map.groupBy(waiting, ({ purchaseId }) => purchaseId).values()) {
    const bookingIds = spots.map(({ id }) => id)
    const [first] = spots
    if (!first) continue
    const done = await settle(db, async (tx) => {
      await lockSessionsOf(tx, bookingIds)
      await lockPurchasesOf(tx, bookingIds)
      return book(tx, { vendorId: first.vendorId, bookingIds }, cannotBePaid)
    })
    if (typeof done === 'number') booked += done
  }
  return booked
}

/** What is still to be paid for `b`, or for the bundle that it is a date of. */
const askedFor = sql<number>`(case when b.pass_id is null then b.price_minor - b.settled_minor + coalesce((select sum(p.amount_minor) from payments p
    where p.vendor_id = b.vendor_id and p.booking_id = b.id and p.kind = 'refunded' and p.state in ('open', 'done')), 0)
  else (select m.due_minor - m.waived_minor - m.paid_minor from passes e, money_of(e) m
    where e.vendor_id = b.vendor_id and e.id = b.pass_id and e.status = 'active') end)::bigint`

async function book(
  tx: Tx,
  { vendorId, bookingIds }: Spots,
  which: ReturnType<typeof sql<boolean>>,
): Promise<number> {
  if (bookingIds.length === 0) return 0
  const waiting = await tx
    .selectFrom('bookings as b')
    .where('b.vendorId', '=', vendorId)
    .where('b.id', 'in', [...bookingIds])
    // Also when its time is over: then it is let go, or booked.
    .where('b.status', '=', 'pending')
    .where('b.waitsFor', '=', 'payment')
    .where('b.deletedAt', 'is', null)
    .where(which)
    .select(['b.id', 'b.purchaseId'])
    .execute()
  if (waiting.length === 0) return 0
  await confirmSpots(tx, { vendorId, bookingIds: waiting.map(({ id }) => id) })
  for (const [purchaseId, spots] of Map.groupBy(waiting, (spot) => spot.purchaseId))
    await emit(tx, 'booking.confirmed', { purchaseId, bookingIds: spots.map(({ id }) => id) })
  return waiting.length
}

/** Confirms spots whose sessions are locked: they wait for a payment, or a payment that came late has brought them back. */
export async function confirmSpots(tx: Tx, { vendorId, bookingIds }: Spots): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({
      status: 'confirmed',
      waitsFor: null,
      expiresAt: null,
      endedAt: null,
      endedBy: null,
      confirmedAt: sql<Date>`now()`,
      updatedAt: sql<Date>`now()`,
      calendarSequence: nextCalendarSequence,
    })
    .where('vendorId', '=', vendorId)
    .where('id', 'in', [...bookingIds])
    .execute()
}
