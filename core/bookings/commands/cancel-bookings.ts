import { type Db, isBusy } from '#core/shared/db.ts'
import { listGroupFacts } from '../queries/purchases.ts'
import { cancellation } from '../rules.ts'
import { endBookings, tellOfEnded } from './end-bookings.ts'

export type Cancelled =
  | { ok: true; cancelled: number; late: number }
  | { ok: false; reason: 'not_found' | 'too_late' | 'busy' }
type Round = Cancelled & { movedMeanwhile?: boolean }

/**
 * The holder of the manage link cancels spots of a purchase; no ids: all that can be. Cancelling what is
 * cancelled already is a success that changes nothing.
 */
export async function cancelByCustomer(
  db: Db,
  groupId: string,
  bookingIds: readonly string[] | null,
): Promise<Cancelled> {
  return untilSettled(() =>
    db.transaction().execute(async (tx) => {
      const { spots, now } = await listGroupFacts(tx, groupId)
      const asked = bookingIds === null ? spots : spots.filter(({ id }) => bookingIds.includes(id))
      if (asked.length === 0 || (bookingIds !== null && asked.length < new Set(bookingIds).size))
        return { ok: false, reason: 'not_found' }
      const open = asked.filter((spot) => cancellation(spot, now) !== 'no')
      if (open.length === 0 && asked.some(({ status }) => status !== 'cancelled'))
        return { ok: false, reason: 'too_late' }
      const late = open.filter((spot) => cancellation(spot, now) === 'late').map(({ id }) => id)
      const ids = open.map(({ id }) => id)
      const ended = await endBookings(tx, {
        bookingIds: ids,
        from: ['pending', 'confirmed'],
        to: 'cancelled',
        by: 'customer',
        late,
      })
      await tellOfEnded(tx, 'booking.cancelled', ended, { by: 'customer', late: late.length > 0 })
      return {
        ok: true,
        cancelled: ended.length,
        late: late.length,
        movedMeanwhile: ended.length < open.length,
      }
    }),
  )
}

/** The vendor cancels; nobody pays a late fee for it. */
export async function cancelByVendor(
  db: Db,
  vendorId: string,
  bookingIds: readonly string[],
): Promise<Cancelled> {
  if (bookingIds.length === 0) return { ok: false, reason: 'not_found' }
  return untilSettled(() =>
    db.transaction().execute(async (tx) => {
      const own = await tx
        .selectFrom('bookings')
        .where('id', 'in', [...bookingIds])
        .where('vendor_id', '=', vendorId)
        .where('deleted_at', 'is', null)
        .select(['id', 'status'])
        .execute()
      if (own.length < new Set(bookingIds).size) return { ok: false, reason: 'not_found' }
      const open = own.filter(({ status }) => status === 'pending' || status === 'confirmed')
      const ended = await endBookings(tx, {
        bookingIds: open.map(({ id }) => id),
        from: ['pending', 'confirmed'],
        to: 'cancelled',
        by: 'vendor',
      })
      await tellOfEnded(tx, 'booking.cancelled', ended, { by: 'vendor', late: false })
      return {
        ok: true,
        cancelled: ended.length,
        late: 0,
        movedMeanwhile: ended.length < open.length,
      }
    }),
  )
}

/** A spot that was moved between reading and locking is still the customer's to cancel: another round finds it where it is now. */
async function untilSettled(round: () => Promise<Round>): Promise<Cancelled> {
  let cancelled = 0
  let late = 0
  try {
    for (let tries = 0; tries < 5; tries++) {
      const answer = await round()
      if (!answer.ok) return answer
      cancelled += answer.cancelled
      late += answer.late
      if (answer.movedMeanwhile !== true) return { ok: true, cancelled, late }
    }
  } catch (error) {
    if (!isBusy(error)) throw error
  }
  return { ok: false, reason: 'busy' }
}
