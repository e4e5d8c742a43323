import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { PurchaseDetails } from './purchase-details.ts'

/** The spots of a purchase that the vendor gave to another customer: in one transaction, one seat came back and was taken again. */
export async function listGivenAway(
  db: Db,
  { vendorId, spots }: Pick<PurchaseDetails, 'vendorId' | 'spots'>,
): Promise<string[]> {
  const ended = spots.filter(
    ({ status, endedBy }) => status === 'cancelled' && endedBy === 'vendor',
  )
  if (ended.length === 0) return []
  const given = await db
    .selectFrom('seatLedger as l')
    .where('l.vendorId', '=', vendorId)
    .where(
      'l.bookingId',
      'in',
      ended.map(({ id }) => id),
    )
    .where('l.delta', '<', 0)
    .where(
      sql<boolean>`exists (
        select from seat_ledger taken where taken.vendor_id = l.vendor_id and taken.session_id = l.session_id
          and taken.written_in = l.written_in and taken.reason = 'given_away')`,
    )
    .select('l.bookingId')
    .execute()
  return given.flatMap(({ bookingId }) => bookingId ?? [])
}
