import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { isId } from '#core/shared/ids.ts'
import { startsOfParts } from '#core/shared/parts.ts'

export type Recurrence = { weekday: number; startTime: string; everyWeeks: number }

export type ClassCard = {
  id: string
  title: string
  description: string
  category: string
  difficulty: string
  imageUrl: string | null
  location: string | null
  online: boolean
  priceMinor: number
  currency: string
  maxStudents: number
  durationMinutes: number
  confirmationMode: 'automatic' | 'manual'
  /** in no list: for whom the vendor sends it to */
  byLinkOnly: boolean
  registrationClosedDate: string | null
  registrationClosed: boolean
  maxSpotsPerBooking: number
  recurrence: Recurrence[]
  upcomingSessions: number
  nextStartsAt: Date | null
  timeZone: string
  vendor: {
    id: string
    username: string
    name: string
    businessName: string | null
    fullName: string | null
    avatarUrl: string | null
  }
}

/** A weekly time `t` that goes on, or whose last day is not yet reached by a session that takes place. */
export const stillRuns = sql<boolean>`(t.ends_on is null or t.ends_on > t.filled_until or exists (
  select from class_sessions r where r.class_time_id = t.id and r.status = 'confirmed' and r.starts_at > now() and r.occurs_on <= t.ends_on))`

/** A class as strangers see it: published, of a vendor that is set up and not suspended. */
function publicClasses(db: Db) {
  return db
    .selectFrom('classes as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendor_id')
    .leftJoin('vendor_members as m', (join) =>
      join.onRef('m.vendor_id', '=', 'v.id').on('m.role', '=', 'owner'),
    )
    .leftJoin('profiles as p', 'p.user_id', 'm.user_id')
    .where('c.status', '=', 'active')
    .where('v.suspended_at', 'is', null)
    .where('v.set_up_at', 'is not', null)
}

type From =
  ReturnType<typeof publicClasses> extends SelectQueryBuilder<infer D, infer T, object>
    ? SelectQueryBuilder<D, T, object>
    : never

function withCard(classes: From) {
  return classes
    .select([
      'c.id',
      'c.title',
      'c.description',
      'c.category',
      'c.difficulty',
      'c.image_url',
      'c.location',
      'c.price_minor',
      'c.max_students',
      'c.duration_minutes',
      'c.confirmation_mode',
      'c.visibility',
      'c.registration_closed_date',
      'v.currency',
      'v.time_zone',
      'v.max_spots_per_booking',
      'v.id as vendor_id',
      'v.username',
      'v.business_name',
      'p.full_name',
      'p.avatar_url',
    ])
    .select([
      sql<boolean>`c.online_url is not null`.as('online'),
      sql<boolean>`coalesce(c.registration_closed_date < (now() at time zone v.time_zone)::date, false)`.as(
        'closed',
      ),
      sql<
        Recurrence[]
      >`coalesce((select json_agg(json_build_object('weekday', t.weekday, 'startTime', to_char(t.start_time, 'HH24:MI'), 'everyWeeks', t.every_weeks) order by t.weekday, t.start_time)
        from class_times t where t.class_id = c.id and ${stillRuns}), '[]')`.as('recurrence'),
      sql<{
        upcoming: number
        next: string | null
      }>`(select json_build_object('upcoming', count(*), 'next', min(s.starts_at))
        from class_sessions s where s.class_id = c.id and s.status = 'confirmed' and s.starts_at > now())`.as(
        'coming',
      ),
    ])
}

type CardRow = Awaited<ReturnType<ReturnType<typeof withCard>['execute']>>[number]

