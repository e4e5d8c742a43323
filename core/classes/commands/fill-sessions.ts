import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import { bookingClosesAt, occurrences, sessionClock, weeksAhead } from '../rules.ts'

export type FillableTime = Awaited<ReturnType<typeof listTimes>>[number]

/** The pairs of a class with all that their sessions are made of. */
export function listTimes(
  tx: Tx,
  where: { classId: string } | { filledBefore: string; most: number },
) {
  const times = tx
    .selectFrom('class_times')
    .innerJoin('classes', 'classes.id', 'class_times.class_id')
    .innerJoin('vendors', 'vendors.id', 'class_times.vendor_id')
    .where('classes.status', '=', 'active')
    .select((eb) => [
      'class_times.id',
      'class_times.class_id',
      'class_times.vendor_id',
      'class_times.weekday',
      'class_times.start_time',
      'class_times.every_weeks',
      'class_times.starts_on',
      'class_times.ends_on',
      'class_times.filled_until',
      'classes.closes_minutes_before',
      'classes.registration_closed_date',
      'classes.instructor_user_id',
      'vendors.time_zone',
      eb.fn
        .coalesce('class_times.duration_minutes', 'classes.duration_minutes')
        .as('duration_minutes'),
      eb.fn.coalesce('class_times.max_students', 'classes.max_students').as('max_students'),
      sql<
        string | null
      >`case when num_nonnulls(class_times.location, class_times.online_url) = 0 then classes.location else class_times.location end`.as(
        'location',
      ),
      sql<
        string | null
      >`case when num_nonnulls(class_times.location, class_times.online_url) = 0 then classes.online_url else class_times.online_url end`.as(
        'online_url',
      ),
    ])
    .forUpdate('class_times')
  if ('classId' in where)
    return times
      .where('class_times.class_id', '=', where.classId)
      .orderBy('class_times.id')
      .execute()
  return times
    .where((eb) =>
      eb.or([eb('filled_until', 'is', null), eb('filled_until', '<', where.filledBefore)]),
    )
    .where((eb) =>
      eb.or([
        eb('ends_on', 'is', null),
        eb('filled_until', 'is', null),
        eb(eb.ref('filled_until'), '<', eb.ref('ends_on')),
      ]),
    )
    .skipLocked()
    .limit(where.most)
    .execute()
}

/** Makes the sessions of a pair that do not exist yet, 53 weeks ahead. A start the clock change skips is left out. */
export async function fillTime(tx: Tx, time: FillableTime, now: Date): Promise<number> {
  const zone = time.time_zone
  const today = todayIn(zone, now)
  const until = addDays(today, weeksAhead * 7)
  const pair = {
    weekday: time.weekday,
    startTime: time.start_time,
    everyWeeks: time.every_weeks,
    startsOn: time.starts_on,
    endsOn: time.ends_on,
  }
  const from = time.filled_until === null ? time.starts_on : addDays(time.filled_until, 1)
  const rows = occurrences(pair, from < today ? today : from, until).flatMap((date) => {
    const clock = sessionClock({
      date,
      time: time.start_time,
      zone,
      durationMinutes: time.duration_minutes,
    })
    if (!clock || clock.startsAt <= now) return []
    const closes = {
      closesMinutesBefore: time.closes_minutes_before,
      registrationClosedDate: time.registration_closed_date,
    }
    return [
      {
        class_id: time.class_id,
        vendor_id: time.vendor_id,
        class_time_id: time.id,
        occurs_on: date,
        session_date: clock.date,
        start_time: clock.startTime,
        end_time: clock.endTime,
        time_zone: zone,
        starts_at: clock.startsAt,
        ends_at: clock.endsAt,
        booking_closes_at: bookingClosesAt(clock.startsAt, zone, closes),
        location: time.location,
        online_url: time.online_url,
        instructor_user_id: time.instructor_user_id,
        status: 'confirmed' as const,
        max_students: time.max_students,
      },
    ]
  })
  const taken = await listStartsTaken(tx, time.class_id, rows)
  const missing = rows.filter(({ starts_at }) => !taken.has(starts_at.getTime()))
  if (missing.length > 0)
    await tx
      .insertInto('class_sessions')
      .values(missing)
      .onConflict((conflict) => conflict.columns(['class_time_id', 'occurs_on']).doNothing())
      .execute()
  await tx
    .updateTable('class_times')
    .set({ filled_until: until })
    .where('id', '=', time.id)
    .execute()
  return missing.length
}

/** Starts at which the class has a session already: one that was kept, or that another weekly time made. */
async function listStartsTaken(
  tx: Tx,
  classId: string,
  rows: readonly { starts_at: Date }[],
): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const taken = await tx
    .selectFrom('class_sessions')
    .where('class_id', '=', classId)
    .where('status', '=', 'confirmed')
    .where(
      'starts_at',
      'in',
      rows.map(({ starts_at }) => starts_at),
    )
    .select('starts_at')
    .execute()
  return new Set(taken.map(({ starts_at }) => starts_at.getTime()))
}

export async function fillClass(tx: Tx, classId: string, now: Date): Promise<void> {
  for (const time of await listTimes(tx, { classId })) await fillTime(tx, time, now)
}

/** The worker's round: tops up pairs whose sessions reach less far than they should. Answers how many pairs it touched. */
export async function fillDueTimes(db: Db, now: Date, most = 100): Promise<number> {
  // A day of slack keeps the round from touching every pair at every midnight of every zone.
  const filledBefore = addDays(now.toISOString().slice(0, 10), weeksAhead * 7 - 1)
  return db.transaction().execute(async (tx) => {
    const due = await listTimes(tx, { filledBefore, most })
    for (const time of due) await fillTime(tx, time, now)
    return due.length
  })
}
