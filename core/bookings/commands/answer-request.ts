import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { emit } from '#core/events/emit.ts'
import { settle } from '#core/shared/settle.ts'
import type { VersionedSpot } from '../rules/spot-version.ts'
import { ownsBookings } from '../queries/own-bookings.ts'
import { paymentExpiry } from '../rules/waiting.ts'
import { nextCalendarSequence } from '../steps/calendar-sequence.ts'
import { endBookings } from '../steps/end-bookings.ts'
import { lockPurchasesOf } from '../steps/lock-purchase.ts'
import { listUnchanged } from '../steps/changed-spots.ts'

export type Answered =
  | { ok: true; answered: number }
  | { ok: false; reason: 'not_found' | 'not_waiting' | 'changed' | 'busy' }

/**
 * Either the vendor, for its own bookings, or the link in the vendor's email, for one purchase. The link does not answer spots
 * that were added or moved since; the vendor is asked again.
 */
export type Answerer =
  | { vendorId: VendorId; bookingIds: readonly string[]; shown?: readonly VersionedSpot[] }
  | { purchaseId: string; shown: readonly VersionedSpot[] }

/**
 * Confirms the pending spots. What is paid by card, and starts late enough, then waits for its payment. Dates of a bundle wait
 * together, unless one of its dates is booked already.
 * `plans`: whether the installation has them.
 */
export async function confirmRequest(
  db: Db,
  who: Answerer,
  { plans }: { plans: boolean } = { plans: true },
): Promise<Answered> {
  return settle<Answered>(db, async (tx) => {
    const bookingIds = await lockSpots(tx, who)
    if (bookingIds === null) return { ok: false, reason: 'not_found' }
    if (bookingIds === 'changed') return { ok: false, reason: 'changed' }
    if (bookingIds.length === 0) return { ok: false, reason: 'not_waiting' }
    const spots = await tx
      .selectFrom('bookings as b')
      .innerJoin('classSessions as s', (join) =>
        join.onRef('s.vendorId', '=', 'b.vendorId').onRef('s.id', '=', 'b.sessionId'),
      )
      .innerJoin('classes as c', (join) =>
        join.onRef('c.vendorId', '=', 'b.vendorId').onRef('c.id', '=', 'b.classId'),
      )
      .innerJoin('vendors as v', 'v.id', 'b.vendorId')
      .leftJoin('passes as e', (join) =>
        join.onRef('e.vendorId', '=', 'b.vendorId').onRef('e.id', '=', 'b.passId'),
      )
      .leftJoin('sessionBundles as o', (join) =>
        join.onRef('o.vendorId', '=', 'e.vendorId').onRef('o.id', '=', 'e.bundleId'),
      )
      .where('b.id', 'in', bookingIds)
      .select([
        'b.id',
        'b.purchaseId',
        'b.passId',
        's.startsAt',
        'v.timeZone as zone',
        sql<Date>`now()`.as('now'),
      ])
      .select(
        sql<boolean>`case when e.id is null then is_paid_by_card(c.pays, v, b.price_minor - b.settled_minor, false, ${plans})
          else coalesce(${isUnsold}, false) and is_paid_by_card(o.pays, v, ${askedFor}, false, ${plans}) end`.as(
          'isPaidByCard',
        ),
      )
      .orderBy('s.startsAt')
      .execute()
    // The first date of a bundle says how long all of them wait.
    const firsts = Map.groupBy(spots, ({ id, passId }) => passId ?? id)
    const waits = spots.map((spot) => {
      const [first = spot] = firsts.get(spot.passId ?? spot.id) ?? []
      return { ...spot, payUntil: first.isPaidByCard ? paymentExpiry(first) : null }
    })
    for (const { id, payUntil } of waits)
      await tx
        .updateTable('bookings')
        .set((eb) => ({
          ...(payUntil === null
            ? { status: 'confirmed' as const }
            : { waitsFor: 'payment' as const }),
          confirmedAt: eb.fn<Date>('now'),
          expiresAt: payUntil,
          calendarSequence: nextCalendarSequence,
          updatedAt: eb.fn<Date>('now'),
        }))
        .where('id', '=', id)
        .execute()
    for (const [purchaseId, of] of Map.groupBy(waits, (spot) => spot.purchaseId))
      await emit(tx, 'booking.confirmed', { purchaseId, bookingIds: of.map(({ id }) => id) })
    return { ok: true, answered: waits.length }
  })
}

