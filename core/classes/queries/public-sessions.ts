import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { type Page, pageOf, readCursor } from '#core/shared/paging.ts'

export type SessionCard = {
  id: string
  /** how often its time or place has changed */
  version: number
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
  /** null: at once */
  bookingOpensAt: Date | null
  bookingClosesAt: Date
  location: string | null
  online: boolean
  /** the vendor has to confirm it */
  isRequest: boolean
  instructor: string | null
  priceMinor: number
  currency: string
}

type Of =
  | { classId: string }
  | { classIds: readonly string[] }
  | { vendorId: VendorId }
  /** classes with which the reader has a spot or a bundle: a pause does not close them */
  | { heldClassIds: readonly string[] }
  | { heldClassIds: readonly string[]; withCredits: true }

/** Upcoming sessions of a class, of some classes or of a vendor's public classes, by start. The link of an online session is never in it. */
export async function listUpcomingSessions(
  db: Db,
  of: Of,
  asked: { from: Date | null; to: Date | null; cursor: string | null; limit: number },
): Promise<Page<SessionCard>> {
  const after = readCursor(asked.cursor)
  const rows = await upcomingSessions(db, of)
    .$if(asked.from !== null, (sessions) =>
      sessions.where('s.startsAt', '>=', asked.from ?? new Date(0)),
    )
    .$if(asked.to !== null, (sessions) =>
      sessions.where('s.startsAt', '<', asked.to ?? new Date(0)),
    )
    .$if(after !== null, (sessions) =>
      sessions.where(
        sql<boolean>`(s.starts_at, s.id) > (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .limit(asked.limit + 1)
    .execute()
  return pageOf(
    rows,
    asked.limit,
    (row) => row,
    (row) => [row.startsAt.toISOString(), row.id],
  )
}

/** The next session in which a spot can be booked; null if there is none. */
export async function findNextOpenSession(db: Db, of: Of): Promise<SessionCard | null> {
  const row = await upcomingSessions(db, of)
    .where(
      sql<boolean>`session_is_open(s, c) and has_room(s, 1) and not registration_is_closed(c, v)`,
    )
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

function upcomingSessions(db: Db, of: Of) {
  return db
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .leftJoin('profiles as i', 'i.userId', 's.instructorUserId')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where(sql<boolean>`session_is_shown(s, c) and class_is_bookable(c, v)`)
    .where((eb) => {
      if ('classId' in of) return eb('s.classId', '=', of.classId)
      if ('classIds' in of) return isOneOf(of.classIds)
      if ('heldClassIds' in of) return isOneOf(of.heldClassIds)
      // The slots of a facility are on its own page.
      return eb.and([
        eb('s.vendorId', '=', of.vendorId),
        eb('c.kind', '=', 'class'),
        sql<boolean>`class_is_public(c, v)`,
      ])
    })
    .orderBy('s.startsAt')
    .orderBy('s.id')
    .select([
      's.id',
      's.calendarSequence as version',
      's.classId',
      'c.title as classTitle',
      's.startsAt',
      's.endsAt',
      's.sessionDate as date',
      's.startTime',
      's.endTime',
      's.timeZone',
      's.maxStudents',
      's.currentStudents',
      's.location',
      'i.fullName as instructor',
      'c.priceMinor',
      'v.currency',
    ])
    .select([
      sql<boolean>`s.online_url is not null`.as('online'),
      sql<boolean>`c.confirmation_mode = 'manual'`.as('isRequest'),
      ('heldClassIds' in of
        ? sql<Date>`session_closes_for_all(s)`
        : sql<Date>`session_closes_at(s, c)`
      ).as('bookingClosesAt'),
      // Who has paid ahead chooses ahead.
      ('withCredits' in of
        ? sql<Date | null>`null::timestamptz`
        : sql<Date | null>`session_opens_at(s, c)`
      ).as('bookingOpensAt'),
    ])
}

const isOneOf = (classIds: readonly string[]) =>
  sql<boolean>`s.class_id = any(${[...classIds]}::uuid[])`

/** The start of an upcoming session; null if it is over, cancelled or of another class. */
export async function findUpcomingStart(
  db: Db,
  { classId, sessionId }: { classId: string; sessionId: string },
): Promise<Date | null> {
  if (!isId(classId) || !isId(sessionId)) return null
  const row = await db
    .selectFrom('classSessions')
    .where('id', '=', sessionId)
    .where('classId', '=', classId)
    .where('status', '=', 'confirmed')
    .where('startsAt', '>', sql<Date>`now()`)
    .select('startsAt')
    .executeTakeFirst()
  return row?.startsAt ?? null
}

/** Why a session named in a link can no longer be booked; null if it can, or does not exist. */
export async function findSessionEnd(
  db: Db,
  { classId, sessionId }: { classId: string; sessionId: string },
): Promise<'session_cancelled' | 'session_past' | null> {
  if (!isId(classId) || !isId(sessionId)) return null
  const row = await db
    .selectFrom('classSessions as s')
    .where('s.id', '=', sessionId)
    .where('s.classId', '=', classId)
    .select(['s.status', sql<boolean>`s.starts_at <= now()`.as('past')])
    .executeTakeFirst()
  if (row?.status === 'cancelled') return 'session_cancelled'
  return row?.past ? 'session_past' : null
}

/** A day with upcoming sessions; `open`: one of them can still be booked. */
export type SessionDay = { date: string; sessions: number; open: boolean }

/** The days on which a class, or any public class of a vendor, takes place from one instant to another; of a facility also by its link. */
export async function listSessionDays(
  db: Db,
  of: { vendorId: VendorId; classId: string | null } | { facilityId: string },
  { from, to }: { from: Date; to: Date },
): Promise<SessionDay[]> {
  return db
    .selectFrom('classSessions as s')
    .innerJoin('classes as c', 'c.id', 's.classId')
    .innerJoin('vendors as v', 'v.id', 's.vendorId')
    .where((eb) => {
      if ('facilityId' in of)
        return eb.and([eb('s.classId', '=', of.facilityId), sql<boolean>`class_is_bookable(c, v)`])
      return eb.and([
        eb('s.vendorId', '=', of.vendorId),
        of.classId === null ? eb('c.kind', '=', 'class') : eb('s.classId', '=', of.classId),
        sql<boolean>`class_is_public(c, v)`,
      ])
    })
    .where(sql<boolean>`session_is_shown(s, c)`)
    .where('s.startsAt', '>=', from)
    .where('s.startsAt', '<', to)
    .groupBy('s.sessionDate')
    .orderBy('s.sessionDate')
    .select([
      's.sessionDate as date',
      sql<number>`count(distinct (s.class_id, s.starts_at, s.ends_at))::integer`.as('sessions'),
      sql<boolean>`bool_or(has_room(s, 1) and session_is_open(s, c))`.as('open'),
    ])
    .execute()
}

/** The number of a vendor's past sessions with at least one customer. */
export async function countTaught(db: Db, vendorId: VendorId): Promise<number> {
  const row = await db
    .selectFrom('classSessions')
    .where('vendorId', '=', vendorId)
    .where('status', '=', 'confirmed')
    .where('endsAt', '<=', sql<Date>`now()`)
    .where('currentStudents', '>', 0)
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
    .selectFrom('classSessions')
    .where('classId', '=', classId)
    .where('id', 'in', [...sessionIds])
    .orderBy('startsAt')
    .select(['startsAt', 'timeZone'])
    .execute()
}
