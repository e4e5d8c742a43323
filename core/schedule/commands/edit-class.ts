import { emit } from '#core/events/emit.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import { changeOnce } from '#core/shared/sent-form.ts'
import type { Changed, Version } from '#core/shared/version.ts'
import { addDays, todayIn, weekdayOf } from '#core/shared/time.ts'
import { stillRuns } from '#core/classes/queries/class-cards.ts'
import { editFields, findOwnClass } from '#core/classes/queries/own-classes.ts'
import type { Reach } from '#core/classes/queries/reach.ts'
import { listShortBundles } from '#core/classes/queries/short-bundles.ts'
import { bookingClosesAt, type ClassTime, isWithinHours, samePlace } from '#core/classes/rules.ts'
import { type NamedDay, newlyNamed, overlaps, type Span } from '../rules.ts'
import { placeOf, type ClassForm } from '#core/classes/schema.ts'
import {
  askUnlessAgreed,
  type NotAgreed,
  type Stranded,
  strandedBetween,
} from '#core/classes/steps/agreement.ts'
import {
  applySessionChanges,
  lockFutureSessions,
  reachOf,
  type SessionChange,
  type SessionRow,
} from '../steps/apply-session-changes.ts'
import { moveToBlocked } from '../steps/blocked-starts.ts'
import { lockVendor, lockVendorToCount } from '#core/classes/steps/lock-vendor.ts'
import { changeStarts, type SessionsCollide } from '../steps/refuse-collisions.ts'
import { endEmptySessions } from '../steps/end-empty-sessions.ts'
import { followChange, isOnTime, lengthOf } from '../steps/follow-change.ts'
import {
  addTimes,
  classColumns,
  type HoursOverlap,
  hoursOverlap,
  newTimes,
} from './create-class.ts'
import { fillClass } from './fill-sessions.ts'
import {
  becomeTwice,
  losesItsDate,
  newDayOf,
  planTimes,
  type TimePlan,
  type TimeRow,
} from '../steps/plan-times.ts'
import { type SkippedStart, skippedFirst } from '../steps/skipped-start.ts'
import { type VendorLimit, vendorLimit } from '#core/classes/steps/vendor-limit.ts'
import { writeExtras } from '#core/classes/steps/write-extras.ts'

export type ClassEdited =
  /**
   * `kept`: sessions with bookings of a time that was removed; they stay until cancelled. `told`: customers to notify of a
   * new time or place, including those who cannot be reached. `named`: days that new or moved weekly times leave
   * out or offer again.
   */
  | {
      ok: true
      changed: number
      kept: number
      told: Reach
      named: NamedDay[]
      stranded: Stranded
    }
  | NotAgreed
  | { ok: false; reason: 'not_found' | 'busy' }
  /** the price was typed in a currency that the vendor no longer has */
  | { ok: false; reason: 'currency_changed' }
  | Changed<ClassForm>
  /** two weekly times would run at the same day and hour */
  | { ok: false; reason: 'time_twice' }
  | HoursOverlap
  | SessionsCollide
  | ({ ok: false; reason: 'skipped_start' } & SkippedStart)
  | { ok: false; reason: 'below_booked'; booked: number; date: string }
  /** booked sessions would move into the past */
  | {
      ok: false
      reason: 'would_be_past'
      sessions: { date: string; startTime: string; zone: string }[]
    }
  /** a bundle on sale would cost more than its sessions */
  | { ok: false; reason: 'bundle_dearer'; bundle: string }
  /** customers have credits, which cannot be used in a closed class */
  | { ok: false; reason: 'bundles_open'; customers: number }
  | VendorLimit

