import { emit } from '#core/events/emit.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { addDays, type LocalDate, todayIn } from '#core/shared/time.ts'
import { lockBlockedSpans } from '../queries/blocked-times.ts'
import {
  bookingClosesAt,
  type ClassTime,
  daysBeforeOpening,
  daysMade,
  type LeftOut,
  occurrences,
  overlaps,
  sessionClock,
  type Span,
  weeksAhead,
} from '../rules.ts'

export type FillableTime = Awaited<ReturnType<typeof listTimes>>[number]

/** The weekly times of a class with all values for creating sessions. */
export function listTimes(
  tx: Tx,
  where:
    | { classId: string }
    | { vendorId: VendorId }
    | { vendorIds: readonly VendorId[]; dueOn: LocalDate; most: number },
) {
  const times = tx
    .selectFrom('classTimes')
    .innerJoin('classes', 'classes.id', 'classTimes.classId')
    .innerJoin('vendors', 'vendors.id', 'classTimes.vendorId')
    .where('classes.status', '=', 'active')
    .select((eb) => [
      'classTimes.id',
      'classTimes.classId',
      'classTimes.vendorId',
      'classTimes.weekday',
      'classTimes.startTime',
      'classTimes.everyWeeks',
      'classTimes.startsOn',
      'classTimes.filledUntil',
      'classTimes.leftOut',
      'classes.kind',
      'classes.daysAhead',
      'classes.closesMinutesBefore',
      'classes.registrationClosedDate',
      'classes.instructorUserId',
      'vendors.timeZone',
      'classes.startDate',
      // A weekly time's own last day is limited by that of the class.
      sql<
        string | null
      >`case when class_times.ends_with_class then class_times.ends_on else least(class_times.ends_on, classes.end_date) end`.as(
        'endsOn',
      ),
      eb.fn.coalesce('classTimes.durationMinutes', 'classes.durationMinutes').as('durationMinutes'),
      eb.fn.coalesce('classTimes.maxStudents', 'classes.maxStudents').as('maxStudents'),
      sql<
        string | null
      >`case when num_nonnulls(class_times.location, class_times.online_url) = 0 then classes.location else class_times.location end`.as(
        'location',
      ),
      sql<
        string | null
      >`case when num_nonnulls(class_times.location, class_times.online_url) = 0 then classes.online_url else class_times.online_url end`.as(
        'onlineUrl',
      ),
    ])
    .forNoKeyUpdate('classTimes')
  if ('classId' in where)
    return times.where('classTimes.classId', '=', where.classId).orderBy('classTimes.id').execute()
  if ('vendorId' in where)
    return times
      .where('classTimes.vendorId', '=', where.vendorId)
      .orderBy('classTimes.id')
      .execute()
  return times
    .where('classTimes.vendorId', 'in', [...where.vendorIds])
    .where(isDue(where.dueOn))
    .skipLocked()
    .limit(where.most)
    .execute()
}

/** `daysMade`, with a day of tolerance, so that not every weekly time is updated at every midnight of every zone. */
const isDue = (today: LocalDate) =>
  sql<boolean>`(class_times.filled_until is null
    or class_times.filled_until < ${today}::date - 1 + least(${weeksAhead * 7}::int, classes.days_ahead + ${daysBeforeOpening}::int)
    and (class_times.ends_on is null or class_times.filled_until < class_times.ends_on))`

type Filling = {
  now: Date
  /** what the vendor has blocked */
  blocked: readonly Span[]
  /** only these days, which were left out before */
  again?: { from: LocalDate; to: LocalDate }
}

/** How many sessions a weekly time made, and the days that it left out. */
type Filled = { made: number; leftOut: (LeftOut & { classTimeId: string })[] }

/**
 * Creates missing sessions of a weekly time, as far ahead as `daysMade` says. Leaves out starts that a clock change skips,
 * times that the vendor has blocked, and slots that would overlap another one of their facility.
 */
