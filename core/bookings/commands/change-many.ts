import { emit } from '#core/events/emit.ts'
import type { DeskMethod } from '#core/money/rules.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle } from '#core/shared/settle.ts'
import { findEditable } from '../queries/editable-booking.ts'
import { ownsBookings } from '../queries/own-bookings.ts'
import type { VersionedSpot } from '../rules/spot-version.ts'
import { haveChanged } from '../steps/changed-spots.ts'
import { cancelByVendor } from './cancel-bookings.ts'
import { markPaid, markRefunded, type PaymentMarked } from './mark-paid.ts'

type Member = { vendorId: VendorId; userId: string }

/** `left`: the bookings that are not as the page showed them any more, or were changed at the same moment. */
export type ManyChanged =
  | { ok: true; changed: number; left: string[] }
  | { ok: false; reason: 'not_found' }

/** Records the price of each booking as paid, one transaction each. */
export const markManyPaid = (
  db: Db,
  member: Member,
  shown: readonly VersionedSpot[],
  method?: DeskMethod,
) => eachAsShown(db, member, shown, (spot) => markPaid(db, member, spot, method))

/** Records that the money of each booking was given back. */
export const markManyRefunded = (db: Db, member: Member, shown: readonly VersionedSpot[]) =>
  eachAsShown(db, member, shown, (spot) => markRefunded(db, member, spot))

async function eachAsShown(
  db: Db,
  member: Member,
  shown: readonly VersionedSpot[],
  change: (spot: VersionedSpot) => Promise<PaymentMarked>,
): Promise<ManyChanged> {
  if (!(await ownsBookings(db, { vendorId: member.vendorId, bookingIds: idsOf(shown) })))
    return { ok: false, reason: 'not_found' }
  const left: string[] = []
  for (const spot of shown) if (!(await change(spot)).ok) left.push(spot.bookingId)
  return { ok: true, changed: shown.length - left.length, left }
}

/** Cancels bookings, one purchase per transaction, so that each customer gets one message. */
export async function cancelMany(
  db: Db,
  vendorId: VendorId,
  shown: readonly VersionedSpot[],
): Promise<ManyChanged> {
  const purchases = await listPurchases(db, { vendorId, shown })
  if (!purchases) return { ok: false, reason: 'not_found' }
  const left: string[] = []
  for (const spots of purchases) {
    const whole = await cancelByVendor(db, vendorId, idsOf(spots), spots)
    if (whole.ok) continue
    // One of them has changed: the others are still as shown.
    for (const spot of spots) {
      const alone =
        spots.length > 1 && (await cancelByVendor(db, vendorId, [spot.bookingId], [spot]))
      if (!alone || !alone.ok) left.push(spot.bookingId)
    }
  }
  return { ok: true, changed: shown.length - left.length, left }
}

/** Sends the link of each purchase to its customer again. */
export async function resendLinks(
  db: Db,
  vendorId: VendorId,
  shown: readonly VersionedSpot[],
): Promise<ManyChanged> {
  const purchases = await listPurchases(db, { vendorId, shown })
  if (!purchases) return { ok: false, reason: 'not_found' }
  const left: string[] = []
  let changed = 0
  for (const spots of purchases) {
    const sent = await settle(db, async (tx) => {
      if (await haveChanged(tx, vendorId, spots)) return { ok: false as const }
      const of = { vendorId, bookingId: spots[0]?.bookingId ?? '' }
      const booking = await findEditable(tx, of)
      if (!booking) return { ok: false as const }
      await emit(tx, 'booking.link_resent', { purchaseId: booking.purchaseId })
      return { ok: true as const }
    })
    if (sent.ok) changed += 1
    else left.push(...idsOf(spots))
  }
  return { ok: true, changed, left }
}

const idsOf = (spots: readonly VersionedSpot[]) => spots.map(({ bookingId }) => bookingId)

/** The shown spots by purchase; null if one of them is not the vendor's. */
async function listPurchases(
  db: Db,
  { vendorId, shown }: { vendorId: VendorId; shown: readonly VersionedSpot[] },
): Promise<VersionedSpot[][] | null> {
  const bookingIds = idsOf(shown)
  if (!(await ownsBookings(db, { vendorId, bookingIds }))) return null
  const rows = await db
    .selectFrom('bookings')
    .where('id', 'in', bookingIds)
    .select(['id', 'purchaseId'])
    .execute()
  const purchaseOf = new Map(rows.map(({ id, purchaseId }) => [id, purchaseId]))
  return [...Map.groupBy(shown, ({ bookingId }) => purchaseOf.get(bookingId)).values()]
}
