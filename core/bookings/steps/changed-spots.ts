import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { spotVersion, type VersionedSpot } from '../rules/spot-version.ts'
import { holdsSeat } from '../rules/status.ts'

/** Whether one of the locked spots is in another session than the vendor's page showed, or its seat was taken or given back. */
export const haveChanged = async (
  tx: Tx,
  vendorId: VendorId,
  spots: readonly VersionedSpot[],
): Promise<boolean> => (await listUnchanged(tx, vendorId, spots)).length < spots.length

/** The spots that are still as they were shown; one without a version is not compared. */
export async function listUnchanged(
  tx: Tx,
  vendorId: VendorId,
  spots: readonly VersionedSpot[],
): Promise<VersionedSpot[]> {
  const bookingIds = spots.flatMap(({ bookingId, version }) =>
    version === null ? [] : [bookingId],
  )
  if (bookingIds.length === 0) return [...spots]
  const rows = await tx
    .selectFrom('bookings')
    .where('vendorId', '=', vendorId)
    .where('id', 'in', bookingIds)
    .select(['id', 'sessionId', 'status'])
    .execute()
  const now = new Map(
    rows.map(({ id, sessionId, status }) => [
      id,
      spotVersion({ sessionId, isHeld: holdsSeat(status) }),
    ]),
  )
  return spots.filter(
    ({ bookingId, version }) => version === null || now.get(bookingId) === version,
  )
}
