import { sql } from 'kysely'
import type { VendorId } from '#core/shared/ids.ts'
import type { Db, Tx } from '#core/shared/db.ts'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import { changeOnce } from '#core/shared/sent-form.ts'
import { type Changed, changedSince, type Version } from '#core/shared/version.ts'
import { addDays, daysBetween, weekdayOf } from '#core/shared/time.ts'
import { sessionFields } from '../queries/own-sessions.ts'
import type { Reach } from '#core/classes/queries/reach.ts'
import { listShortBundles, type ShortBundle } from '#core/classes/queries/short-bundles.ts'
import {
  bookingClosesAt,
  closesAfterChange,
  occurrences,
  placesIn,
  isWithinHours,
} from '#core/classes/rules.ts'
import { endBefore, type NamedDay, newlyNamed, sessionClock } from '../rules.ts'
import { placeOf } from '#core/classes/schema.ts'
import { type SessionForm } from '../schema.ts'
import { endEmptySessions } from '../steps/end-empty-sessions.ts'
import { type Common, followChange, isOnTime } from '../steps/follow-change.ts'
import type { SkippedStart } from '../steps/skipped-start.ts'
import {
  askUnlessAgreed,
  type NotAgreed,
  type Question,
  type Stranded,
  strandedBetween,
} from '#core/classes/steps/agreement.ts'
import { moveToBlocked } from '../steps/blocked-starts.ts'
import { lockTimes } from '../steps/lock-times.ts'
import { changeStarts, type SessionsCollide } from '../steps/refuse-collisions.ts'
import {
  applySessionChanges,
  reachOf,
  type SessionChange,
  type SessionRow,
} from '../steps/apply-session-changes.ts'
import { type VendorLimit, vendorLimit } from '#core/classes/steps/vendor-limit.ts'
import { lockVendor, lockVendorToCount } from '#core/classes/steps/lock-vendor.ts'
import { fillClass } from './fill-sessions.ts'

export type SessionChanged =
  /**
   * `told`: customers to notify of a new time or place, including those who cannot be reached. `named`: days that the
   * weekly time leaves out or offers again.
   */
  | {
      ok: true
      classId: string
      changed: number
      told: Reach
      named: NamedDay[]
      stranded: Stranded
    }
  | NotAgreed
  | { ok: false; reason: 'not_found' | 'busy' }
  | Changed<SessionForm>
  | { ok: false; reason: 'session_past' }
  | ({ ok: false; reason: 'skipped_start' } & SkippedStart)
  | { ok: false; reason: 'below_booked'; booked: number; date: string }
  | SessionsCollide
  | VendorLimit

type Owned = { vendorId: VendorId; sessionId: string }

/** Changes one session: time, length, place, capacity. Customers who booked are notified of a new time or place. */
export async function changeSession(
  db: Db,
  owned: Owned,
  typed: SessionForm,
  now: Date,
  version: Version = null,
): Promise<SessionChanged> {
  return changeStarts<SessionChanged>(db, async (tx) => {
    const found = await lockWithClass(tx, owned, now, 'one')
    if (!found.ok) return found
    const changed = changedSince(version, valuesOf(found), typed)
    if (changed) return changed
    return changeLocked(tx, found, { form: withPlaces(found, typed) }, now)
  })
}

/**
 * Changes a session and every following one of its weekly pair; sessions made later follow too. The others take only what
 * was changed on the form, and keep what they have on their own.
 */
export async function changeFollowingSessions(
  db: Db,
  owned: Owned,
  typed: SessionForm,
  now: Date,
  version: Version = null,
): Promise<SessionChanged> {
  return changeStarts<SessionChanged>(db, async (tx) => {
    const found = await lockWithClass(tx, owned, now, 'following')
    if (!found.ok) return found
    const { vendorId, sessionId: id } = owned
    const sent = { kind: 'classSessions' as const, vendorId, id, form: typed, version }
    return changeOnce<SessionForm, SessionChanged>(
      tx,
      sent,
      { current: valuesOf(found), typed },
      () => changeFollowing(tx, found, withPlaces(found, typed), now),
    )
  })
}