/** Saves a class and updates its future sessions, except values that were changed for one session only. */
export async function editClass(
  db: Db,
  vendorId: VendorId,
  classId: string,
  form: ClassForm,
  now: Date,
  version: Version = null,
): Promise<ClassEdited> {
  return changeStarts<ClassEdited>(db, async (tx) => {
    const before = await lockClass(tx, vendorId, classId)
    const lock = newTimes(form).length > 0 ? lockVendorToCount : lockVendor
    const { timeZone: zone, currency } = await lock(tx, vendorId)
    const found = before && (await findOwnClass(tx, { vendorId, classId }))
    // Each kind has a form of its own.
    if (!before || !found || found.kind !== form.kind) return { ok: false, reason: 'not_found' }
    if (form.currency !== currency) return { ok: false, reason: 'currency_changed' }
    const sent = { kind: 'classes' as const, vendorId, id: classId, form, version }
    return changeOnce<ClassForm, ClassEdited>(
      tx,
      sent,
      { current: editFields(found), typed: form },
      () => editLocked(tx, { vendorId, before, zone, form, now }),
    )
  })
}

type Editing = { vendorId: VendorId; before: ClassRow; zone: string; form: ClassForm; now: Date }

async function editLocked(
  tx: Tx,
  { vendorId, before, zone, form, now }: Editing,
): Promise<ClassEdited> {
  const classId = before.id
  const dearer = form.priceMinor < before.priceMinor && (await findDearerBundle(tx, classId, form))
  if (dearer) return { ok: false, reason: 'bundle_dearer', bundle: dearer.bundleName }

  const today = todayIn(zone, now)
  const startDate = form.startDate < today ? today : form.startDate
  const added = newTimes({ ...form, startDate })
  const skipped = skippedFirst(added, { zone, now })
  if (skipped) return { ok: false, reason: 'skipped_start', ...skipped }
  const limited = added.length > 0 && (await vendorLimit(tx, vendorId, ['times', 'sessions']))
  if (limited) return limited

  const times = (await timesOf(tx, classId)).filter(
    ({ endsOn }) => endsOn === null || endsOn >= today,
  )
  const plans = planTimes(times, { before, form, today })
  if (plans.some((one, at) => plans.slice(at + 1).some((other) => becomeTwice(one, other))))
    return { ok: false, reason: 'time_twice' }
  if (hoursOverlap(form, [...added, ...plans.map(({ pair }) => pair)]))
    return { ok: false, reason: 'hours_overlap' }
  const sessions = await lockFutureSessions(tx, { classId, vendorId, now })
  // After the locks that buying a bundle takes.
  const holders =
    form.visibility === 'closed' && before.visibility !== 'closed'
      ? await countBundleHolders(tx, classId)
      : 0
  if (holders > 0) return { ok: false, reason: 'bundles_open', customers: holders }
  const changes: SessionChange[] = []
  const past: SessionRow[] = []
  const lost: SessionRow[] = []
  for (const session of sessions) {
    const moved = follow(session, { before, form, times, plans, zone, now })
    const isOver = moved !== null && 'clock' in moved && moved.clock.startsAt <= now
    if (isOver && session.currentStudents > 0) {
      past.push(session)
      continue
    }
    // An empty session keeps its hour if the new one is over, and takes the rest.
    const change = isOver ? follow(session, { before, form, times, plans: [], zone, now }) : moved
    if (change === null) continue
    if ('skipped' in change) {
      if (session.currentStudents > 0)
        return { ok: false, reason: 'skipped_start', ...change.skipped }
      lost.push(session)
      continue
    }
    if (change.maxStudents < session.currentStudents)
      return {
        ok: false,
        reason: 'below_booked',
        booked: session.currentStudents,
        date: session.sessionDate,
      }
    changes.push(change)
  }
  if (past.length > 0) return { ok: false, reason: 'would_be_past', sessions: inOrder(past) }
  const endings = { before, form, times, plans, sessions, lost }
  if (form.kind === 'facility')
    lost.push(...inTheWay(sessions, { changes, gone: planEndings(endings).empty }))
  const ending = planEndings(endings)
  const staying = changes.filter(({ session: { id } }) => !ending.empty.includes(id))
  const { told, spots } = await reachOf(tx, staying)
  const short = await listShortBundles(tx, { classId })
  await tx
    .updateTable('classes')
    .set((eb) => ({ ...classColumns(form), updatedAt: eb.fn<Date>('now') }))
    .where('id', '=', classId)
    .execute()
  await writeExtras(tx, { classId, vendorId }, form.extras)
  // First: what stays may take the place of what goes.
  await endEmptySessions(tx, ending.empty)
  await applySessionChanges(tx, staying)
  await replaceTimes(tx, { vendorId, before, added, plans, today, ending })
  const named = newlyNamed(await fillClass(tx, classId, now), endingWith(before, plans))
  // After the writes: only then is it known which dates are left.
  const { stranded, about } = strandedBetween(short, await listShortBundles(tx, { classId }))
  const blocked = await moveToBlocked(tx, { vendorId, changes: staying })
  const question = {
    removes: ending.empty.length,
    reach: told,
    isBlocked: blocked.isBlocked,
    stranded,
  }
  const asked = askUnlessAgreed(question, form, [
    ...ending.empty,
    ...spots,
    ...blocked.starts,
    ...about,
  ])
  if (asked) return asked
  const isPublished = before.visibility === 'closed' && form.visibility !== 'closed'
  await emit(tx, isPublished ? 'class.published' : 'class.changed', { classId, vendorId })
  const { kept } = ending
  return { ok: true, changed: staying.length, kept, told, named, stranded }
}