function cardOf(row: CardRow): ClassCard {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    difficulty: row.difficulty,
    imageUrl: row.image_url,
    location: row.location,
    online: row.online,
    priceMinor: row.price_minor,
    currency: row.currency,
    maxStudents: row.max_students,
    durationMinutes: row.duration_minutes,
    confirmationMode: row.confirmation_mode,
    byLinkOnly: row.visibility === 'link',
    registrationClosedDate: row.registration_closed_date,
    registrationClosed: row.closed,
    maxSpotsPerBooking: row.max_spots_per_booking,
    recurrence: row.recurrence,
    upcomingSessions: row.coming.upcoming,
    nextStartsAt: row.coming.next === null ? null : new Date(row.coming.next),
    timeZone: row.time_zone,
    vendor: {
      id: row.vendor_id,
      username: row.username ?? '',
      name: row.business_name ?? row.full_name ?? '',
      businessName: row.business_name,
      fullName: row.full_name,
      avatarUrl: row.avatar_url,
    },
  }
}

export type Page<T> = { items: T[]; nextCursor: string | null }

/** Of these classes the cards of those open to all, in the order given. */
export async function readClassCards(db: Db, ids: readonly string[]): Promise<ClassCard[]> {
  if (ids.length === 0) return []
  const rows = await withCard(
    publicClasses(db).where('c.visibility', '=', 'public').where('c.id', 'in', ids),
  ).execute()
  const byId = new Map(rows.map((row) => [row.id, cardOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** A class by its id: also one that is only given by link. */
export async function findPublicClass(db: Db, classId: string): Promise<ClassCard | null> {
  if (!isId(classId)) return null
  const row = await withCard(
    publicClasses(db).where('c.visibility', '<>', 'closed').where('c.id', '=', classId),
  ).executeTakeFirst()
  return row ? cardOf(row) : null
}

/** The classes on a vendor's own page, newest first. */
export async function listClassesOfPage(db: Db, vendorId: string): Promise<ClassCard[]> {
  const rows = await withCard(
    publicClasses(db).where('c.visibility', '=', 'public').where('c.vendor_id', '=', vendorId),
  )
    .orderBy('c.created_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(cardOf)
}

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
  of: { classId: string } | { vendorId: string },
  asked: { from: Date | null; to: Date | null; cursor: string | null; limit: number },
): Promise<Page<SessionCard>> {
  const after = readCursor(asked.cursor)
  const rows = await db
    .selectFrom('class_sessions as s')
    .innerJoin('classes as c', 'c.id', 's.class_id')
    .leftJoin('profiles as i', 'i.user_id', 's.instructor_user_id')
    .where('s.status', '=', 'confirmed')
    .where('s.starts_at', '>', sql<Date>`now()`)
    .where('c.status', '=', 'active')
    .$if('classId' in of, (sessions) =>
      sessions.where('s.class_id', '=', 'classId' in of ? of.classId : ''),
    )
    .$if('vendorId' in of, (sessions) =>
      sessions
        .where('s.vendor_id', '=', 'vendorId' in of ? of.vendorId : '')
        .where('c.visibility', '=', 'public'),
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

export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  item: (row: Row) => Item,
  key: (row: Row) => [string, string],
): Page<Item> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    items: rows.slice(0, limit).map(item),
    nextCursor: last === undefined ? null : cursorOf(key(last)),
  }
}

export function cursorOf(place: [at: string, id: string]): string {
  return Buffer.from(place.join(' ')).toString('base64url')
}

/** Where a page goes on; whatever else stands in a cursor starts at the beginning. */
export function readCursor(cursor: string | null): [string, string] | null {
  if (cursor === null) return null
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const readable = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z?$/.test(at) && isInstant(at)
  return readable && isId(id) ? [at, id] : null
}

// The database refuses the thirtieth of February with an error: asked for here instead.
function isInstant(text: string): boolean {
  try {
    return Temporal.PlainDateTime.from(text.replace(/Z$/, ''), { overflow: 'reject' }).year > 1999
  } catch {
    return false
  }
}

export function isCursor(cursor: string): boolean {
  return readCursor(cursor) !== null
}

/** A weekly time as its vendor sees it; `until`: its last date, when it ends within half a year. */
export type OwnRecurrence = Recurrence & { until: string | null }

const until = sql`(select max(r.occurs_on) from class_sessions r
  where r.class_time_id = t.id and r.status = 'confirmed' and r.occurs_on <= t.ends_on and t.ends_on < current_date + 182)`

/** The vendor's own classes, newest first, with what is coming of each. Archived ones are not in it. */
export async function listOwnClasses(db: Db, vendorId: string) {
  const rows = await db
    .selectFrom('classes as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendor_id')
    .where('c.vendor_id', '=', vendorId)
    .where('c.status', '=', 'active')
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(500)
    .select([
      'c.id',
      'c.title',
      'c.location',
      'c.online_url as onlineUrl',
      'c.price_minor as priceMinor',
      'c.max_students as maxStudents',
      'c.visibility',
      'c.confirmation_mode as confirmationMode',
      'c.confirmation_timeout_minutes as confirmationTimeoutMinutes',
      'v.currency',
    ])
    .select([
      sql<boolean>`coalesce(c.registration_closed_date < (now() at time zone v.time_zone)::date, false)`.as(
        'registrationClosed',
      ),
      sql<
        OwnRecurrence[]
      >`coalesce((select json_agg(json_build_object('weekday', t.weekday, 'startTime', to_char(t.start_time, 'HH24:MI'), 'everyWeeks', t.every_weeks, 'until', ${until}) order by t.weekday, t.start_time, t.starts_on)
        from class_times t where t.class_id = c.id and ${stillRuns}), '[]')`.as('recurrence'),
      sql<{ sessions: number; booked: number; date: string | null; startTime: string | null }>`(
        select json_build_object('sessions', count(*), 'booked', coalesce(sum(s.current_students), 0),
          'date', (array_agg(s.session_date order by s.starts_at))[1], 'startTime', to_char((array_agg(s.start_time order by s.starts_at))[1], 'HH24:MI'))
        from class_sessions s where s.class_id = c.id and s.status = 'confirmed' and s.starts_at > now())`.as(
        'coming',
      ),
    ])
    .execute()
  return rows
}

/** A class of the vendor as its form shows it, with the weekly times that still run. */
export async function findOwnClass(
  db: Db,
  { vendorId, classId }: { vendorId: string; classId: string },
) {
  if (!isId(classId)) return null
  const row = await db
    .selectFrom('classes as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendor_id')
    .where('c.id', '=', classId)
    .where('c.vendor_id', '=', vendorId)
    .where('c.status', '=', 'active')
    .selectAll('c')
    .select([
      'v.currency',
      'v.time_zone',
      sql<
        (OwnRecurrence & { id: string })[]
      >`coalesce((select json_agg(json_build_object('id', t.id, 'until', ${until}, 'weekday', t.weekday, 'startTime', to_char(t.start_time, 'HH24:MI'), 'everyWeeks', t.every_weeks) order by t.weekday, t.start_time, t.id)
        from class_times t where t.class_id = c.id and ${stillRuns}), '[]')`.as('times'),
      sql<{
        sessions: number
        booked: number
      }>`(select json_build_object('sessions', count(*) filter (where s.current_students > 0), 'booked', coalesce(sum(s.current_students), 0))
        from class_sessions s where s.class_id = c.id and s.status = 'confirmed' and s.starts_at > now())`.as(
        'coming',
      ),
    ])
    .executeTakeFirst()
  return row ?? null
}

export type OwnClassDetails = NonNullable<Awaited<ReturnType<typeof findOwnClass>>>

export type SessionsShown = 'coming' | 'past' | 'cancelled'

/** Sessions of one of the vendor's classes: coming ones by start, past and cancelled ones latest first. */
export async function listOwnSessions(
  db: Db,
  of: { vendorId: string; classId: string },
  asked: { show: SessionsShown; cursor: string | null; limit: number },
) {
  const after = readCursor(asked.cursor)
  const forward = asked.show === 'coming'
  const direction = forward ? 'asc' : 'desc'
  const rows = await db
    .selectFrom('class_sessions as s')
    .where('s.class_id', '=', of.classId)
    .where('s.vendor_id', '=', of.vendorId)
    .where('s.status', '=', asked.show === 'cancelled' ? 'cancelled' : 'confirmed')
    .$if(forward, (sessions) => sessions.where('s.starts_at', '>', sql<Date>`now()`))
    .$if(asked.show === 'past', (sessions) => sessions.where('s.starts_at', '<=', sql<Date>`now()`))
    .$if(after !== null, (sessions) =>
      sessions.where(
        forward
          ? sql<boolean>`(s.starts_at, s.id) > (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`
          : sql<boolean>`(s.starts_at, s.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`,
      ),
    )
    .orderBy('s.starts_at', direction)
    .orderBy('s.id', direction)
    .limit(asked.limit + 1)
    .select([
      's.id',
      's.session_date as date',
      's.start_time as startTime',
      's.end_time as endTime',
      's.location',
      's.online_url as onlineUrl',
      's.max_students as maxStudents',
      's.current_students as currentStudents',
      's.starts_at as startsAt',
    ])
    .execute()
  return pageOf(
    rows,
    asked.limit,
    (row) => row,
    (row) => [row.startsAt.toISOString(), row.id],
  )
}

/** A coming or past session of the vendor with its class; `follows`: it belongs to a weekly time. */
export async function findOwnSession(
  db: Db,
  { vendorId, sessionId }: { vendorId: string; sessionId: string },
) {
  if (!isId(sessionId)) return null
  const row = await db
    .selectFrom('class_sessions as s')
    .innerJoin('classes as c', 'c.id', 's.class_id')
    .where('s.id', '=', sessionId)
    .where('s.vendor_id', '=', vendorId)
    .select([
      's.id',
      's.class_id as classId',
      'c.title as classTitle',
      's.status',
      's.session_date as date',
      's.start_time as startTime',
      's.end_time as endTime',
      's.starts_at as startsAt',
      's.ends_at as endsAt',
      's.location',
      's.online_url as onlineUrl',
      's.max_students as maxStudents',
      's.current_students as currentStudents',
    ])
    .select([
      sql<boolean>`s.starts_at <= now()`.as('past'),
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

/** The vendor's sessions of one local day, by start. */
export async function listSessionsOfDay(
  db: Db,
  { vendorId, date }: { vendorId: string; date: string },
) {
  return db
    .selectFrom('class_sessions as s')
    .innerJoin('classes as c', 'c.id', 's.class_id')
    .where('s.vendor_id', '=', vendorId)
    .where('s.session_date', '=', date)
    .where('s.status', '=', 'confirmed')
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .limit(200)
    .select([
      's.id',
      's.class_id as classId',
      'c.title as classTitle',
      's.start_time as startTime',
      's.end_time as endTime',
      's.location',
      's.online_url as onlineUrl',
      's.max_students as maxStudents',
      's.current_students as currentStudents',
      sql<boolean>`s.ends_at <= now()`.as('over'),
    ])
    .execute()
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

/** How many people hold spots in some sessions: those who get an e-mail of a change, and those without an address. */
export type Reach = { told: number; toldSpots: number; unreached: number; unreachedSpots: number }

/** Coming sessions: named ones, one and the following of its weekly time, or all of a class. */
export type ReachOf =
  | { sessionIds: readonly string[] }
  | { followingOf: string }
  | { classId: string }

export async function countReach(
  db: Db,
  { vendorId, of }: { vendorId: string; of: ReachOf },
): Promise<Reach> {
  return db
    .selectFrom('bookings as b')
    .innerJoin('booking_groups as g', 'g.id', 'b.group_id')
    .innerJoin('class_sessions as s', 's.id', 'b.session_id')
    .where('b.vendor_id', '=', vendorId)
    .where('b.deleted_at', 'is', null)
    .where('b.status', 'in', ['pending', 'confirmed'])
    .where('s.status', '=', 'confirmed')
    .where(reaches(of))
    .select([
      sql<number>`count(distinct g.customer_email)::integer`.as('told'),
      sql<number>`count(g.customer_email)::integer`.as('toldSpots'),
      sql<number>`(count(distinct coalesce(g.customer_phone, g.id::text)) filter (where g.customer_email is null))::integer`.as(
        'unreached',
      ),
      sql<number>`(count(*) filter (where g.customer_email is null))::integer`.as('unreachedSpots'),
    ])
    .executeTakeFirstOrThrow()
}

function reaches(of: ReachOf) {
  if ('sessionIds' in of) return sql<boolean>`s.id = any(${[...of.sessionIds]}::uuid[])`
  if ('classId' in of) return sql<boolean>`s.class_id = ${of.classId} and s.starts_at > now()`
  return sql<boolean>`s.starts_at > now() and exists (select from class_sessions f
    where f.id = ${of.followingOf} and f.class_time_id = s.class_time_id and f.occurs_on <= s.occurs_on)`
}

/** A day with coming sessions; `open`: one of them can still be booked. */
export type SessionDay = { date: string; sessions: number; open: boolean }

/** The days on which a class, or any public class of a vendor, takes place from one instant to another. */
export async function listSessionDays(
  db: Db,
  of: { vendorId: string; classId: string | null },
  { from, to }: { from: Date; to: Date },
): Promise<SessionDay[]> {
  return db
    .selectFrom('class_sessions as s')
    .innerJoin('classes as c', 'c.id', 's.class_id')
    .where('s.vendor_id', '=', of.vendorId)
    .$if(of.classId !== null, (sessions) => sessions.where('s.class_id', '=', of.classId ?? ''))
    .where('s.status', '=', 'confirmed')
    .where('s.starts_at', '>', sql<Date>`now()`)
    .where('s.starts_at', '>=', from)
    .where('s.starts_at', '<', to)
    .where('c.status', '=', 'active')
    .where('c.visibility', '=', 'public')
    .groupBy('s.session_date')
    .orderBy('s.session_date')
    .select([
      's.session_date as date',
      sql<number>`count(distinct (s.class_id, s.starts_at, s.ends_at))::integer`.as('sessions'),
      sql<boolean>`bool_or(s.current_students < s.max_students and s.booking_closes_at > now())`.as(
        'open',
      ),
    ])
    .execute()
}

/**
 * Public classes of listed vendors with a coming session, for the map of the site: of the next `limit`
 * classes by id, those that have one.
 */
export async function listMappedClasses(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ id: string; changedAt: Date }[]> {
  return db
    .selectFrom(
      mappedClasses(db)
        .$if(after !== null, (classes) => classes.where('c.id', '>', after ?? ''))
        .orderBy('c.id')
        .limit(limit)
        .select(['c.id', 'c.updated_at as changedAt'])
        .as('mapped'),
    )
    .where(
      sql<boolean>`exists (select from class_sessions s
        where s.class_id = mapped.id and s.status = 'confirmed' and s.starts_at > now())`,
    )
    .orderBy('id')
    .select(['id', 'changedAt'])
    .execute()
}

/** The ids after which the second and every further part of that map begin. */
export function listClassMapStarts(db: Db, size: number): Promise<string[]> {
  return startsOfParts(db, mappedClasses(db).select('c.id'), size)
}

function mappedClasses(db: Db) {
  return db
    .selectFrom('classes as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendor_id')
    .where('c.status', '=', 'active')
    .where('c.visibility', '=', 'public')
    .where('v.listed', '=', true)
    .where('v.suspended_at', 'is', null)
    .where('v.set_up_at', 'is not', null)
}

/** How many sessions of a vendor have taken place with somebody in them. */
export async function countTaught(db: Db, vendorId: string): Promise<number> {
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
