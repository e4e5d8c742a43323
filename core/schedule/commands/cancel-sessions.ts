import type { VendorId } from '#core/shared/ids.ts'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import { noteSessionChange } from '#core/seats/steps/move-seats.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { settle } from '#core/shared/settle.ts'
import { endBefore } from '../rules.ts'
import type { NotAgreed } from '#core/classes/steps/agreement.ts'
import { lockTimes } from '../steps/lock-times.ts'
import { askAboutSessions, listToCancel } from '../steps/cancel-question.ts'
import { bookingStatuses, holdsSeat } from '#core/bookings/rules/status.ts'
import { emit } from '#core/events/emit.ts'
import { endBookings } from '#core/bookings/steps/end-bookings.ts'

export type SessionsCancelled =
  | { ok: true; sessions: number; bookings: number }
  | { ok: false; reason: 'not_found' | 'session_past' | 'busy' }
  /** other sessions or bookings would be cancelled than the form showed */
  | NotAgreed

type Owned = { vendorId: VendorId; sessionId: string }

/** Cancels one upcoming session and notifies everyone who booked. `agreed`: what the form showed; undefined if unknown. */
export async function cancelSession(
  db: Db,
  owned: Owned,
  now: Date,
  agreed?: string,
): Promise<SessionsCancelled> {
  return settle<SessionsCancelled>(db, async (tx) => {
    const session = await findUpcoming(tx, owned, now)
    if (!session.ok) return session
    const sessionIds = [owned.sessionId]
    return (await askIfOther(tx, owned, { sessionIds, agreed })) ?? cancelAll(tx, sessionIds)
  })
}

/** Under the locks: the question to ask if the sessions or their bookings differ from the form. */
async function askIfOther(
  tx: Tx,
  { vendorId }: Owned,
  { sessionIds, agreed }: { sessionIds: readonly string[]; agreed: string | undefined },
): Promise<NotAgreed | null> {
  if (agreed === undefined) return null
  await lockSessions(tx, sessionIds)
  const asked = await askAboutSessions(tx, vendorId, sessionIds)
  return asked.agreement === agreed ? null : { ok: false, reason: 'not_agreed', ...asked }
}

/** Cancels an upcoming session and every following one of its weekly pair, which ends with it. */
export async function cancelFollowingSessions(
  db: Db,
  owned: Owned,
  now: Date,
  agreed?: string,
): Promise<SessionsCancelled> {
  return settle<SessionsCancelled>(db, async (tx) => {
    await lockClassOf(tx, owned)
    const session = await findUpcoming(tx, owned, now)
    if (!session.ok) return session
    const sessionIds = await listToCancel(tx, owned, { scope: 'following', now })
    const asked = await askIfOther(tx, owned, { sessionIds, agreed })
    if (asked) return asked
    const { classTimeId, occursOn } = session
    if (classTimeId !== null && occursOn !== null) await endTime(tx, classTimeId, occursOn)
    return cancelAll(tx, sessionIds)
  })
}

/** Ends a weekly time before one of its days, unless it has ended already: its remaining sessions must not extend it. */
async function endTime(tx: Tx, classTimeId: string, occursOn: string): Promise<void> {
  const time = await tx
    .selectFrom('classTimes as t')
    .innerJoin('classes as c', 'c.id', 't.classId')
    .where('t.id', '=', classTimeId)
    .where((eb) => eb.or([eb('t.endsOn', 'is', null), eb('t.endsOn', '>=', occursOn)]))
    .select(['t.weekday', 't.startTime', 't.everyWeeks', 't.startsOn', 't.endsOn'])
    .select('c.startDate as classStartDate')
    .executeTakeFirst()
  if (!time) return
  const { endsOn } = endBefore(time, { occursOn, classStartDate: time.classStartDate })
  await tx
    .updateTable('classTimes')
    .set({ endsOn, endsWithClass: false })
    .where('id', '=', classTimeId)
    .execute()
}

/** Prevents changes to the weekly times of the session's class until this transaction ends. */
async function lockClassOf(tx: Tx, { vendorId, sessionId }: Owned): Promise<void> {
  const found = await tx
    .selectFrom('classes')
    .where('vendorId', '=', vendorId)
    .where('id', '=', (eb) =>
      eb.selectFrom('classSessions').where('id', '=', sessionId).select('classId'),
    )
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (found) await lockTimes(tx, found.id)
}

async function findUpcoming(tx: Tx, { vendorId, sessionId }: Owned, now: Date) {
  const session = await tx
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .where('vendorId', '=', vendorId)
    .where('status', '=', 'confirmed')
    .select(['startsAt', 'classTimeId', 'occursOn'])
    .executeTakeFirst()
  if (!session) return { ok: false, reason: 'not_found' } as const
  if (session.startsAt <= now) return { ok: false, reason: 'session_past' } as const
  return { ok: true, ...session } as const
}

// 'completed' too: in an upcoming session it was set too early, and that customer must be notified as well.
const held = bookingStatuses.filter(holdsSeat)

/** Cancels upcoming sessions and all bookings in them. */
export async function cancelAll(
  tx: Tx,
  sessionIds: readonly string[],
): Promise<Extract<SessionsCancelled, { ok: true }>> {
  if (sessionIds.length === 0) return { ok: true, sessions: 0, bookings: 0 }
  await lockSessions(tx, sessionIds)
  const cancelled = await tx
    .updateTable('classSessions')
    .set((eb) => ({
      status: 'cancelled',
      cancelledAt: eb.fn<Date>('now'),
      updatedAt: eb.fn<Date>('now'),
      calendarSequence: eb('calendarSequence', '+', 1),
    }))
    .where('id', 'in', [...sessionIds])
    .where('status', '=', 'confirmed')
    .returning(['id', 'vendorId', 'maxStudents'])
    .execute()
  const bookings = await tx
    .selectFrom('bookings')
    .where('sessionId', 'in', [...sessionIds])
    .where('status', 'in', [...held])
    .where('deletedAt', 'is', null)
    .select('id')
    .execute()
  const ended = await endBookings(tx, {
    bookingIds: bookings.map(({ id }) => id),
    from: held,
    to: 'cancelled',
    by: 'vendor',
  })
  // For the others, the returned seats are in the ledger.
  await noteSessionChange(
    tx,
    cancelled.filter(({ id }) => !ended.some(({ sessionId }) => sessionId === id)),
    'session_cancelled',
  )
  if (cancelled.length > 0)
    await emit(tx, 'session.cancelled', { sessionIds: cancelled.map(({ id }) => id) })
  return { ok: true, sessions: cancelled.length, bookings: ended.length }
}