function inOrder(sessions: readonly SessionRow[]) {
  return sessions
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
    .map(({ sessionDate, startTime, timeZone }) => ({
      date: sessionDate,
      startTime,
      zone: timeZone,
    }))
}

/** The weekly times as they were before, until their last day or that of the class. */
function endingWith({ endDate }: ClassRow, plans: readonly TimePlan[]) {
  return new Map(
    plans.map(({ time }) => {
      const [endsOn = null] = [time.endsOn, endDate].filter((day) => day !== null).toSorted()
      return [time.id, { ...time, endsOn }]
    }),
  )
}

function lockClass(tx: Tx, vendorId: VendorId, classId: string) {
  return (
    tx
      .selectFrom('classes')
      .where('id', '=', classId)
      .where('vendorId', '=', vendorId)
      .where('status', '=', 'active')
      .selectAll()
      // Not FOR UPDATE: a second change of a session in one transaction checks its foreign key to the class again, and
      // would wait.
      .forNoKeyUpdate()
      .executeTakeFirst()
  )
}

/** A bundle on sale that costs more than its sessions at this price of the class. */
function findDearerBundle(tx: Tx, classId: string, { priceMinor }: { priceMinor: number }) {
  return tx
    .selectFrom('sessionBundles')
    .where('classId', '=', classId)
    .where('isActive', '=', true)
    .where(sql<boolean>`bundle_price_minor > session_count * ${priceMinor}::bigint`)
    .orderBy('bundleName')
    .select('bundleName')
    .executeTakeFirst()
}

/** Customers who hold bundles of a class. */
async function countBundleHolders(tx: Tx, classId: string): Promise<number> {
  const { holders } = await tx
    .selectFrom('passes as e')
    .where('e.classId', '=', classId)
    .where(sql<boolean>`bundle_is_held(e)`)
    .select(sql<number>`count(distinct e.purchase_id)::integer`.as('holders'))
    .executeTakeFirstOrThrow()
  return holders
}

type ClassRow = NonNullable<Awaited<ReturnType<typeof lockClass>>>

function timesOf(tx: Tx, classId: string) {
  return tx
    .selectFrom('classTimes as t')
    .where('t.classId', '=', classId)
    .where(stillRuns)
    .orderBy('t.id')
    .selectAll()
    .forNoKeyUpdate()
    .execute()
}

