import { sql } from 'kysely'
import { emit } from '#core/events/emit.ts'
import { writeAudit } from '#core/shared/audit.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { addDays, endOfDay, type LocalDate, todayIn } from '#core/shared/time.ts'
import { canBeExtended, expiredSessions, lastDate } from '../queries.ts'

export type BundleExtended =
  | { ok: true }
  /** `not_later`: the bundle is valid as long anyway, or the day is past */
  | { ok: false; reason: 'not_found' | 'nothing_left' | 'too_far' }
  | { ok: false; reason: 'not_later'; lastDate: LocalDate }

const mostDaysAhead = 730

/**
 * The vendor gives a bundle more time: it ends after `until`, and sessions that had expired can be used again. The ledger gets
 * an entry for each, and the customer is told.
 */
export async function extendBundle(
  db: Db,
  member: { vendorId: VendorId; userId: string },
  passId: string,
  until: LocalDate,
): Promise<BundleExtended> {
  if (!isId(passId)) return { ok: false, reason: 'not_found' }
  return db.transaction().execute(async (tx) => {
    const locked = await tx
      .selectFrom('passes')
      .where('id', '=', passId)
      .where('vendorId', '=', member.vendorId)
      .select('purchaseId')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!locked) return { ok: false, reason: 'not_found' }
    const pass = await tx
      .selectFrom('passes as e')
      .innerJoin('vendors as v', 'v.id', 'e.vendorId')
      .where('e.id', '=', passId)
      .where('e.vendorId', '=', member.vendorId)
      .select(['v.timeZone as zone', 'e.expiresAt', 'e.remainingSessions'])
      .select([expiredSessions.as('expired'), canBeExtended.as('canBeExtended')])
      .select([lastDate.as('lastDate'), sql<Date>`now()`.as('now')])
      .executeTakeFirstOrThrow()
    if (!pass.canBeExtended) return { ok: false, reason: 'nothing_left' }
    const today = todayIn(pass.zone, pass.now)
    if (until > addDays(today, mostDaysAhead)) return { ok: false, reason: 'too_far' }
    const expiresAt = endOfDay(until, pass.zone)
    if (expiresAt <= pass.expiresAt || expiresAt <= pass.now)
      return { ok: false, reason: 'not_later', lastDate: pass.lastDate }
    // Of those that have expired, some may still wait for the worker to say so.
    const restored = pass.expired - (pass.expiresAt <= pass.now ? pass.remainingSessions : 0)
    const entry = { vendorId: member.vendorId, passId }
    await tx
      .insertInto('passEntries')
      .values([
        { ...entry, delta: 0, reason: 'extended', expiresAt },
        ...(restored > 0 ? [{ ...entry, delta: restored, reason: 'restored' as const }] : []),
      ])
      .execute()
    await tx
      .updateTable('passes')
      .set((eb) => ({
        expiresAt,
        remainingSessions: eb('remainingSessions', '+', restored),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', passId)
      .where('vendorId', '=', member.vendorId)
      .execute()
    await writeAudit(tx, {
      ...member,
      action: 'bundle.extended',
      subject: ['pass', passId],
      details: { from: pass.lastDate, to: until, restored },
    })
    await emit(tx, 'bundle.extended', { purchaseId: locked.purchaseId, passId })
    return { ok: true }
  })
}
