import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { type Page, pageOf, readCursor } from '#core/shared/paging.ts'

export type SessionCard = {
  id: string
  classId: string
  classTitle: string
  startsAt: Date
  endsAt: Date
  date: string
  startTime: string
  endTime: string
  timeZone: string
  maxStudents: number
  currentStudents: number
  bookingClosesAt: Date
  location: string | null
  online: boolean
  instructor: string | null
}

/** Coming sessions of a class or of a vendor's public classes, by start. The link of an online session is never in it. */
export async function listUpcomingSessions(
  db: Db,
  of: { classId: string } | { vendorId: VendorId },
  asked: { from: Date | null; to: Date | null; cursor: string | null; limit: number },
): Promise<Page<SessionCard>> {
  const after = readCursor(asked.cursor)
  const rows = await db
    .selectFrom('class_sessions as s')
    .innerJoin('classes as c', 'c.id', 's.class_id')
    .leftJoin('profiles as i', 'i.user_id', 's.instructor_user_id')
    .innerJoin('vendors as v', 'v.id', 's.vendor_id')
    .where(sql<boolean>`session_is_upcoming(s) and class_is_bookable(c, v)`)
    .where((eb) =>
      'classId' in of
        ? eb('s.class_id', '=', of.classId)
        : eb.and([eb('s.vendor_id', '=', of.vendorId), sql<boolean>`class_is_public(c, v)`]),
    )
    .$if(asked.from !== null, (sessions) =>
      sessions.where('s.starts_at', '>=', asked.from ?? new Date(0)),
    )
    .$if(asked.to !== null, (sessions) =>
      sessions.where('s.starts_at', '<', asked.to ?? new Date(0)),
    )
    .$if(after !== null, (sessions) =>
      sessions.where(
        sql<boolean>`(s.starts_at, s.id) > (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .limit(asked.limit + 1)
    .select([
      's.id',
      's.class_id',
      'c.title',
      's.starts_at',
      's.ends_at',
      's.session_date',
      's.start_time',
      's.end_time',
      's.time_zone',
      's.max_students',
      's.current_students',
      's.booking_closes_at',
      's.location',
      'i.full_name',
    ])
    .select(sql<boolean>`s.online_url is not null`.as('online'))
    .execute()
  return pageOf(
    rows,
    asked.limit,
    (row) => ({
      id: row.id,
      classId: row.class_id,
      classTitle: row.title,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      date: row.session_date,
      startTime: row.start_time,
      endTime: row.end_time,
      timeZone: row.time_zone,
      maxStudents: row.max_students,
      currentStudents: row.current_students,
      bookingClosesAt: row.booking_closes_at,
      location: row.location,
      online: row.online,
      instructor: row.full_name,
    }),
    (row) => [row.starts_at.toISOString(), row.id],
  )
}

/** When a coming session of a class starts; null when it is over, cancelled or of another class. */
export async function findUpcomingStart(
  db: Db,
  { classId, sessionId }: { classId: string; sessionId: string },
): Promise<Date | null> {
  if (!isId(classId) || !isId(sessionId)) return null
  const row = await db
    .selectFrom('class_sessions')
    .where('id', '=', sessionId)
    .where('class_id', '=', classId)
    .where('status', '=', 'confirmed')
    .where('starts_at', '>', sql<Date>`now()`)
    .select('starts_at')
    .executeTakeFirst()
  return row?.starts_at ?? null
}

/** A day with coming sessions; `open`: one of them can still be booked. */
export type SessionDay = { date: string; sessions: number; open: boolean }

/** The days on which a class, or any public class of a vendor, takes place from one instant to another. */
export async function listSessionDays(
  db: Db,
  of: { vendorId: VendorId; classId: string | null },
  { from, to }: { from: Date; to: Date },
): Promise<SessionDay[]> {
  return db
    .selectFrom('class_sessions as s')
    .innerJoin('classes as c', 'c.id', 's.class_id')
    .innerJoin('vendors as v', 'v.id', 's.vendor_id')
    .where('s.vendor_id', '=', of.vendorId)
    .$if(of.classId !== null, (sessions) => sessions.where('s.class_id', '=', of.classId ?? ''))
    .where(sql<boolean>`session_is_upcoming(s) and class_is_public(c, v)`)
    .where('s.starts_at', '>=', from)
    .where('s.starts_at', '<', to)
    .groupBy('s.session_date')
    .orderBy('s.session_date')
    .select([
      's.session_date as date',
      sql<number>`count(distinct (s.class_id, s.starts_at, s.ends_at))::integer`.as('sessions'),
      sql<boolean>`bool_or(s.current_students < s.max_students and session_is_bookable(s))`.as(
        'open',
      ),
    ])
    .execute()
}

/** How many sessions of a vendor have taken place with somebody in them. */
export async function countTaught(db: Db, vendorId: VendorId): Promise<number> {
  const row = await db
    .selectFrom('class_sessions')
    .where('vendor_id', '=', vendorId)
    .where('status', '=', 'confirmed')
    .where('ends_at', '<=', sql<Date>`now()`)
    .where('current_students', '>', 0)
    .select(sql<number>`count(*)::integer`.as('taught'))
    .executeTakeFirstOrThrow()
  return row.taught
}

/** When sessions of a class start, by start; unknown ones are left out. */
export async function listStarts(
  db: Db,
  { classId, sessionIds }: { classId: string; sessionIds: readonly string[] },
): Promise<{ startsAt: Date; timeZone: string }[]> {
  if (sessionIds.length === 0) return []
  return db
    .selectFrom('class_sessions')
    .where('class_id', '=', classId)
    .where('id', 'in', [...sessionIds])
    .orderBy('starts_at')
    .select(['starts_at as startsAt', 'time_zone as timeZone'])
    .execute()
}