async function changeFollowing(
  tx: Tx,
  found: Found,
  form: SessionForm,
  now: Date,
): Promise<SessionChanged> {
  const { session } = found
  const before = valuesOf(found)
  if (session.classTimeId === null || session.occursOn === null)
    return changeLocked(tx, found, { form }, now)
  const time = await findTime(tx, session.classTimeId)
  const half = halfOf(time, form, before)
  // A weekly time that has ended has no later sessions; splitting it would start it again.
  if (time.endsOn !== null && time.endsOn < session.occursOn)
    return changeLocked(tx, found, { form, time, half }, now)
  const limited = await vendorLimit(tx, session.vendorId, ['times'])
  if (limited) return limited
  const planned = plan(found, { form, time, half }, now)
  if (!planned.ok) return planned
  const { told, spots } = await reachOf(tx, planned.changes)
  const short = await listShortBundles(tx, { classId: session.classId })
  const days = daysBetween(session.sessionDate, form.date)
  const classTimeId = await splitTime(tx, time, {
    classStartDate: found.classRow.startDate,
    occursOn: session.occursOn,
    days,
    half,
  })
  await endEmptySessions(tx, planned.lost)
  await applySessionChanges(
    tx,
    planned.changes.map((one) => ({
      ...one,
      classTimeId,
      occursOn: addDays(one.session.occursOn ?? one.session.sessionDate, days),
    })),
  )
  const filled = await fillClass(tx, session.classId, now)
  const ofHalf = filled.filter((one) => one.classTimeId === classTimeId)
  const written = await effectsOf(tx, planned, { found, told, spots, short })
  const named = newlyNamed(ofHalf, new Map([[classTimeId, time]]))
  return askOrFinish({ ...written, finished: { ...written.finished, named } }, form)
}

/** What the later half of a split time has of its own; null follows the class. */
type Half = Pick<
  TimeRow,
  'startTime' | 'durationMinutes' | 'maxStudents' | 'location' | 'onlineUrl'
>

function halfOf(time: TimeRow, form: SessionForm, before: SessionForm): Half {
  const isTyped = (...names: (keyof SessionForm)[]) =>
    names.some((name) => form[name] !== before[name])
  const { startTime, durationMinutes, maxStudents } = form
  return {
    ...(isTyped('startTime') ? { startTime } : { startTime: time.startTime }),
    ...(isTyped('durationMinutes')
      ? { durationMinutes }
      : { durationMinutes: time.durationMinutes }),
    ...(isTyped('maxStudents') ? { maxStudents } : { maxStudents: time.maxStudents }),
    ...(isTyped('placeKind', 'location', 'onlineUrl')
      ? placeOf(form)
      : { location: time.location, onlineUrl: time.onlineUrl }),
  }
}

/** What the sessions of a time have in common. */
function commonOf(time: Half, ofClass: Common): Common {
  const hasPlace = time.location !== null || time.onlineUrl !== null
  const { location, onlineUrl } = hasPlace ? time : ofClass
  return {
    location,
    onlineUrl,
    durationMinutes: time.durationMinutes ?? ofClass.durationMinutes,
    maxStudents: time.maxStudents ?? ofClass.maxStudents,
  }
}

/** What the form of the chosen session shows. */
const valuesOf = ({ session: { sessionDate: date, ...session } }: Found): SessionForm =>
  sessionFields({ ...session, date })

const withPlaces = ({ classRow }: Found, form: SessionForm): SessionForm => ({
  ...form,
  maxStudents: placesIn(classRow, form),
})

/** The session with its class, and with those that follow it, locked. */
export async function lockWithClass(
  tx: Tx,
  { vendorId, sessionId }: Owned,
  now: Date,
  reach: 'one' | 'following',
) {
  const named = await tx
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .where('vendorId', '=', vendorId)
    .where('status', '=', 'confirmed')
    .select(['classId', 'startsAt'])
    .executeTakeFirst()
  if (!named) return { ok: false, reason: 'not_found' } as const
  if (named.startsAt <= now) return { ok: false, reason: 'session_past' } as const
  const ofClass = tx
    .selectFrom('classes')
    .where('id', '=', named.classId)
    .select([
      'kind',
      'startDate',
      'closesMinutesBefore',
      'registrationClosedDate',
      'durationMinutes',
      'maxStudents',
      'location',
      'onlineUrl',
    ])
  const classRow = await (
    reach === 'one' ? ofClass.forShare() : ofClass.forNoKeyUpdate()
  ).executeTakeFirstOrThrow()
  // Before the sessions: blocking a time locks the vendor, then the sessions in it.
  await (reach === 'one' ? lockVendor : lockVendorToCount)(tx, vendorId)
  // While the class is locked, nobody else splits its weekly times or moves their sessions. While the times are locked,
  // the worker creates no sessions.
  if (reach === 'following') await lockTimes(tx, named.classId)
  const following = reach === 'one' ? [] : await listFollowing(tx, sessionId)
  await lockSessions(tx, [sessionId, ...following])
  const sessions = await tx
    .selectFrom('classSessions')
    .where('id', 'in', [sessionId, ...following])
    .where('status', '=', 'confirmed')
    .where('startsAt', '>', now)
    .orderBy('id')
    .selectAll()
    .execute()
  const session = sessions.find(({ id }) => id === sessionId)
  if (!session) return { ok: false, reason: 'not_found' } as const
  const hours = classRow.kind === 'facility' ? await listHours(tx, session) : []
  return { ok: true, session, sessions, classRow, hours } as const
}

