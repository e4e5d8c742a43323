import { emit } from '#core/events/emit.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { addDays, type LocalDate, todayIn } from '#core/shared/time.ts'
import { lockSessions } from '#core/seats/steps/lock-sessions.ts'
import { inSavepoint } from '#core/shared/savepoint.ts'
import { lockBlockedSpans } from '../queries/blocked-times.ts'
import { bookingClosesAt, occurrences } from '#core/classes/rules.ts'
import {
  daysBeforeOpening,
  daysMade,
  type NamedDay,
  overlaps,
  sessionClock,
  type Span,
  weeksAhead,
} from '../rules.ts'
import { refusedBy } from '../steps/refuse-collisions.ts'

type FillableTime = Awaited<ReturnType<typeof listTimes>>[number]

/** The weekly times of a class with all values for creating sessions. */
function listTimes(
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
    or class_times.filled_until < ${today}::date - 1 + least(${weeksAhead * 7}::int, case classes.kind when 'facility' then classes.days_ahead + ${daysBeforeOpening}::int end)
    and (class_times.ends_on is null or class_times.filled_until < class_times.ends_on))`

type Filling = {
  now: Date
  /** what the vendor has blocked */
  blocked: readonly Span[]
  /** only these days, which were left out before */
  again?: { from: LocalDate; to: LocalDate }
}

/** A day of a weekly time, left out or offered again, that the vendor reads about. */
export type NamedOfTime = NamedDay & { classTimeId: string }

/** How many sessions a weekly time made, the days to name, and the sessions that are its own from now on. */
type Filled = { made: number; named: NamedOfTime[]; adopted: Adopted[] }
type Adopted = { id: string; classTimeId: string; occursOn: LocalDate }

// Each round loses only to a session that somebody else has just made at one of these starts.
const maxRounds = 3

/**
 * Creates missing sessions of a weekly time, as far ahead as `daysMade` says. Leaves out starts that a clock change skips,
 * times that the vendor has blocked, and slots that would overlap another one of their facility. Where a session stands
 * that belongs to no weekly time that runs, it becomes this one's: cancelled or moved later, it keeps its date.
 */
async function fillTime(tx: Tx, time: FillableTime, filling: Filling): Promise<Filled> {
  for (let round = 1; ; round++)
    try {
      return await inSavepoint(tx, () => fillOnce(tx, time, filling))
    } catch (error) {
      // Somebody has just added a session at one of these starts. The next round sees it and leaves it alone.
      if (refusedBy(error) === null || round === maxRounds) throw error
    }
}

async function fillOnce(
  tx: Tx,
  time: FillableTime,
  { now, blocked, again }: Filling,
): Promise<Filled> {
  const zone = time.timeZone
  const today = todayIn(zone, now)
  const ahead = addDays(today, daysMade(time))
  const until = again ? ([again.to, time.filledUntil ?? ''].toSorted()[0] ?? '') : ahead
  if (until === '') return { made: 0, named: [], adopted: [] }
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
  const named: NamedOfTime[] = []
  const name = (date: LocalDate, why: NamedDay['why']) =>
    named.push({ classTimeId: time.id, date, time: time.startTime, zone, why })
  const days = occurrences(pair, from, until)
  const own = await findOwn(tx, time, days)
  const open = days.flatMap((date) => {
    if (own.has(date)) return []
    const clock = sessionClock({
      date,
      time: time.startTime,
      zone,
      durationMinutes: time.durationMinutes,
    })
    if (!clock || clock.startsAt <= now) {
      // Nobody expects the hours of a court that are over.
      if (!clock || time.kind === 'class') name(date, clock ? 'past' : 'clock')
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
  const { free, adopted, kept } = await adopt(tx, time, open)
  for (const { date, why } of kept) name(date, why)
  const slots = await listSlots(tx, time, free)
  const missing = free.filter((row) => {
    const isFree = (spans: readonly Span[]) => !spans.some((span) => overlaps(span, row))
    if (isFree(blocked) && isFree(slots)) return true
    name(row.occursOn, isFree(blocked) ? 'slot' : 'blocked')
    return false
  })
  if (missing.length > 0) {
    for (const date of await findCancelled(tx, time, missing)) name(date, 'again')
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
      .where('vendorId', '=', time.vendorId)
      .where('id', '=', time.id)
      .execute()
  return { made: missing.length, named, adopted }
}

/** A day that has no session of its own, and why. */
type Kept = { date: LocalDate; why: 'taken' | 'moved' }

type TimeOfClass = Pick<FillableTime, 'id' | 'vendorId' | 'classId' | 'startTime'>
type Day = { occursOn: LocalDate; startsAt: Date }

/** Days that the weekly time has made already, also if they were cancelled or moved. */
async function findOwn(tx: Tx, { id, vendorId }: TimeOfClass, days: readonly LocalDate[]) {
  if (days.length === 0) return new Set()
  const own = await tx
    .selectFrom('classSessions')
    .where('vendorId', '=', vendorId)
    .where('classTimeId', '=', id)
    .where('occursOn', 'in', [...days])
    .select('occursOn')
    .execute()
  return new Set(own.map(({ occursOn }) => occursOn))
}

/**
 * The days that no session of the class has yet, and the sessions that become the weekly time's: one that starts then, added
 * by hand or kept of a weekly time that has ended, or one that such a time had at this hour and that was moved elsewhere.
 * Any other session that starts then keeps the day.
 */
async function adopt<Row extends Day>(
  tx: Tx,
  { id, vendorId, classId, startTime }: TimeOfClass,
  rows: readonly Row[],
): Promise<{ free: Row[]; adopted: Adopted[]; kept: Kept[] }> {
  if (rows.length === 0) return { free: [], adopted: [], kept: [] }
  const sessions = await tx
    .selectFrom('classSessions as s')
    .leftJoin('classTimes as t', (join) =>
      join.onRef('t.id', '=', 's.classTimeId').onRef('t.vendorId', '=', 's.vendorId'),
    )
    .where('s.vendorId', '=', vendorId)
    .where('s.classId', '=', classId)
    .where('s.status', '=', 'confirmed')
    .where((eb) =>
      eb.or([
        eb(
          's.startsAt',
          'in',
          rows.map(({ startsAt }) => startsAt),
        ),
        eb(
          's.occursOn',
          'in',
          rows.map(({ occursOn }) => occursOn),
        ),
      ]),
    )
    .orderBy('s.id')
    .select(['s.id', 's.startsAt', 's.occursOn', 't.startTime as timeOfDay'])
    .select(sql<boolean>`t.id is null or coalesce(t.ends_on < s.occurs_on, false)`.as('isLoose'))
    .execute()
  const there = new Map(sessions.map((one) => [one.startsAt.getTime(), one]))
  const loose = sessions.filter(({ isLoose }) => isLoose)
  const free: Row[] = []
  const adopted: Adopted[] = []
  const kept: Kept[] = []
  for (const row of rows) {
    const standing = there.get(row.startsAt.getTime())
    const found =
      standing ?? loose.find((one) => one.occursOn === row.occursOn && one.timeOfDay === startTime)
    if (!found) free.push(row)
    else if (found.isLoose && !adopted.some((one) => one.id === found.id)) {
      adopted.push({ id: found.id, classTimeId: id, occursOn: row.occursOn })
      if (!standing) kept.push({ date: row.occursOn, why: 'moved' })
    } else kept.push({ date: row.occursOn, why: 'taken' })
  }
  return { free, adopted, kept }
}

/**
 * Days whose session at this hour was cancelled, there or where it had been moved to. By their clocks: a cancelled session
 * keeps its instant in a new time zone of the vendor.
 */
async function findCancelled(
  tx: Tx,
  { vendorId, classId, startTime }: TimeOfClass,
  rows: readonly Day[],
): Promise<LocalDate[]> {
  const days = rows.map(({ occursOn }) => occursOn)
  const { rows: found } = await sql<{ day: LocalDate }>`
    select day from class_sessions s
    left join class_times t on t.vendor_id = s.vendor_id and t.id = s.class_time_id
    cross join lateral (values (s.session_date, s.start_time), (s.occurs_on, t.start_time)) as at(day, start_time)
    where s.vendor_id = ${vendorId} and s.class_id = ${classId} and s.status = 'cancelled'
      and at.start_time = ${startTime} and day = any(${days}::date[])
    group by day order by day`.execute(tx)
  return found.map(({ day }) => day)
}

/** The slots of a facility in this time: kept at another length, moved, or added by hand. Sessions of a class may overlap. */
async function listSlots(
  tx: Tx,
  { vendorId, classId, kind }: Pick<FillableTime, 'vendorId' | 'classId' | 'kind'>,
  rows: readonly Span[],
): Promise<Span[]> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (kind === 'class' || !first || !last) return []
  return tx
    .selectFrom('classSessions')
    .where('vendorId', '=', vendorId)
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
  { now, again }: Omit<Filling, 'blocked'>,
): Promise<{ made: number; named: NamedOfTime[] }> {
  const spans = await lockBlockedSpans(
    tx,
    times.map(({ vendorId }) => vendorId),
  )
  const named: NamedOfTime[] = []
  const adopted: Adopted[] = []
  let made = 0
  for (const time of times) {
    const blocked = spans.get(time.vendorId) ?? []
    const filled = await fillTime(tx, time, { now, blocked, ...(again && { again }) })
    made += filled.made
    named.push(...filled.named)
    adopted.push(...filled.adopted)
  }
  await writeAdopted(tx, adopted)
  return { made, named }
}

/** All of them at once, because sessions are locked in their order. One that changed while we waited stays as it is. */
async function writeAdopted(tx: Tx, adopted: readonly Adopted[]): Promise<void> {
  if (adopted.length === 0) return
  await lockSessions(
    tx,
    adopted.map(({ id }) => id),
  )
  await sql`
    update class_sessions s set class_time_id = t.id, occurs_on = a.occurs_on
    from jsonb_to_recordset(${JSON.stringify(
      adopted.map(({ id, classTimeId, occursOn }) => ({
        id,
        class_time_id: classTimeId,
        occurs_on: occursOn,
      })),
    )}::jsonb) as a (id uuid, class_time_id uuid, occurs_on date)
    join class_times t on t.id = a.class_time_id
    where s.id = a.id and s.vendor_id = t.vendor_id and s.class_id = t.class_id and s.status = 'confirmed'`.execute(
    tx,
  )
}

/** Returns the days of its weekly times that the vendor reads about. */
export async function fillClass(tx: Tx, classId: string, now: Date): Promise<NamedOfTime[]> {
  return (await fillAll(tx, await listTimes(tx, { classId }), { now })).named
}

/** The same, as if nothing had been created yet: the first answer may not have been read. */
export async function fillClassAgain(tx: Tx, classId: string, now: Date): Promise<NamedOfTime[]> {
  return (await fillAll(tx, await asUnmade(tx, { classId }), { now })).named
}

/** Creates what is missing of all weekly times of a vendor, also the dates that were left out before. */
export async function fillVendorAgain(tx: Tx, vendorId: VendorId, now: Date): Promise<void> {
  await fillAll(tx, await asUnmade(tx, { vendorId }), { now })
}

/** Creates the sessions of a vendor's weekly times that were left out on these days. Returns how many. */
export async function fillDaysAgain(
  tx: Tx,
  vendorId: VendorId,
  { now, again }: { now: Date; again: { from: LocalDate; to: LocalDate } },
): Promise<number> {
  return (await fillAll(tx, await listTimes(tx, { vendorId }), { now, again })).made
}

/** Weekly times as if they had made nothing yet. */
async function asUnmade(tx: Tx, where: { classId: string } | { vendorId: VendorId }) {
  const times = await listTimes(tx, where)
  return times.map((time) => ({ ...time, filledUntil: null }))
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
    await fillAll(tx, due, { now })
    return due.length
  })
}
