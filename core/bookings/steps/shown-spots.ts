import type { Tx } from '#core/shared/db.ts'
import type { ShownSpot } from '../rules/seen.ts'
import { holdsSeat } from '../rules/status.ts'
import type { Editable } from '../queries/editable-booking.ts'

/** The spot was held on the page, and has ended since. `by`: who ended it; null: nobody did, or it is not known. */
export type EndedSince = { ok: false; reason: 'ended_since'; by: Editable['endedBy'] }

/** Whether one of the locked spots has another session than the vendor's page showed, or its seat was taken or given back. */
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
    .where(
      'b.id',
      'in',
      shown.map(({ bookingId }) => bookingId),
    )
    .select(['b.id', 'b.sessionId', 'b.status'])
    .execute()
  return shown.some(({ bookingId, sessionId, isHeld }) => {
    const spot = spots.find(({ id }) => id === bookingId)
    if (spot?.sessionId !== sessionId) return true
    return isHeld !== null && isHeld !== holdsSeat(spot.status)
  })
}
