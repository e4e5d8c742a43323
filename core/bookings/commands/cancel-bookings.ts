import type { VendorId } from '#core/shared/ids.ts'
import { mayEnd, endable } from '../rules/status.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { settle, StartOver } from '#core/shared/settle.ts'
import type { ChangingLink } from '../queries/links.ts'
import { listPurchaseFacts } from '../queries/purchases.ts'
import { ownsBookings } from '../queries/own-bookings.ts'
import { cancellation } from '../rules/cancelling.ts'
import { differsFromSeen, type Seen } from '../rules/seen.ts'
import type { VersionedSpot } from '../rules/spot-version.ts'
import { endBookings } from '../steps/end-bookings.ts'
import { lockPurchase, lockPurchasesOf } from '../steps/lock-purchase.ts'
import { haveChanged } from '../steps/changed-spots.ts'
import { type Actor, actorOf, auditIssuedLink } from '../steps/issued-link.ts'

type Done = { ok: true; cancelled: number; late: number }
export type Cancelled = Done | { ok: false; reason: 'not_found' | 'too_late' | 'changed' | 'busy' }
export type CancelledByVendor = Done | { ok: false; reason: 'not_found' | 'changed' | 'busy' }

/**
 * The holder of the manage link cancels spots of a purchase; no ids: all that can be. Cancelling what is
 * cancelled already is a success that changes nothing. One that has moved since its page
 * was opened, or is no longer free, is asked about again.
 */
export async function cancelByCustomer(
  db: Db,
  link: ChangingLink,
  bookingIds: readonly string[] | null,
  seen?: Seen,
): Promise<Cancelled> {
  return settle<Cancelled>(db, async (tx) => {
    const isAsked = ({ id }: { id: string }) => bookingIds === null || bookingIds.includes(id)
    const named = (await listPurchaseFacts(tx, link)).spots.filter(isAsked)
    await lockSessionsOf(
      tx,
      named.map(({ id }) => id),
    )
    await lockPurchase(tx, link.id)
    // Under the locks: what a cancellation costs depends on the start, which the vendor may have changed.
    const { spots, now } = await listPurchaseFacts(tx, link)
    const asked = spots.filter(isAsked)
    // A spot may have been added to the purchase before we had the locks: its session is not locked.
    if (asked.some(({ id }) => named.every((spot) => spot.id !== id))) throw new StartOver()
    if (asked.length === 0 || (bookingIds !== null && asked.length < new Set(bookingIds).size))
      return { ok: false, reason: 'not_found' }
    const open = asked.filter((spot) => cancellation(spot, now) !== 'no')
    if (open.length === 0 && asked.every(({ status }) => status !== 'cancelled'))
      return { ok: false, reason: 'too_late' }
    if (open.some((spot) => differsFromSeen(spot, seen, now)))
      return { ok: false, reason: 'changed' }
    const late = open.filter((spot) => cancellation(spot, now) === 'late').map(({ id }) => id)
    const openIds = open.map(({ id }) => id)
    await auditIssuedLink(tx, link, 'booking.cancelled', openIds)
    return cancelOpen(tx, openIds, { by: actorOf(link), late })
  })
}

/** The vendor cancels, which is never late for the customer. */
export async function cancelByVendor(
  db: Db,
  vendorId: VendorId,
  bookingIds: readonly string[],
  shown: readonly VersionedSpot[] = [],
): Promise<CancelledByVendor> {
  if (bookingIds.length === 0) return { ok: false, reason: 'not_found' }
  return settle<CancelledByVendor>(db, async (tx) => {
    const isOwn = await ownsBookings(tx, { vendorId, bookingIds })
    if (!isOwn) return { ok: false, reason: 'not_found' }
    await lockSessionsOf(tx, bookingIds)
    await lockPurchasesOf(tx, bookingIds)
    if (await haveChanged(tx, vendorId, shown)) return { ok: false, reason: 'changed' }
    const own = await tx
      .selectFrom('bookings')
      .where('id', 'in', [...bookingIds])
      .where('deletedAt', 'is', null)
      .select(['id', 'status'])
      .execute()
    const open = own.filter(({ status }) => mayEnd(status))
    return cancelOpen(
      tx,
      open.map(({ id }) => id),
      { by: 'vendor', late: [] },
    )
  })
}

async function cancelOpen(
  tx: Tx,
  bookingIds: readonly string[],
  { by, late }: { by: Actor; late: readonly string[] },
): Promise<Done> {
  const ended = await endBookings(tx, {
    bookingIds,
    from: endable,
    to: 'cancelled',
    by,
    late,
  })
  // The worker completes bookings without these locks, so a booking read a moment ago may be completed now.
  if (ended.length < bookingIds.length) throw new StartOver()
  return { ok: true, cancelled: ended.length, late: late.length }
}
