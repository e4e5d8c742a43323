import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { lockBlockedSpans } from '../queries/blocked-times.ts'
import { overlaps, type Span } from '../rules.ts'
import type { SessionChange } from './apply-session-changes.ts'

/** Whether one of these would run while the vendor has blocked the time. `starts`: for the agreement. */
export async function startBlocked(
  tx: Tx,
  { vendorId, spans }: { vendorId: VendorId; spans: readonly Span[] },
): Promise<{ isBlocked: boolean; starts: string[] }> {
  if (spans.length === 0) return { isBlocked: false, starts: [] }
  const blocked = (await lockBlockedSpans(tx, [vendorId])).get(vendorId) ?? []
  const hit = spans.filter((span) => blocked.some((one) => overlaps(one, span)))
  return {
    isBlocked: hit.length > 0,
    starts: hit.map(({ startsAt }) => `blocked ${startsAt.toISOString()}`),
  }
}

/** Whether sessions move into a blocked time, or become longer into it. */
export async function moveToBlocked(
  tx: Tx,
  { vendorId, changes }: { vendorId: VendorId; changes: readonly SessionChange[] },
): Promise<{ isBlocked: boolean; starts: string[] }> {
  const moving = changes.filter(
    ({ session, clock }) =>
      clock.startsAt.getTime() !== session.startsAt.getTime() ||
      clock.endsAt.getTime() > session.endsAt.getTime(),
  )
  return startBlocked(tx, { vendorId, spans: moving.map(({ clock }) => clock) })
}
