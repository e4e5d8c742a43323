import type { Tx } from '#core/shared/db.ts'
import type { ShownSpot } from '../rules.ts'

/** Whether one of the locked spots has another session or owner than the vendor's page showed. */
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
    .select(['b.id', 'b.sessionId', 'g.tokenRotation'])
    .execute()
  return shown.some(({ bookingId, sessionId, tokenRotation }) => {
    const spot = spots.find(({ id }) => id === bookingId)
    return (
      spot?.sessionId !== sessionId || spot.tokenRotation !== (tokenRotation ?? spot.tokenRotation)
    )
  })
}
