import { sql } from 'kysely'
import { requestedSpots, slotTaker } from '#core/bookings/queries/requested-spots.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import type { SessionForm } from '../schema.ts'
import { pageOf, readCursor } from '#core/shared/paging.ts'
import { addDays, type LocalDate, startOfDay } from '#core/shared/time.ts'

export type SessionsShown = 'upcoming' | 'past' | 'cancelled'

/** Sessions of one of the vendor's classes: upcoming ones by start, past and cancelled ones latest first. */
export async function listOwnSessions(
  db: Db,
  of: { vendorId: VendorId; classId: string },
  asked: { show: SessionsShown; cursor: string | null; limit: number },
) {
  const after = readCursor(asked.cursor)
  const forward = asked.show === 'upcoming'
  const direction = forward ? 'asc' : 'desc'
  const rows = await db
    .selectFrom('classSessions as s')
    .where('s.classId', '=', of.classId)
    .where('s.vendorId', '=', of.vendorId)
    .where('s.status', '=', asked.show === 'cancelled' ? 'cancelled' : 'confirmed')
    .$if(forward, (sessions) => sessions.where('s.startsAt', '>', sql<Date>`now()`))
    .$if(asked.show === 'past', (sessions) => sessions.where('s.startsAt', '<=', sql<Date>`now()`))
    .$if(after !== null, (sessions) =>
      sessions.where(
        forward
          ? sql<boolean>`(s.starts_at, s.id) > (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`
          : sql<boolean>`(s.starts_at, s.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('s.startsAt', direction)
    .orderBy('s.id', direction)
    .limit(asked.limit + 1)
    .select([
      's.id',
      's.sessionDate as date',
      's.startTime',
      's.endTime',
      's.location',
      's.onlineUrl',
      's.maxStudents',
      's.currentStudents',
      's.isSlot',
      's.startsAt',
      requestedSpots.as('requested'),
    ])
    .execute()
  return pageOf(
    rows,
    asked.limit,
    (row) => row,
    (row) => [row.startsAt.toISOString(), row.id],
  )
}

/** An upcoming or past session of the vendor with its class; `follows`: it belongs to a weekly time. */
export async function findOwnSession(
  db: Db,
  { vendorId, sessionId }: { vendorId: VendorId; sessionId: string },
) {
  if (!isId(sessionId)) return null
  const row = await db
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .where('s.id', '=', sessionId)
    .where('s.vendorId', '=', vendorId)
    .select([
      's.id',
      's.classId',
      'c.kind',
      'c.title as classTitle',
      's.status',
      's.sessionDate as date',
      's.startTime',
      's.endTime',
      's.startsAt',
      's.endsAt',
      's.location',
      's.onlineUrl',
      's.maxStudents',
      's.currentStudents',
    ])
    .select([
      requestedSpots.as('requested'),
      sql<boolean>`s.starts_at <= now()`.as('past'),
      sql<boolean>`session_collides(s)`.as('collides'),
      sql<boolean>`session_is_blocked(s)`.as('blocked'),
      sql<boolean>`s.busy_since is not null`.as('closed'),
      sql<boolean>`s.class_time_id is not null`.as('follows'),
      sql<{
        sessions: number
        booked: number
      }>`(select json_build_object('sessions', count(*), 'booked', coalesce(sum(f.current_students), 0))
        from class_sessions f where f.class_time_id = s.class_time_id and f.occurs_on >= s.occurs_on and f.status = 'confirmed' and f.starts_at > now())`.as(
        'following',
      ),
    ])
    .executeTakeFirst()
  return row ?? null
}

/** Upcoming sessions that were kept when their class was deleted, by start. */
export async function listKeptSessions(db: Db, vendorId: VendorId) {
  return db
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .where('s.vendorId', '=', vendorId)
    .where('s.status', '=', 'confirmed')
    .where('s.startsAt', '>', sql<Date>`now()`)
    .where('c.status', '=', 'archived')
    .orderBy('s.startsAt')
    .orderBy('s.id')
    .limit(200)
    .select([
      's.id',
      'c.title as classTitle',
      's.sessionDate as date',
      's.startTime',
      's.maxStudents',
      's.currentStudents',
      requestedSpots.as('requested'),
    ])
    .execute()
}

/** The vendor's sessions from one local day to another, both included, by start. */
export async function listSessionsBetween(
  db: Db,
  { vendorId, from, to }: { vendorId: VendorId; from: LocalDate; to: LocalDate },
) {
  return (
    db
      .selectFrom('classSessions as s')
      .innerJoin('classes as c', 'c.id', 's.classId')
      .where('s.vendorId', '=', vendorId)
      .where('s.status', '=', 'confirmed')
      // The index is by instant: a day more on both sides holds every zone.
      .where('s.startsAt', '>=', startOfDay(addDays(from, -1), 'UTC'))
      .where('s.startsAt', '<', startOfDay(addDays(to, 2), 'UTC'))
      .where('s.sessionDate', '>=', from)
      .where('s.sessionDate', '<=', to)
      .orderBy('s.startsAt')
      .orderBy('s.id')
      .limit(500)
      .select([
        's.id',
        's.classId',
        's.isSlot',
        'c.title as classTitle',
        's.sessionDate as date',
        's.startTime',
        's.maxStudents',
        's.currentStudents',
        requestedSpots.as('requested'),
        slotTaker.as('taker'),
        sql<boolean>`s.ends_at <= now()`.as('over'),
      ])
      .execute()
  )
}

/** The vendor's sessions of one local day, by start. */
export async function listSessionsOfDay(
  db: Db,
  { vendorId, date }: { vendorId: VendorId; date: string },
) {
  return (
    db
      .selectFrom('classSessions as s')
      .innerJoin('classes as c', 'c.id', 's.classId')
      .where('s.vendorId', '=', vendorId)
      // One that began the evening before is on the list until it is over.
      .where(
        sql<boolean>`(s.session_date = ${date} or s.session_date = ${date}::date - 1 and s.ends_at > now()
        and (s.ends_at at time zone s.time_zone)::date >= ${date}::date)`,
      )
      .where('s.status', '=', 'confirmed')
      .orderBy('s.startsAt')
      .orderBy('s.id')
      .limit(200)
      .select([
        's.id',
        's.classId',
        'c.title as classTitle',
        's.startTime',
        's.endTime',
        's.startsAt',
        's.location',
        's.onlineUrl',
        's.maxStudents',
        's.currentStudents',
        's.isSlot',
        requestedSpots.as('requested'),
        sql<boolean>`s.ends_at <= now()`.as('over'),
      ])
      .execute()
  )
}

/** The last local day before `date` and the first one after it on which the vendor has a session. */
export async function findDaysWithSessions(
  db: Db,
  { vendorId, date }: { vendorId: VendorId; date: LocalDate },
): Promise<{ before: LocalDate | null; after: LocalDate | null }> {
  // The index is by instant: a day more on both sides holds every zone.
  const rows = await sql<{ before: LocalDate | null; after: LocalDate | null }>`select
    (select s.session_date from class_sessions s where s.vendor_id = ${vendorId} and s.status = 'confirmed'
      and s.session_date < ${date} and s.starts_at < ${startOfDay(addDays(date, 1), 'UTC')}
      order by s.starts_at desc limit 1) as before,
    (select s.session_date from class_sessions s where s.vendor_id = ${vendorId} and s.status = 'confirmed'
      and s.session_date > ${date} and s.starts_at >= ${startOfDay(date, 'UTC')}
      order by s.starts_at limit 1) as after`.execute(db)
  return rows.rows[0] ?? { before: null, after: null }
}

type SessionFacts = {
  date: string
  startTime: string
  startsAt: Date
  endsAt: Date
  maxStudents: number
  location: string | null
  onlineUrl: string | null
}

/** The current values of a session's form. */
export function sessionFields(session: SessionFacts): SessionForm {
  return {
    date: session.date,
    startTime: session.startTime,
    durationMinutes: Math.round((session.endsAt.getTime() - session.startsAt.getTime()) / 60_000),
    maxStudents: session.maxStudents,
    placeKind: session.onlineUrl === null ? 'address' : 'online',
    location: session.location ?? '',
    onlineUrl: session.onlineUrl ?? '',
  }
}