/** The weekly times of a facility on the days to come. */
function listHours(tx: Tx, { classId, vendorId, sessionDate }: SessionRow) {
  return tx
    .selectFrom('classTimes')
    .where('classId', '=', classId)
    .where('vendorId', '=', vendorId)
    .where((eb) => eb.or([eb('endsOn', 'is', null), eb('endsOn', '>', sessionDate)]))
    .select(['weekday', 'startTime'])
    .execute()
}

/** The sessions of the same weekly time from the given one on, including cancelled and past ones. */
async function listFollowing(tx: Tx, sessionId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('classSessions as s')
    .innerJoin('classSessions as f', 'f.classTimeId', 's.classTimeId')
    .whereRef('f.occursOn', '>=', 's.occursOn')
    .where('s.id', '=', sessionId)
    .select('f.id')
    .execute()
  return rows.map(({ id }) => id)
}

export type Found = Extract<Awaited<ReturnType<typeof lockWithClass>>, { ok: true }>

/** Writes what the form makes of locked sessions; asks unless the form agrees to the side effects. */
export async function changeLocked(
  tx: Tx,
  found: Found,
  to: Wanted,
  now: Date,
): Promise<SessionChanged> {
  const written = await writeChange(tx, found, to, now)
  return written.ok ? askOrFinish(written, to.form) : written
}

/** Writes what the form makes of locked sessions, whatever the side effects are. The caller asks, or undoes it. */
export async function writeChange(
  tx: Tx,
  found: Found,
  to: Wanted,
  now: Date,
): Promise<Written | Extract<SessionChanged, { ok: false }>> {
  const planned = plan(found, to, now)
  if (!planned.ok) return planned
  const { told, spots } = await reachOf(tx, planned.changes)
  const short = await listShortBundles(tx, { classId: found.session.classId })
  await endEmptySessions(tx, planned.lost)
  await applySessionChanges(tx, planned.changes)
  return effectsOf(tx, planned, { found, told, spots, short })
}

/** The side effects of a written change, and the affected rows, which a form has to agree to. */
type Written = {
  ok: true
  question: Pick<Question, 'removes' | 'reach' | 'isBlocked' | 'stranded'>
  about: string[]
  finished: Extract<SessionChanged, { ok: true }>
}

/** Runs after the writes: only then is it known which dates are left. */
async function effectsOf(
  tx: Tx,
  { changes, lost }: Plan,
  of: { found: Found; told: Reach; spots: readonly string[]; short: readonly ShortBundle[] },
): Promise<Written> {
  const { told } = of
  const { classId, vendorId } = of.found.session
  const blocked = await moveToBlocked(tx, { vendorId, changes })
  const { stranded, about } = strandedBetween(of.short, await listShortBundles(tx, { classId }))
  return {
    ok: true,
    question: {
      removes: lost.length,
      reach: told,
      isBlocked: blocked.isBlocked,
      stranded,
    },
    about: [...lost, ...of.spots, ...blocked.starts, ...about],
    finished: {
      ok: true,
      classId,
      changed: changes.length,
      told,
      named: [],
      stranded,
    },
  }
}

/**
 * Asks before removing empty sessions, before notifying people, before a session runs at a blocked time, and before bundle
 * sessions lose their dates.
 */
function askOrFinish({ question, about, finished }: Written, form: SessionForm): SessionChanged {
  return askUnlessAgreed(question, form, about) ?? finished
}

/** `lost`: empty sessions whose day lacks the new hour. */
type Plan = { changes: SessionChange[]; lost: string[] }
type Planned = ({ ok: true } & Plan) | Extract<SessionChanged, { ok: false }>

/** The form for the chosen session; for the others, the weekly time as it is and its later half. */
type Wanted = { form: SessionForm; time?: TimeRow; half?: Half }

