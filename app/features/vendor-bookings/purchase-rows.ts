import type { listBookings, withUnpaidOnly } from '#core/bookings/queries/own-bookings.ts'
import { type MoneyFacts, moneyOf } from '#core/money/rules.ts'

type Row = Awaited<ReturnType<typeof listBookings>>['sessions'][number][number]
export type Waiting = Awaited<ReturnType<typeof listBookings>>['waiting']
/** All of it for those who manage, less for others. `phoneText`: the phone as people read it */
export type BookingShown = (Row | ReturnType<typeof withUnpaidOnly>) & { phoneText: string | null }

/** Spots of one purchase and person in one session that are in the same state; never empty. */
export type RowOf<Spot> = [Spot, ...Spot[]]
export type PurchaseRow = RowOf<BookingShown>

/** The rows of one session. */
export function purchaseRows<
  Spot extends MoneyFacts & Pick<Row, 'purchaseId' | 'status' | 'attendance' | 'lateWaivedAt'>,
>(spots: readonly Spot[]): RowOf<Spot>[] {
  const rows = new Map<string, RowOf<Spot>>()
  for (const spot of spots) {
    const key = [
      spot.purchaseId,
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

/** What can be recorded with one press for all spots of a row; null: nothing. */
export function paymentStep(row: RowOf<MoneyFacts>): 'paid' | 'refunded' | null {
  const [first] = row
  if (moneyOf(row)?.kind === 'due') return 'paid'
  if ('unpaidMinor' in first || first.bundle !== null) return null
  return row.some((spot) => 'giveBackMinor' in spot && Number(spot.giveBackMinor) > 0)
    ? 'refunded'
    : null
}

/** The picture of a customer on Telegram, through this server. */
export const faceAddress = (bookingId: string) => `/dashboard/bookings/${bookingId}/face`
