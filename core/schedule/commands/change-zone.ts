import { sql } from 'kysely'
import { moveEndsToZone } from '#core/passes/steps/extend.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import { StartOver } from '#core/shared/settle.ts'
import { knowsZone } from '#core/vendors/steps/knows-zone.ts'
import { fillVendorAgain } from './fill-sessions.ts'
import type { Reach } from '#core/classes/queries/reach.ts'
import { listShortBundles, type ShortBundle } from '#core/classes/queries/short-bundles.ts'
import { closesAfterChange } from '#core/classes/rules.ts'
import { blockedSpan, sessionClock } from '../rules.ts'
import type { ZoneForm } from '../schema.ts'
import {
  askUnlessAgreed,
  type NotAgreed,
  type Stranded,
  strandedBetween,
} from '#core/classes/steps/agreement.ts'
import {
  applySessionChanges,
  reachOf,
  type SessionChange,
  type SessionRow,
} from '../steps/apply-session-changes.ts'
import { endEmptySessions, listMovedAlone } from '../steps/end-empty-sessions.ts'
import { changeStarts, type SessionsCollide } from '../steps/refuse-collisions.ts'
import { cancelAll } from './cancel-sessions.ts'
import {
  lockAllClasses,
  type LockedClass,
  lockUpcoming,
} from '#core/classes/steps/lock-all-classes.ts'
import type { SkippedStart } from '../steps/skipped-start.ts'

export type ZoneChanged =
  /** `told`: customers to notify, including those who cannot be reached */
  | { ok: true; changed: number; told: Reach; stranded: Stranded }
  | NotAgreed
  | { ok: false; reason: 'busy' | 'timeZone' }
  | SessionsCollide
  | Changed<{ timeZone: string }>
  | ({ ok: false; reason: 'skipped_start' } & SkippedStart)
  /** booked sessions would have started already */
  | {
      ok: false
      reason: 'would_be_past'
      sessions: { date: string; startTime: string; zone: string }[]
    }

/**
 * Changes the time zone of a vendor. Future sessions keep what their clocks show and get new instants; empty ones that
 * would have started already, or whose hour does not exist there, are removed, and dates that are possible only there are
 * made. Sold bundles end on the same day as before.
 */
export async function changeZone(
  db: Db,
  vendorId: VendorId,
  typed: ZoneForm,
  now: Date,
  version: Version = null,
): Promise<ZoneChanged> {
  return changeStarts<ZoneChanged>(db, async (tx) => {
    const { classes, timeZone } = await lockAllClasses(tx, vendorId)
    const changed = changedSince(version, { timeZone }, typed)
    if (changed) return changed
    const zone = typed.timeZone
    if (!(await knowsZone(tx, zone))) return { ok: false, reason: 'timeZone' }
    const sessions = await lockUpcoming(tx, vendorId, now)
    const planned = plan(sessions, { classes, zone, now })
    if (!planned.ok) return planned
    const { changes, lost } = planned
    const { told, spots } = await reachOf(tx, changes)
    const short = await listShort(tx, vendorId)
    await tx
      .updateTable('vendors')
      .set((eb) => ({ timeZone: zone, updatedAt: eb.fn<Date>('now') }))
      .where('id', '=', vendorId)
      .execute()
    await moveBlockedTimes(tx, vendorId, zone)
    await endLost(tx, lost)
    await applySessionChanges(tx, changes)
    // A date may have been left out or removed because of its hour in the former zone only.
    await fillVendorAgain(tx, vendorId, now)
    await moveEndsToZone(tx, { vendorId, from: timeZone, to: zone, now })
    const { stranded, about } = strandedBetween(short, await listShort(tx, vendorId))
    const question = { removes: lost.length, reach: told, stranded }
    const asked = askUnlessAgreed(question, typed, [zone, ...lost, ...spots, ...about])
    return asked ?? { ok: true, changed: changes.length, told, stranded }
  })
}

type Planned =
  | { ok: true; changes: SessionChange[]; lost: string[] }
  | Extract<ZoneChanged, { reason: 'skipped_start' | 'would_be_past' }>

function plan(
  sessions: readonly SessionRow[],
  { classes, zone, now }: { classes: ReadonlyMap<string, LockedClass>; zone: string; now: Date },
): Planned {
  const changes: SessionChange[] = []
  const lost: string[] = []
  const past: SessionRow[] = []
  for (const session of sessions) {
    const at = { date: session.sessionDate, time: session.startTime }
    const length = session.endsAt.getTime() - session.startsAt.getTime()
    const clock = sessionClock({ ...at, zone, durationMinutes: Math.round(length / 60_000) })
    const isBooked = session.currentStudents > 0
    if (!clock) {
      if (isBooked) return { ok: false, reason: 'skipped_start', ...at, zone: session.timeZone }
      lost.push(session.id)
    } else if (clock.startsAt <= now) {
      if (isBooked) past.push(session)
      else lost.push(session.id)
    } else {
      const rule = classes.get(session.classId)
      if (!rule) throw new StartOver()
      const { location, onlineUrl, maxStudents, classTimeId, occursOn } = session
      changes.push({
        session,
        clock,
        place: { location, onlineUrl },
        maxStudents,
        bookingClosesAt: closesAfterChange(session, { startsAt: clock.startsAt, zone }, rule),
        classTimeId,
        occursOn,
      })
    }
  }
  if (past.length === 0) return { ok: true, changes, lost }
  const inOrder = past.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  return {
    ok: false,
    reason: 'would_be_past',
    sessions: inOrder.map(({ sessionDate, startTime, timeZone }) => ({
      date: sessionDate,
      startTime,
      // On the clock that the vendor's pages still have.
      zone: timeZone,
    })),
  }
}

/** Blocked times keep what their clock shows. Sessions that change after this are closed by it. */
async function moveBlockedTimes(tx: Tx, vendorId: VendorId, zone: string): Promise<void> {
  const blocked = await tx
    .selectFrom('blockedTimes')
    .where('vendorId', '=', vendorId)
    .select(['id', 'startsOn', 'endsOn', 'startTime', 'endTime'])
    .execute()
  for (const { id, ...shown } of blocked)
    await tx
      .updateTable('blockedTimes')
      .set(blockedSpan(shown, zone))
      .where('id', '=', id)
      .where('vendorId', '=', vendorId)
      .execute()
}

/** Empty sessions go. One that was moved on its own is cancelled, and its date stays taken. */
async function endLost(tx: Tx, sessionIds: readonly string[]): Promise<void> {
  const moved = await listMovedAlone(tx, sessionIds)
  await endEmptySessions(
    tx,
    sessionIds.filter((id) => !moved.includes(id)),
  )
  await cancelAll(tx, moved)
}

/** The bundles of all classes that have more sessions left than dates. */
async function listShort(tx: Tx, vendorId: VendorId): Promise<ShortBundle[]> {
  const held = await tx
    .selectFrom('passes as e')
    .where('e.vendorId', '=', vendorId)
    .where('e.classId', 'is not', null)
    .where(sql<boolean>`bundle_is_held(e)`)
    .distinct()
    .select('e.classId')
    .execute()
  const lists: ShortBundle[] = []
  for (const { classId } of held)
    if (classId !== null) lists.push(...(await listShortBundles(tx, { classId })))
  return lists
}
