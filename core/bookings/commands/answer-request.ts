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
 * Confirms the pending spots. One of a class that is paid by card, and that starts late enough, then waits for its payment.
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
      .where('b.id', 'in', bookingIds)
      .select([
        'b.id',
        'b.purchaseId',
        's.startsAt',
        'v.timeZone as zone',
        sql<Date>`now()`.as('now'),
      ])
      .select(
        sql<boolean>`(b.pass_id is null and is_paid_by_card(c.pays, v, b.price_minor, false, ${plans}))`.as(
          'isPaidByCard',
        ),
      )
      .execute()
    const waits = spots.map((spot) => ({
      ...spot,
      payUntil: spot.isPaidByCard ? paymentExpiry(spot) : null,
    }))
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
