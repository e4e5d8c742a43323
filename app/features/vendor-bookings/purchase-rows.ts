import type { listBookings } from '#core/bookings/queries/own-bookings.ts'
import { holdsSeat } from '#core/bookings/rules.ts'

export type Listed = Awaited<ReturnType<typeof listBookings>>
export type BookingShown = Listed['sessions'][number][number]

/** Spots of one purchase in one session that are in the same state; never empty. */
type RowOf<Spot> = [Spot, ...Spot[]]
export type PurchaseRow = RowOf<BookingShown>

/** The rows of one session. */
export function purchaseRows<
  Spot extends MoneyFacts & { groupId: string; lateWaivedAt: Date | null },
>(spots: readonly Spot[]): RowOf<Spot>[] {
  const rows = new Map<string, RowOf<Spot>>()
  for (const spot of spots) {
    const key = [
      spot.groupId,
      spot.status,
      spot.attendance,
      spot.lateWaivedAt !== null,
      moneyOf([spot])?.kind,
    ].join(' ')
    const row = rows.get(key)
    if (row) row.push(spot)
    else rows.set(key, [spot])
  }
  return [...rows.values()]
}

export type MoneyFacts = Pick<
  BookingShown,
  'status' | 'attendance' | 'paymentStatus' | 'priceMinor' | 'paidMinor' | 'currency'
> & { bundle: object | null }

export type Money =
  | { kind: 'free' | 'paid' | 'refunded' | 'bundle' }
  | { kind: 'due'; minor: number }

/** What is still to be paid for these spots, or how it was; null: nothing was paid, and nothing is asked for. */
export function moneyOf(spots: readonly [MoneyFacts, ...MoneyFacts[]]): Money | null {
  const [{ bundle, status, attendance, paymentStatus }] = spots
  if (bundle !== null) return { kind: 'bundle' }
  if (paymentStatus === 'refunded') return { kind: 'refunded' }
  const sum = (of: (spot: MoneyFacts) => number | string) =>
    spots.reduce((total, spot) => total + Number(of(spot)), 0)
  const price = sum((spot) => spot.priceMinor)
  const paid = sum((spot) => spot.paidMinor)
  // After a late cancellation the price may still be asked for.
  const asksMoney = holdsSeat(status) || attendance === 'late_cancel'
  if (paymentStatus === 'paid') return { kind: price === 0 && paid === 0 ? 'free' : 'paid' }
  if (!asksMoney) return paid > 0 ? { kind: 'paid' } : null
  if (price === 0) return { kind: 'free' }
  return paid < price ? { kind: 'due', minor: price - paid } : { kind: 'paid' }
}

/** What can be recorded with one press for all spots of a row; null: nothing. */
export function paymentStep(row: RowOf<MoneyFacts>): 'paid' | 'refunded' | null {
  const [{ bundle, status, attendance, paymentStatus }] = row
  if (bundle !== null) return null
  if (moneyOf(row)?.kind === 'due') return 'paid'
  const isPaid = row.reduce((sum, { paidMinor }) => sum + Number(paidMinor), 0) > 0
  const isOver = !holdsSeat(status) && attendance !== 'late_cancel'
  return isOver && isPaid && paymentStatus !== 'refunded' ? 'refunded' : null
}