/** What the form makes of the sessions. */
function plan(found: Found, wanted: Wanted, now: Date): Planned {
  const changes: SessionChange[] = []
  const lost: string[] = []
  for (const session of found.sessions) {
    const isChosen = session.id === found.session.id
    const change = isChosen ? changeOf(found, wanted.form) : follow(session, found, wanted)
    if (change === null) continue
    if ('skipped' in change) {
      if (isChosen || session.currentStudents > 0)
        return { ok: false, reason: 'skipped_start', ...change.skipped }
      lost.push(session.id)
      continue
    }
    if (change.clock.startsAt <= now) return { ok: false, reason: 'session_past' }
    if (change.maxStudents < session.currentStudents)
      return {
        ok: false,
        reason: 'below_booked',
        booked: session.currentStudents,
        date: session.sessionDate,
      }
    changes.push(change)
  }
  return { ok: true, changes, lost }
}

function changeOf({ session, classRow, hours }: Found, form: SessionForm) {
  const { date, startTime: time, durationMinutes, maxStudents } = form
  const zone = session.timeZone
  const clock = sessionClock({ date, time, zone, durationMinutes })
  if (!clock) return { skipped: { date, time, zone } }
  // A slot that was kept outside the hours is back in them.
  const isBack = isWithinHours(hours, classRow.durationMinutes, form)
  return {
    session,
    clock,
    place: placeOf(form),
    maxStudents,
    bookingClosesAt: isBack
      ? bookingClosesAt(clock.startsAt, zone, classRow)
      : closesAfterChange(session, { startsAt: clock.startsAt, zone }, classRow),
    classTimeId: session.classTimeId,
    occursOn: session.occursOn,
  }
}

function follow(session: SessionRow, found: Found, { form, time, half }: Wanted) {
  if (!time || !half) return null
  const days = daysBetween(found.session.sessionDate, form.date)
  return followChange(session, {
    before: commonOf(time, found.classRow),
    after: commonOf(half, found.classRow),
    moved: isOnTime(session, time) ? { days, startTime: half.startTime } : null,
    closesAt: (startsAt) =>
      closesAfterChange(session, { startsAt, zone: session.timeZone }, found.classRow),
  })
}

function findTime(tx: Tx, classTimeId: string) {
  return tx
    .selectFrom('classTimes')
    .where('id', '=', classTimeId)
    .selectAll()
    .executeTakeFirstOrThrow()
}

type TimeRow = Awaited<ReturnType<typeof findTime>>

/** Ends the weekly pair before a day of it and starts another with a clock, place and capacity of its own. */
async function splitTime(
  tx: Tx,
  time: TimeRow,
  {
    classStartDate,
    occursOn,
    days,
    half,
  }: { classStartDate: string; occursOn: string; days: number; half: Half },
): Promise<string> {
  const { endsOn, isWhole } = endBefore(time, { occursOn, classStartDate })
  await tx
    .updateTable('classTimes')
    .set({ endsOn, endsWithClass: false })
    .where('id', '=', time.id)
    .execute()
  // Not the form's day: this session may have been moved to another day alone. Nor its own date: another rhythm may have
  // left it between two dates.
  const from = time.startsOn > occursOn ? time.startsOn : occursOn
  const [first = from] = occurrences(
    { ...time, endsOn: null },
    from,
    addDays(from, 7 * time.everyWeeks),
  )
  const startsOn = addDays(first, days)
  const { id } = await tx
    .insertInto('classTimes')
    .values({
      classId: time.classId,
      vendorId: time.vendorId,
      weekday: weekdayOf(startsOn),
      everyWeeks: time.everyWeeks,
      startsOn: startsOn,
      startsWithClass: time.startsWithClass && isWhole,
      // They move with the sessions; otherwise a date would be created twice or never.
      endsOn: time.endsOn === null ? null : addDays(time.endsOn, days),
      endsWithClass: time.endsWithClass,
      ...half,
      // Dates that were left out may exist on another day or at another hour.
      filledUntil: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Includes cancelled dates and past dates that were moved forward, so that neither is offered again. Of a time that moves
  // as a whole, all dates: it has none of its own left.
  await tx
    .updateTable('classSessions')
    .set((eb) => ({
      classTimeId: id,
      occursOn: eb('occursOn', '+', sql<string>`${days}::int`),
    }))
    .where('vendorId', '=', time.vendorId)
    .where('classTimeId', '=', time.id)
    .$if(!isWhole, (sessions) => sessions.where('occursOn', '>=', occursOn))
    .execute()
  return id
}
