import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { CalendarState, SessionFacts } from './rules.ts'

/** Sessions that ended before are not compared any more. */
const stillCompared = (s: string) =>
  sql<boolean>`${sql.ref(`${s}.endsAt`)} > now() - interval '1 day'`

/**
 * Whose events are wanted: coming sessions, and those whose event has to be written again, however old. Of a court only the
 * slots that somebody has: 35 empty ones a week would hide everything else. A closed account wants none.
 */
const isWanted: RawBuilder<boolean> = sql`s.status = 'confirmed' and (c.kind = 'class' or s.current_students > 0)
  and (${stillCompared('s')} or exists (
    select from calendar_events e where e.vendor_id = s.vendor_id and e.session_id = s.id and e.hash is null))
  and exists (select from vendors v where v.id = s.vendor_id and v.closed_at is null)`

export type Written = {
  sessionId: string
  eventId: string
  etag: string | null
  hash: string | null
}

/** What a vendor's calendar should hold, and what it holds. */
export async function listForCalendar(db: Db, vendorId: VendorId) {
  const vendor = await db
    .selectFrom('vendors')
    .where('id', '=', vendorId)
    .select('language')
    .executeTakeFirstOrThrow()
  const { rows: sessions } = await sql<SessionFacts>`
    select s.id, s.vendor_id, c.title, s.starts_at, s.ends_at, coalesce(s.location, s.online_url) as place,
      s.current_students as booked, s.max_students::integer as capacity, coalesce(p.people, '[]') as people
    from class_sessions s join classes c on c.id = s.class_id
    left join lateral (
      select json_agg(json_build_object('name', q.customer_name, 'spots', q.spots, 'waiting', q.waiting)
        order by q.booked_at, q.id) as people
      from (
        select p.id, p.customer_name, count(*)::integer as spots, bool_or(asks_vendor(b)) as waiting, min(b.booked_at) as booked_at
        from bookings b join purchases p on p.id = b.purchase_id
        where b.session_id = s.id and holds_seat(b)
        group by p.id
      ) q
    ) p on true
    where s.vendor_id = ${vendorId} and ${isWanted}
    order by s.starts_at, s.id`.execute(db)
  const { rows: written } = await sql<Written & { isOver: boolean }>`
    select e.session_id, e.event_id, e.etag, e.hash,
      coalesce(s.status = 'confirmed' and not (${stillCompared('s')}), false) as is_over
    from calendar_events e left join class_sessions s on s.vendor_id = e.vendor_id and s.id = e.session_id
    where e.vendor_id = ${vendorId}`.execute(db)
  const over = new Set(written.filter(({ isOver }) => isOver).map(({ sessionId }) => sessionId))
  return { vendor, sessions, written, over }
}

export type FollowedCalendar = {
  id: string
  name: string
  isPrimary: boolean
  isFollowed: boolean
}

export type Connection = {
  state: Exclude<CalendarState, 'none'>
  email: string | null
  mayList: boolean
  closesBooking: boolean
  brokenBecause: string | null
  /** of the last attempts, which are tried again; null: it works */
  lastProblem: string | null
  written: number
  wanted: number
  calendars: FollowedCalendar[]
  /** how far the followed calendars were read last */
  readAt: Date | null
}

/** How a vendor's calendar is connected; null: not at all. */
export async function findConnection(db: Db, vendorId: VendorId): Promise<Connection | null> {
  const row = await db
    .selectFrom('calendarConnections as c')
    .where('c.vendorId', '=', vendorId)
    .where('c.googleCalendarConnectedAt', 'is not', null)
    .select([
      'c.googleEmail as email',
      'c.mayList',
      'c.closesBooking',
      'c.brokenBecause',
      'c.lastProblem',
      'c.completeAt',
    ])
    .executeTakeFirst()
  if (!row) return null
  const { rows } = await sql<{ wanted: number; written: number }>`
    select count(*)::integer as wanted, count(e.hash)::integer as written
    from class_sessions s join classes c on c.id = s.class_id
      left join calendar_events e on e.vendor_id = s.vendor_id and e.session_id = s.id
    where s.vendor_id = ${vendorId} and ${isWanted}`.execute(db)
  const { wanted, written } = rows[0] ?? { wanted: 0, written: 0 }
  const calendars = await db
    .selectFrom('googleCalendars')
    .where('vendorId', '=', vendorId)
    .orderBy('isPrimary', 'desc')
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name', 'isPrimary', 'isFollowed', 'readAt'])
    .execute()
  const { completeAt, ...shown } = row
  const state =
    row.brokenBecause !== null ? 'broken' : completeAt === null ? 'writing' : 'connected'
  const read = calendars.flatMap(({ isFollowed, readAt }) => (isFollowed && readAt ? [readAt] : []))
  return {
    ...shown,
    state,
    wanted,
    written,
    calendars: calendars.map(({ readAt: _readAt, ...calendar }) => calendar),
    readAt: read.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null,
  }
}

/** Whether a vendor has to connect its calendar again. */
export async function isCalendarBroken(db: Db, vendorId: VendorId): Promise<boolean> {
  const row = await db
    .selectFrom('calendarConnections')
    .where('vendorId', '=', vendorId)
    .where('googleCalendarConnectedAt', 'is not', null)
    .where('brokenAt', 'is not', null)
    // What a new password has stopped waits for an answer of its own.
    .where('brokenBecause', '<>', 'stopped')
    .select('vendorId')
    .executeTakeFirst()
  return row !== undefined
}

/** When a vendor is busy elsewhere. */
export async function listBusyTimes(
  db: Db,
  { vendorId, from, to }: { vendorId: VendorId; from: Date; to: Date },
) {
  return db
    .selectFrom('busyTimes')
    .where('vendorId', '=', vendorId)
    .where('endsAt', '>', from)
    .where('startsAt', '<', to)
    .orderBy('startsAt')
    .orderBy('eventId')
    .limit(2000)
    .select(['startsAt', 'endsAt'])
    .execute()
}