export async function fillTime(
  tx: Tx,
  time: FillableTime,
  { now, blocked, again }: Filling,
): Promise<Filled> {
  const zone = time.timeZone
  const today = todayIn(zone, now)
  const ahead = addDays(today, daysMade(time))
  const until = again ? ([again.to, time.filledUntil ?? ''].toSorted()[0] ?? '') : ahead
  if (until === '') return { made: 0, leftOut: [] }
  const pair = {
    weekday: time.weekday,
    startTime: time.startTime,
    everyWeeks: time.everyWeeks,
    startsOn: time.startsOn,
    endsOn: time.endsOn,
  }
  const next =
    again?.from ?? (time.filledUntil === null ? time.startsOn : addDays(time.filledUntil, 1))
  // If the class starts later than its weekly times did, their rhythm stays.
  const from = [next, time.startDate, today].toSorted().at(-1) ?? today
  const leftOut: Filled['leftOut'] = []
  const leaveOut = (date: LocalDate, why: LeftOut['why']) =>
    leftOut.push({ classTimeId: time.id, date, time: time.startTime, zone, why })
  const days = occurrences(pair, from, until)
  const own = await findOwn(
    tx,
    time,
    days.map((occursOn) => ({ occursOn })),
  )
  const open = days.flatMap((date) => {
    if (own.has(date) || time.leftOut.includes(date)) return []
    const clock = sessionClock({
      date,
      time: time.startTime,
      zone,
      durationMinutes: time.durationMinutes,
    })
    if (!clock || clock.startsAt <= now) {
      // Nobody expects the hours of a court that are over.
      if (!clock || time.kind === 'class') leaveOut(date, clock ? 'past' : 'clock')
      return []
    }
    const closes = {
      closesMinutesBefore: time.closesMinutesBefore,
      registrationClosedDate: time.registrationClosedDate,
    }
    return [
      {
        classId: time.classId,
        vendorId: time.vendorId,
        classTimeId: time.id,
        occursOn: date,
        sessionDate: clock.date,
        startTime: clock.startTime,
        endTime: clock.endTime,
        timeZone: zone,
        startsAt: clock.startsAt,
        endsAt: clock.endsAt,
        bookingClosesAt: bookingClosesAt(clock.startsAt, zone, closes),
        location: time.location,
        onlineUrl: time.onlineUrl,
        instructorUserId: time.instructorUserId,
        status: 'confirmed' as const,
        maxStudents: time.maxStudents,
      },
    ]
  })
  const taken = await findTaken(tx, time, open)
  const slots = await listSlots(tx, time, open)
  const missing = open.filter((row) => {
    const isFree = (spans: readonly Span[]) => !spans.some((span) => overlaps(span, row))
    const session = taken.get(row.occursOn)
    if (session === undefined && isFree(blocked) && isFree(slots)) return true
    if (session === undefined) leaveOut(row.occursOn, isFree(blocked) ? 'slot' : 'blocked')
    else if (session === 'elsewhere') leaveOut(row.occursOn, 'cancelled')
    return false
  })
  if (missing.length > 0) {
    const made = await tx
      .insertInto('classSessions')
      .values(missing)
      .onConflict((conflict) => conflict.columns(['classTimeId', 'occursOn']).doNothing())
      .returning('id')
      .execute()
    if (made.length > 0) await emit(tx, 'session.created', { sessionIds: made.map(({ id }) => id) })
  }
  if (!again)
    await tx
      .updateTable('classTimes')
      .set({ filledUntil: until })
      .where('id', '=', time.id)
      .execute()
  return { made: missing.length, leftOut }
}

/**
 * The days that a weekly time leaves to other sessions after its hour or weekday changes, when `findTaken` no longer
 * recognizes them: a day stays in its week. To be read before anything of the change is written. `from`: the change is of
 * the sessions from this day on, and those before it are another time's.
 */
export async function leftOutAfter(
  tx: Tx,
  time: TimeOfClass,
  {
    days,
    startTime,
    today,
    from = today,
  }: { days: number; startTime: string; today: LocalDate; from?: LocalDate },
): Promise<LocalDate[]> {
  const inWeek = days % 7
  const leftOut = [...time.leftOut]
  if (inWeek !== 0 || startTime !== time.startTime) {
    const coming = occurrences({ ...time, endsOn: null }, today, addDays(today, weeksAhead * 7))
    const rows = coming.map((occursOn) => ({ occursOn }))
    const own = await findOwn(
      tx,
      time,
      rows.filter(({ occursOn }) => occursOn >= from),
    )
    const others = rows.filter(({ occursOn }) => !own.has(occursOn) && !leftOut.includes(occursOn))
    leftOut.push(...(await findTaken(tx, time, others)).keys())
  }
  return leftOut.map((day) => addDays(day, inWeek))
}

type TimeOfClass = Pick<FillableTime, 'id' | 'classId' | 'leftOut' | keyof ClassTime>

type Day = { occursOn: LocalDate }

/** Days that the weekly time has made already, also if they were cancelled or moved. */
async function findOwn(tx: Tx, { id }: TimeOfClass, rows: readonly Day[]) {
  if (rows.length === 0) return new Set()
  const days = rows.map(({ occursOn }) => occursOn)
  const own = await tx
    .selectFrom('classSessions')
    .where('classTimeId', '=', id)
    .where('occursOn', 'in', days)
    .select('occursOn')
    .execute()
  return new Set(own.map(({ occursOn }) => occursOn))
}

