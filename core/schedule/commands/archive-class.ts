import type { VendorId } from '#core/shared/ids.ts'
import { emit, emitAll } from '#core/events/emit.ts'
import {
  type BundlesGo,
  type LeftBundle,
  lockLeftBundles,
  moveBundles,
  refundBundles,
} from '#core/passes/steps/leave-class.ts'
import { askUnlessAgreed, type NotAgreed } from '#core/classes/steps/agreement.ts'
import { listSpotsHeld, sumGivenBack } from '#core/classes/queries/reach.ts'
import { lockTimes } from '../steps/lock-times.ts'
import { hasUsableDate, listBundlesHeld } from '#core/passes/queries.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { settle, StartOver } from '#core/shared/settle.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import { cancelAll } from './cancel-sessions.ts'

export type ClassArchived =
  | { ok: true; cancelledBookings: number; keptSessions: number; leftBundles: number }
  | { ok: false; reason: 'not_found' | 'busy' }
  /** upcoming bookings exist, and the form does not say what to do with them */
  | { ok: false; reason: 'choose'; bookings: number; sessions: number }
  /** other bookings would be cancelled, or other bundles end, than the form showed */
  | NotAgreed
  /**
   * customers have credits on its bundles, and the form does not say what to do with them, or names a class that is not
   * the vendor's or not bookable
   */
  | { ok: false; reason: 'choose_bundles' }
  /** the other class has no session that its new customers could book */
  | { ok: false; reason: 'no_sessions_there' }

export type ArchiveChoice = {
  upcomingBookings: 'keep' | 'cancel' | null
  /** what becomes of the sessions that customers have left on bundles of the class, or get back on them later */
  bundles: BundlesGo | null
  /** the bookings and bundles that the vendor agreed to, as the form showed them */
  agreed?: string | undefined
}

/**
 * Archives a class. The vendor decides whether upcoming bookings are kept, or cancelled with a message to everyone, and
 * whether credits of its bundles move to another class or are refunded.
 */
export async function archiveClass(
  db: Db,
  owned: { vendorId: VendorId; classId: string },
  { upcomingBookings, bundles, agreed }: ArchiveChoice,
  now: Date,
): Promise<ClassArchived> {
  return settle<ClassArchived>(db, async (tx) => {
    const toClassId = bundles?.to === 'class' ? bundles.classId : null
    const locked = await tx
      .selectFrom('classes')
      .innerJoin('vendors', 'vendors.id', 'classes.vendorId')
      .where('classes.id', 'in', [owned.classId, ...(toClassId === null ? [] : [toClassId])])
      .where('classes.vendorId', '=', owned.vendorId)
      .where('classes.status', '=', 'active')
      .orderBy('classes.id')
      .select([
        'classes.id',
        'classes.kind',
        'classes.title',
        'classes.visibility',
        'vendors.timeZone',
      ])
      // Not FOR UPDATE: a second change of a session in one transaction checks its foreign key to the class again, and
      // would wait.
      .forNoKeyUpdate('classes')
      .execute()
    const row = locked.find(({ id }) => id === owned.classId)
    if (!row) return { ok: false, reason: 'not_found' }
    const target = locked.find(
      ({ id, kind, visibility }) =>
        id === toClassId && id !== owned.classId && kind === 'class' && visibility !== 'closed',
    )
    if (toClassId !== null && !target) return { ok: false, reason: 'choose_bundles' }
    if (target && !(await hasUsableDate(tx, target.id)))
      return { ok: false, reason: 'no_sessions_there' }
    await lockTimes(tx, owned.classId)
    const upcoming = await tx
      .selectFrom('classSessions')
      .where('classId', '=', owned.classId)
      .where('status', '=', 'confirmed')
      .where('startsAt', '>', now)
      .orderBy('id')
      .select(['id', 'currentStudents'])
      .forNoKeyUpdate()
      .execute()
    const booked = upcoming.filter(({ currentStudents }) => currentStudents > 0)
    const cancels = {
      bookings: booked.reduce((sum, { currentStudents }) => sum + currentStudents, 0),
      sessions: booked.length,
    }
    if (booked.length > 0 && upcomingBookings === null)
      return { ok: false, reason: 'choose', ...cancels }
    const of = { sessionIds: booked.map(({ id }) => id) }
    const spots = await listSpotsHeld(tx, of)
    const givenBack = await sumGivenBack(tx, { vendorId: owned.vendorId, of })
    const held = await lockLeftBundles(tx, owned)
    if (bundles === null && held.length > 0) return { ok: false, reason: 'choose_bundles' }
    const about = [...spots, ...(await listBundlesHeld(tx, owned))]
    const asked =
      upcomingBookings === 'cancel' || held.length > 0
        ? askUnlessAgreed({ cancels, givenBack, bundles: held.length }, { agreed }, about)
        : null
    if (asked) return asked

    await tx
      .updateTable('classTimes')
      .set({ endsOn: addDays(todayIn(row.timeZone, now), -1), endsWithClass: false })
      .where('classId', '=', owned.classId)
      .where((eb) =>
        eb.or([
          eb('endsOn', 'is', null),
          eb('endsOn', '>', addDays(todayIn(row.timeZone, now), -1)),
        ]),
      )
      .execute()
    const ending =
      upcomingBookings === 'cancel'
        ? upcoming
        : upcoming.filter(({ currentStudents }) => currentStudents === 0)
    const { bookings } = await cancelAll(
      tx,
      ending.map(({ id }) => id),
    )
    const left = await lockLeftBundles(tx, owned)
    // A date of another bundle was cancelled in the meantime, so the vendor is asked about it.
    const isHeld = new Set(held.map(({ passId }) => passId))
    if (left.some(({ passId }) => !isHeld.has(passId))) throw new StartOver()
    await settleBundles(tx, left, target?.id ?? null)
    // Last: what is given back to a bundle of a class that is archived is paid back, whatever the vendor chose.
    await tx
      .updateTable('classes')
      .set((eb) => ({
        status: 'archived',
        archivedAt: eb.fn<Date>('now'),
        updatedAt: eb.fn<Date>('now'),
      }))
      .where('id', '=', owned.classId)
      .execute()
    await tx.deleteFrom('pictures').where('classId', '=', owned.classId).execute()
    await emit(tx, 'class.archived', owned)
    return {
      ok: true,
      cancelledBookings: bookings,
      leftBundles: left.length,
      keptSessions: upcomingBookings === 'cancel' ? 0 : booked.length,
    }
  })
}

async function settleBundles(
  tx: Tx,
  left: readonly LeftBundle[],
  toClassId: string | null,
): Promise<void> {
  if (left.length === 0) return
  if (toClassId !== null) await moveBundles(tx, left, toClassId)
  else await refundBundles(tx, left)
  await emitAll(
    tx,
    toClassId !== null ? 'bundle.changed' : 'bundle.ended',
    left.map(({ purchaseId, passId }) => ({ purchaseId, passId })),
  )
}