/** No date of bundle `e` is booked yet. */
const isUnsold = sql<boolean>`not exists (
  select from bookings k where k.vendor_id = e.vendor_id and k.pass_id = e.id and sells_bundle(k) and k.status <> 'pending')`

/** What will be owed for bundle `e`. */
const askedFor = sql<number>`(select m.due_minor - m.waived_minor - m.paid_minor from money_of(e) m)`

/** Rejects the pending spots and returns their seats. */
export async function rejectRequest(db: Db, who: Answerer): Promise<Answered> {
  return settle<Answered>(db, async (tx) => {
    const bookingIds = await lockSpots(tx, who)
    if (bookingIds === null) return { ok: false, reason: 'not_found' }
    if (bookingIds === 'changed') return { ok: false, reason: 'changed' }
    if (bookingIds.length === 0) return { ok: false, reason: 'not_waiting' }
    const ended = await endBookings(tx, {
      bookingIds,
      from: ['pending'],
      to: 'rejected',
      by: 'vendor',
    })
    if (ended.length === 0) return { ok: false, reason: 'not_waiting' }
    return { ok: true, answered: ended.length }
  })
}

/**
 * The spots to answer, with their sessions locked. After its expiry a spot is not answered, even if the worker has not ended it
 * yet. Null unless all belong to the vendor. Members of a suspended or closed
 * vendor cannot sign in, and its link must not work either.
 */
async function lockSpots(tx: Tx, who: Answerer): Promise<string[] | 'changed' | null> {
  const named = await findNamed(tx, who)
  if (named === null || named.bookingIds.length === 0) return named && []
  const { vendorId, bookingIds } = named
  await lockSessionsOf(tx, bookingIds)
  await lockPurchasesOf(tx, bookingIds)
  const shown = (who.shown ?? []).filter(({ bookingId }) => bookingIds.includes(bookingId))
  const unchanged = await listUnchanged(tx, vendorId, shown)
  if ('vendorId' in who && unchanged.length < shown.length) return 'changed'
  const asShown = 'vendorId' in who ? bookingIds : unchanged.map(({ bookingId }) => bookingId)
  if (asShown.length === 0) return []
  const asked = await tx
    .selectFrom('bookings as b')
    .where('b.vendorId', '=', vendorId)
    .where('b.id', 'in', asShown)
    .where(sql<boolean>`asks_vendor(b)`)
    // The transaction may have begun in time and waited for its locks.
    .where('b.expiresAt', '>', sql<Date>`clock_timestamp()`)
    .select('b.id')
    .execute()
  return asked.map(({ id }) => id)
}

type Named = { vendorId: VendorId; bookingIds: string[] }

async function findNamed(tx: Tx, who: Answerer): Promise<Named | null> {
  if ('vendorId' in who) {
    const { vendorId, bookingIds } = who
    return (await ownsBookings(tx, who)) ? { vendorId, bookingIds: [...bookingIds] } : null
  }
  const all = await tx
    .selectFrom('bookings as b')
    .innerJoin('vendors as v', 'v.id', 'b.vendorId')
    .where('b.purchaseId', '=', who.purchaseId)
    .where('b.deletedAt', 'is', null)
    .where('v.suspendedAt', 'is', null)
    .where('v.closedAt', 'is', null)
    .select(['b.id', 'b.vendorId'])
    .execute()
  const [first] = all
  if (!first) return null
  const shown = who.shown.map(({ bookingId }) => bookingId)
  const bookingIds = all.flatMap(({ id }) => (shown.includes(id) ? [id] : []))
  return { vendorId: first.vendorId, bookingIds }
}
