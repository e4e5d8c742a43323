import { sql } from 'kysely'
import { endable } from '../rules/status.ts'
import { lockLeftBundles, refundBundles } from '#core/passes/steps/leave-class.ts'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { settle, StartOver } from '#core/shared/settle.ts'
import type { NotAgreed } from '#core/classes/steps/agreement.ts'
import { lockSessionsOf } from '#core/seats/steps/lock-sessions.ts'
import { endBookings } from '../steps/end-bookings.ts'
import { lockPurchase } from '../steps/lock-purchase.ts'
import { askAboutBundle } from '../steps/withdraw-question.ts'

export type BundleWithdrawn =
  | { ok: true; cancelled: number; sessions: number }
  /** `nothing_left`: no session is left on the bundle, and none of its spots is still to come */
  | { ok: false; reason: 'not_found' | 'nothing_left' | 'busy' }
  /** its dates, credits or payments are not those that the form showed */
  | NotAgreed

/**
 * Ends one bundle that was sold: its upcoming spots are cancelled, the sessions left are gone, and with them their share of the
 * price. Sessions that took place keep theirs. `agreed`: what the form showed.
 */
export async function withdrawBundle(
  db: Db,
  member: { vendorId: VendorId; userId: string },
  passId: string,
  agreed?: string,
): Promise<BundleWithdrawn> {
  return settle<BundleWithdrawn>(db, async (tx) => {
    const sold = await findSold(tx, member.vendorId, passId)
    if (!sold) return { ok: false, reason: 'not_found' }
    const upcoming = await listUpcomingSpots(tx, passId)
    await lockSessionsOf(tx, upcoming)
    await lockPurchase(tx, sold.purchaseId)
    const [held] = await lockLeftBundles(tx, { passId })
    if (!held) return { ok: false, reason: 'nothing_left' }
    // After the lock no booking can use the bundle, but one made just before is cancelled too.
    const isMissed = (await listUpcomingSpots(tx, passId)).some((id) => !upcoming.includes(id))
    if (isMissed) throw new StartOver()
    const asked = await askAboutBundle(tx, passId)
    if (asked.agreement !== agreed) return { ok: false, reason: 'not_agreed', ...asked }
    const ended = await endBookings(tx, {
      bookingIds: upcoming,
      from: endable,
      to: 'cancelled',
      by: 'vendor',
    })
    if (ended.length < upcoming.length) throw new StartOver()
    // With the sessions that came back; none if no date was ever confirmed.
    const [left] = await lockLeftBundles(tx, { passId })
    if (left) {
      await refundBundles(tx, [left])
      await emit(tx, 'bundle.ended', { purchaseId: sold.purchaseId, passId })
    }
    const sessions = left?.sessions ?? 0
    await writeAudit(tx, {
      ...member,
      action: 'bundle.withdrawn',
      subject: ['pass', passId],
      details: { cancelled: ended.length, sessions },
    })
    return { ok: true, cancelled: ended.length, sessions }
  })
}

function findSold(tx: Tx, vendorId: VendorId, passId: string) {
  return tx
    .selectFrom('passes as e')
    .innerJoin('classes as c', 'c.id', 'e.classId')
    .where('e.id', '=', passId)
    .where('e.vendorId', '=', vendorId)
    .select(['c.title as classTitle', 'e.purchaseId'])
    .executeTakeFirst()
}

async function listUpcomingSpots(tx: Tx, passId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('bookings as b')
    .innerJoin('classSessions as s', 's.id', 'b.sessionId')
    .where('b.passId', '=', passId)
    .where('b.status', 'in', [...endable])
    .where('b.deletedAt', 'is', null)
    .where('s.startsAt', '>', sql<Date>`now()`)
    .select('b.id')
    .execute()
  return rows.map(({ id }) => id)
}
