import type { Tx } from '#core/shared/db.ts'
import { holdsSeat, type ShownSpot } from '../rules.ts'

/** Whether one of the locked spots has another session or owner than the vendor's page showed, or its seat was taken or given back. */
export async function hasChangedSinceShown(
  tx: Tx,
  bookingIds: readonly string[],
  shown: readonly ShownSpot[],
): Promise<boolean> {
  const known = shown.filter(({ bookingId }) => bookingIds.includes(bookingId))
  if (known.length < shown.length) return true
  if (shown.length === 0) return false
  const spots = await tx
    .selectFrom('bookings as b')
    .innerJoin('bookingGroups as g', 'g.id', 'b.groupId')
    .where(
      'b.id',
      'in',
      shown.map(({ bookingId }) => bookingId),
    )
    .select(['b.id', 'b.sessionId', 'b.status', 'g.tokenRotation'])
    .execute()
  return shown.some(({ bookingId, sessionId, tokenRotation, isHeld }) => {
    const spot = spots.find(({ id }) => id === bookingId)
    if (spot?.sessionId !== sessionId) return true
    const isOthers = tokenRotation !== null && tokenRotation !== spot.tokenRotation
    return isOthers || (isHeld !== null && isHeld !== holdsSeat(spot.status))
  })
}
