import { countReach, listSpotsHeld, sumGivenBack } from '#core/classes/queries/reach.ts'
import { listShortBundles } from '#core/classes/queries/short-bundles.ts'
import { agreementTo, type Asked, strandedBetween } from '#core/classes/steps/agreement.ts'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

export type CancelScope = 'one' | 'following'
type Owned = { vendorId: VendorId; sessionId: string }
type Asking = { scope: CancelScope; now: Date }

/** An upcoming session, or with those of its weekly time that follow. */
export async function listToCancel(
  db: Db,
  { vendorId, sessionId }: Owned,
  { scope, now }: Asking,
): Promise<string[]> {
  const rows = await db
    .selectFrom('classSessions as s')
    .innerJoin('classSessions as f', (join) =>
      join.on((eb) =>
        eb.or([
          eb('f.id', '=', eb.ref('s.id')),
          eb.and([
            eb.val(scope === 'following'),
            eb('f.classTimeId', '=', eb.ref('s.classTimeId')),
            eb('f.occursOn', '>=', eb.ref('s.occursOn')),
          ]),
        ]),
      ),
    )
    .where('s.id', '=', sessionId)
    .where('s.vendorId', '=', vendorId)
    .where('s.status', '=', 'confirmed')
    .where('s.startsAt', '>', now)
    .where('f.status', '=', 'confirmed')
    .where('f.startsAt', '>', now)
    .select('f.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The text by which a form agrees to cancel these sessions with their current bookings. */
export async function askAboutSessions(
  db: Db,
  vendorId: VendorId,
  sessionIds: readonly string[],
): Promise<Asked> {
  const sessions = await db
    .selectFrom('classSessions')
    .where('id', 'in', [...sessionIds])
    .select(['id', 'classId', 'calendarSequence', 'currentStudents'])
    .execute()
  const of = { sessionIds }
  const about = sessions.map(({ id, calendarSequence }) => `${id} ${calendarSequence}`)
  const classIds = [...new Set(sessions.map(({ classId }) => classId))]
  const short = async (cancelling: readonly string[]) => {
    const found = []
    for (const classId of classIds)
      found.push(...(await listShortBundles(db, { classId, cancelling })))
    return found
  }
  const bundles = strandedBetween(await short([]), await short(sessionIds))
  const question = {
    removes: 0,
    reach: await countReach(db, { vendorId, of }),
    isBlocked: false,
    cancels: {
      bookings: sessions.reduce((sum, { currentStudents }) => sum + currentStudents, 0),
      sessions: sessions.length,
    },
    givenBack: await sumGivenBack(db, { vendorId, of }),
    stranded: bundles.stranded,
    bundles: 0,
  }
  const spots = await listSpotsHeld(db, of)
  return { question, agreement: agreementTo(question, [...about, ...spots, ...bundles.about]) }
}

/** What a page asks before it cancels; null: there is nothing to cancel. */
export async function findCancelQuestion(
  db: Db,
  owned: Owned,
  asking: Asking,
): Promise<Asked | null> {
  const sessionIds = await listToCancel(db, owned, asking)
  return sessionIds.length === 0 ? null : askAboutSessions(db, owned.vendorId, sessionIds)
}