function follow(
  session: SessionRow,
  {
    before,
    form,
    times,
    plans,
    zone,
    now,
  }: {
    before: ClassRow
    form: ClassForm
    times: readonly TimeRow[]
    plans: readonly TimePlan[]
    zone: string
    now: Date
  },
) {
  const plan = plans.find(({ time }) => time.id === session.classTimeId)
  const moves = plan && isOnTime(session, plan.time) && !losesItsDate(session, plan)
  // A slot that is booked keeps its length, and one that is not where its weekly time puts it.
  const keepsLength = form.kind === 'facility' && (session.currentStudents > 0 || !moves)
  const durationMinutes = keepsLength ? before.durationMinutes : form.durationMinutes
  const isOut = form.kind === 'facility' && isOutOfHours(session, { before, form, times, plan })
  const closed = session.bookingClosesAt < now ? session.bookingClosesAt : now
  return followChange(session, {
    before,
    after: { ...form, ...placeOf(form), durationMinutes },
    moved: moves ? { days: plan.days, startTime: plan.pair.startTime } : null,
    closesAt: (startsAt) => (isOut ? closed : bookingClosesAt(startsAt, zone, form)),
  })
}

/**
 * Slots that become longer and would run into one that is booked or stays as it is, or into an earlier one of them. `gone`:
 * slots that end anyway.
 */
function inTheWay(
  sessions: readonly SessionRow[],
  { changes, gone }: { changes: readonly SessionChange[]; gone: readonly string[] },
): SessionRow[] {
  const clocks = new Map<string, Span>(changes.map(({ session, clock }) => [session.id, clock]))
  const slots = sessions
    .filter(({ id }) => !gone.includes(id))
    .map((session) => ({ session, span: clocks.get(session.id) ?? session }))
    .toSorted((one, other) => one.span.startsAt.getTime() - other.span.startsAt.getTime())
  const grows = ({ session, span }: (typeof slots)[number]) =>
    session.currentStudents === 0 && span.endsAt > session.endsAt
  const firm = slots.filter((slot) => !grows(slot)).map(({ span }) => span)
  let near = firm.shift()
  let last: Span | undefined
  return slots.filter(grows).flatMap(({ session, span }) => {
    while (near && near.endsAt <= span.startsAt) near = firm.shift()
    const isFree = ![near, last].some((other) => other && overlaps(other, span))
    if (!isFree) return [session]
    last = span
    return []
  })
}

type Hours = {
  before: ClassRow
  form: ClassForm
  /** before the edit */
  times: readonly TimeRow[]
  plan: TimePlan | undefined
}

/** Whether a weekly slot has no place in the opening hours any more. If it is booked, it stays, and is not sold again. */
function isOutOfHours(session: SessionRow, { before, form, times, plan }: Hours): boolean {
  if (session.classTimeId === null) return false
  const isInHours = wasPlaced(session, { before, times })
    ? isWithinHours(form.times, form.durationMinutes, {
        date: session.sessionDate,
        startTime: session.startTime,
        durationMinutes: lengthOf(session),
      })
    : isOnSlot(session, form.times)
  return (!plan && !isInHours) || isOutOfDays(session, { before, form, plan })
}

const isOnSlot = (
  { sessionDate, startTime }: SessionRow,
  times: readonly { weekday: number; startTime: string }[],
) => times.some((time) => time.weekday === weekdayOf(sessionDate) && time.startTime === startTime)

/** Whether the vendor moved a slot within the hours, to a time that is the start of none. One that was kept outside is closed. */
function wasPlaced(
  session: SessionRow,
  { before, times }: Pick<Hours, 'before' | 'times'>,
): boolean {
  const closesAt = bookingClosesAt(session.startsAt, session.timeZone, before)
  return session.bookingClosesAt >= closesAt && !isOnSlot(session, times)
}

