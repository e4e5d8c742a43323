import type { Tx } from '#core/shared/db.ts'
import type { ShownSpot } from '../rules.ts'

/** Whether a locked spot has gone to another session, or to somebody else, since a page of the vendor showed it. */
export async function hasChangedSinceShown(tx: Tx, shown: readonly ShownSpot[]): Promise<boolean> {
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