/**
 * Days on which the class has a session at this hour already, one that was kept or added by hand or that another weekly time
 * made, and days whose session was moved elsewhere. A cancelled one counts too: its customers were notified that the date is
 * cancelled, so a weekly time that is removed and added again must not sell it. Freed ones do not count: what 'cancel all
 * following' ended, and empty ones that went with their time, may be offered again. `there`: a session takes place at this
 * hour of that day.
 */
async function findTaken(
  tx: Tx,
  { classId, startTime }: TimeOfClass,
  rows: readonly Day[],
): Promise<Map<LocalDate, 'there' | 'elsewhere'>> {
  if (rows.length === 0) return new Map()
  const days = rows.map(({ occursOn }) => occursOn)
  const sessions = tx.selectFrom('classSessions as s').where('s.classId', '=', classId)
  // By their clocks: a cancelled session keeps its instant in a new time zone of the vendor.
  const starting = await sessions
    .where('s.isFreed', '=', false)
    .where('s.startTime', '=', startTime)
    .where('s.sessionDate', 'in', days)
    .select(['s.sessionDate as day', 's.status'])
    .execute()
  const made = await sessions
    .innerJoin('classTimes as t', 't.id', 's.classTimeId')
    .where('t.startTime', '=', startTime)
    .where('s.occursOn', 'in', days)
    .select('s.occursOn as day')
    .execute()
  const there = starting.filter(({ status }) => status === 'confirmed')
  return new Map([
    ...[...made, ...starting].flatMap(({ day }) =>
      day === null ? [] : [[day, 'elsewhere'] as const],
    ),
    ...there.map(({ day }) => [day, 'there'] as const),
  ])
}

/** The slots of a facility in this time: kept at another length, moved, or added by hand. Sessions of a class may overlap. */
async function listSlots(
  tx: Tx,
  { classId, kind }: Pick<FillableTime, 'classId' | 'kind'>,
  rows: readonly Span[],
): Promise<Span[]> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (kind === 'class' || !first || !last) return []
  return tx
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .where('status', '=', 'confirmed')
    .where('endsAt', '>', first.startsAt)
    .where('startsAt', '<', last.endsAt)
    .select(['startsAt', 'endsAt'])
    .execute()
}

async function fillAll(
  tx: Tx,
  times: readonly FillableTime[],
  now: Date,
): Promise<Filled['leftOut']> {
  const spans = await lockBlockedSpans(
    tx,
    times.map(({ vendorId }) => vendorId),
  )
  const leftOut: Filled['leftOut'] = []
  for (const time of times) {
    const filled = await fillTime(tx, time, { now, blocked: spans.get(time.vendorId) ?? [] })
    leftOut.push(...filled.leftOut)
  }
  return leftOut
}

/** Returns the days that its weekly times left out now. */
export async function fillClass(tx: Tx, classId: string, now: Date): Promise<Filled['leftOut']> {
  return fillAll(tx, await listTimes(tx, { classId }), now)
}

/** The same, as if nothing had been created yet: the first answer may not have been read. */
export async function fillClassAgain(
  tx: Tx,
  classId: string,
  now: Date,
): Promise<Filled['leftOut']> {
  const times = await listTimes(tx, { classId })
  return fillAll(
    tx,
    times.map((time) => ({ ...time, filledUntil: null })),
    now,
  )
}

/** Creates what is missing of all weekly times of a vendor, also the dates that were left out before. */
export async function fillVendorAgain(tx: Tx, vendorId: VendorId, now: Date): Promise<void> {
  const times = await listTimes(tx, { vendorId })
  await fillAll(
    tx,
    times.map((time) => ({ ...time, filledUntil: null })),
    now,
  )
}

/** The worker's job: creates missing future sessions. Returns how many weekly times it updated. */
export async function fillDueTimes(db: Db, now: Date, most = 100): Promise<number> {
  const dueOn = now.toISOString().slice(0, 10)
  return db.transaction().execute(async (tx) => {
    const vendors = await tx
      .selectFrom('classTimes')
      .innerJoin('classes', 'classes.id', 'classTimes.classId')
      .where('classes.status', '=', 'active')
      .where(isDue(dueOn))
      .distinct()
      .select('classTimes.vendorId')
      .limit(most)
      .execute()
    if (vendors.length === 0) return 0
    const vendorIds = vendors.map(({ vendorId }) => vendorId)
    // The vendors come before their weekly times (docs/locking.md).
    await lockBlockedSpans(tx, vendorIds)
    const due = await listTimes(tx, { vendorIds, dueOn, most })
    await fillAll(tx, due, now)
    return due.length
  })
}