/** A slot that was kept outside the hours for its customer, who has gone since. */
const isLeftOver = (session: SessionRow, of: Parameters<typeof isOutOfHours>[1]) =>
  of.form.kind === 'facility' && session.currentStudents === 0 && isOutOfHours(session, of)

/** Whether it is after the last day of its weekly time, or before a first day that has moved. */
function isOutOfDays(
  session: SessionRow,
  { before, form, plan }: { before: ClassRow; form: ClassForm; plan: TimePlan | undefined },
): boolean {
  const day = newDayOf(session, plan)
  if (day === null) return false
  const lastDay = plan?.time.endsWithClass ? plan.pair.endsOn : form.endDate
  // Only if the first day moves, because a split may have placed sessions before it on purpose.
  const isBeforeStart = form.startDate > before.startDate && day < form.startDate
  return isBeforeStart || (lastDay !== null && day > lastDay)
}

type Ending = { removed: string[]; empty: string[]; kept: number }

/** What the edit ends: weekly times and their empty sessions, and how many booked ones stay. */
function planEndings({
  before,
  form,
  times,
  plans,
  sessions,
  lost,
}: {
  before: ClassRow
  form: ClassForm
  times: readonly TimeRow[]
  plans: readonly TimePlan[]
  sessions: readonly SessionRow[]
  /** their day lacks the new hour */
  lost: readonly SessionRow[]
}): Ending {
  const removed = times
    .filter(({ id }) => !plans.some(({ time }) => time.id === id))
    .map(({ id }) => id)
  const beyond = sessions.filter((session) => {
    const { classTimeId } = session
    if (classTimeId === null) return false
    const plan = plans.find(({ time }) => time.id === classTimeId)
    return (
      removed.includes(classTimeId) ||
      isLeftOver(session, { before, form, times, plan }) ||
      isOutOfDays(session, { before, form, plan }) ||
      losesItsDate(session, plan) ||
      lost.includes(session)
    )
  })
  const empty = beyond.filter(({ currentStudents }) => currentStudents === 0).map(({ id }) => id)
  return { removed, empty, kept: beyond.length - empty.length }
}

/** Updates kept weekly times, adds new ones, and ends removed ones, whose booked sessions stay. */
async function replaceTimes(
  tx: Tx,
  input: {
    vendorId: VendorId
    before: ClassRow
    added: readonly ClassTime[]
    plans: readonly TimePlan[]
    today: string
    ending: Ending
  },
): Promise<void> {
  const { before, added, plans, today, vendorId } = input
  const { removed } = input.ending
  for (const plan of plans) await rewriteTime(tx, before, plan)
  if (removed.length > 0)
    await tx
      .updateTable('classTimes')
      // Over everywhere, also in a zone where today is two days earlier.
      .set({ endsOn: addDays(today, -3), endsWithClass: false, filledUntil: today })
      .where('id', 'in', removed)
      .execute()
  await addTimes(tx, { vendorId, classId: before.id, times: added })
}

async function rewriteTime(tx: Tx, before: ClassRow, { time, pair, days }: TimePlan) {
  const place = { location: time.location, onlineUrl: time.onlineUrl }
  await tx
    .updateTable('classTimes')
    .set({
      ...pair,
      // Values equal to the class follow it, as in existing sessions; otherwise later sessions would be created with old
      // values.
      ...(time.durationMinutes === before.durationMinutes && { durationMinutes: null }),
      ...(time.maxStudents === before.maxStudents && { maxStudents: null }),
      ...(samePlace(place, before) && { location: null, onlineUrl: null }),
      filledUntil: null,
    })
    .where('id', '=', time.id)
    .execute()
  // Past and cancelled ones too: a cancelled session must not come back on the new weekday.
  if (days !== 0)
    await tx
      .updateTable('classSessions')
      .set((eb) => ({ occursOn: eb('occursOn', '+', sql<string>`${days}::int`) }))
      .where('classTimeId', '=', time.id)
      .execute()
}
