import { sql } from 'kysely'
import type { BlockForm } from '../schema.ts'
import { type BlockedShown, blockedSpan, mostBlockedTimes, type Span } from '../rules.ts'
import { closeByTime } from '../steps/close-by-time.ts'
import type { NotAgreed } from '#core/classes/steps/agreement.ts'
import { endEmptySessions, standsOnTime } from '../steps/end-empty-sessions.ts'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { makeOnce } from '#core/shared/make-once.ts'
import { undoIfRefused } from '#core/shared/undo.ts'
import { askAboutSessions } from '../steps/cancel-question.ts'
import { cancelAll } from './cancel-sessions.ts'

export type SessionsInside = NotAgreed & {
  sessions: {
    id: string
    classTitle: string
    date: string
    startTime: string
    booked: number
    /** nobody has booked it, and its weekly time makes it again when the time is no longer blocked */
    comesBack: boolean
  }[]
}

export type TimeBlocked =
  | { ok: true; id: string }
  /** there are sessions in this time: to be kept or cancelled */
  | SessionsInside
  | { ok: false; reason: 'block_past' | 'busy' }
  | { ok: false; reason: 'too_many_blocks'; most: number }

/**
 * Blocks a time: weekly times create no sessions in it, and none in it can be booked online. If there are sessions already, the
 * form has to say whether they stay or are cancelled.
 */
export async function blockTime(
  db: Db,
  vendorId: VendorId,
  form: BlockForm,
  now: Date,
): Promise<TimeBlocked> {
  return undoIfRefused<TimeBlocked>(db, (tx) =>
    makeOnce(tx, { kind: 'blockedTimes', vendorId, form }, () => block(tx, vendorId, form, now)),
  )
}

async function block(tx: Tx, vendorId: VendorId, form: BlockForm, now: Date): Promise<TimeBlocked> {
  // Every command that creates or moves a session locks the vendor for share, so none can enter this time before the commit.
  const { timeZone } = await tx
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select('timeZone')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const shown: BlockedShown = {
    startsOn: form.startsOn,
    endsOn: form.endsOn ?? form.startsOn,
    startTime: form.startTime,
    endTime: form.endTime,
  }
  const span = blockedSpan(shown, timeZone)
  if (span.endsAt <= now) return { ok: false, reason: 'block_past' }
  const { count } = await tx
    .selectFrom('blockedTimes')
    .where('vendorId', '=', vendorId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostBlockedTimes)
    return { ok: false, reason: 'too_many_blocks', most: mostBlockedTimes }
  const sessions = await listInside(tx, vendorId, span, now)
  const sessionIds = sessions.map(({ id }) => id)
  if (sessionIds.length > 0 && form.sessions !== 'keep') {
    await lockSessions(tx, sessionIds)
    const asked = await askAboutSessions(tx, vendorId, sessionIds)
    if (form.sessions !== 'cancel' || form.agreed !== asked.agreement)
      return { ok: false, reason: 'not_agreed', ...asked, sessions }
    await cancelInside(tx, sessionIds)
  }
  const { id } = await tx
    .insertInto('blockedTimes')
    .values({ vendorId, ...shown, ...span, note: form.note })
    .returning('id')
    .executeTakeFirstOrThrow()
  await closeByTime(tx, vendorId)
  return { ok: true, id }
}

/** Upcoming sessions that run in a time at least in part. */
function listInside(tx: Tx, vendorId: VendorId, span: Span, now: Date) {
  return tx
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', (join) =>
      join.onRef('c.id', '=', 's.classId').onRef('c.vendorId', '=', 's.vendorId'),
    )
    .leftJoin('classTimes as t', 't.id', 's.classTimeId')
    .where('s.vendorId', '=', vendorId)
    .where('s.status', '=', 'confirmed')
    .where('s.startsAt', '>', now)
    .where('s.startsAt', '<', span.endsAt)
    .where('s.endsAt', '>', span.startsAt)
    .orderBy('s.startsAt')
    .orderBy('s.id')
    .select([
      's.id',
      'c.title as classTitle',
      's.sessionDate as date',
      's.startTime',
      's.currentStudents as booked',
      sql<boolean>`coalesce(s.current_students = 0 and ${standsOnTime}, false)`.as('comesBack'),
    ])
    .execute()
}

/**
 * Empty sessions go, so that the weekly time creates them again when the time is no longer blocked. What somebody booked, or
 * the vendor placed by hand, is cancelled and stays cancelled.
 */
async function cancelInside(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  const rows = await tx
    .selectFrom('classSessions as s')
    .innerJoin('classTimes as t', 't.id', 's.classTimeId')
    .where('s.id', 'in', [...sessionIds])
    .where('s.currentStudents', '=', 0)
    .where(standsOnTime)
    .select('s.id')
    .execute()
  const empty = rows.map(({ id }) => id)
  await endEmptySessions(tx, empty)
  await cancelAll(
    tx,
    sessionIds.filter((id) => !empty.includes(id)),
  )
}
