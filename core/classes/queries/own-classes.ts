import { sql } from 'kysely'
import { type Recurrence, stillRuns } from './class-cards.ts'
import type { Db } from '#core/shared/db.ts'
import { isId, type VendorId } from '#core/shared/ids.ts'
import { type Page, pageOf, readCursor } from '#core/shared/paging.ts'
import { type ClassSort, type ClassState, confirmationTimeouts, vendorLimits } from '../rules.ts'
import type { ClassForm, ExtraForm } from '../schema.ts'

/** A weekly time as its vendor sees it; `until`: its last date, when it ends within half a year. */
export type OwnRecurrence = Recurrence & { until: string | null }

const until = sql`(select max(r.occurs_on) from class_sessions r
  where r.class_time_id = t.id and r.status = 'confirmed' and r.occurs_on <= t.ends_on and t.ends_on < current_date + 182)`

/** Where a class stands: one that has ended may be paused too, and a paused one by link only. */
const state = sql<ClassState>`case when c.end_date < (now() at time zone v.time_zone)::date then 'ended'
  when c.paused_at is not null or c.visibility = 'closed' then 'paused'
  when c.visibility = 'link' then 'link' else 'open' end`

/** When the next session starts, as text that sorts like the moment. Classes without one come last, the newest first. */
const nextStart = sql<string>`to_char(coalesce(
  (select min(s.starts_at) from class_sessions s where s.class_id = c.id and session_is_upcoming(s)) at time zone 'UTC',
  timestamp '9999-01-01' - (c.created_at at time zone 'UTC' - timestamp '2000-01-01')), 'YYYY-MM-DD"T"HH24:MI:SS.US')`

/** As text that sorts the newest first, like `nextStart`. */
const newest = sql<string>`to_char(timestamp '9999-01-01' - (c.created_at at time zone 'UTC' - timestamp '2000-01-01'), 'YYYY-MM-DD"T"HH24:MI:SS.US')`

const sortKeys = { next: nextStart, newest } satisfies Record<ClassSort, unknown>

/** The vendor's own classes, the one with the next session first, with their upcoming sessions. Without archived ones. */
export function listOwnClasses(db: Db, vendorId: VendorId) {
  return ownClasses(db, vendorId, 'next').limit(vendorLimits.classes).execute()
}

export type OwnClass = Awaited<ReturnType<typeof listOwnClasses>>[number]

type Sought = {
  text: string
  state: ClassState | null
  sort: ClassSort
  cursor: string | null
  limit: number
}

/** A page of the vendor's own classes, and how many of those with the text are in each state. */
export async function searchOwnClasses(
  db: Db,
  vendorId: VendorId,
  { text, state: wanted, sort, cursor, limit }: Sought,
): Promise<Page<OwnClass> & { counts: Partial<Record<ClassState, number>>; all: number }> {
  // Folded like the column, so that accents and case do not matter; nothing may be left, as of a "%".
  const words = sql`btrim(search_fold(normalize(${text}, nfc)))`
  const holds = sql<boolean>`${words} <> '' and position(${words} in c.search_text) > 0`
  const after = readCursor(cursor)
  const [rows, states] = await Promise.all([
    ownClasses(db, vendorId, sort)
      .$if(text !== '', (classes) => classes.where(holds))
      .$if(wanted !== null, (classes) => classes.where(state, '=', wanted ?? 'open'))
      .$if(after !== null, (classes) =>
        classes.where(
          sql<boolean>`(${sortKeys[sort]}, c.id) > (${after?.[0]}, ${after?.[1]}::uuid)`,
        ),
      )
      .select(sortKeys[sort].as('sortKey'))
      .limit(limit + 1)
      .execute(),
    db
      .selectFrom('classes as c')
      .innerJoin('vendors as v', 'v.id', 'c.vendorId')
      .where('c.vendorId', '=', vendorId)
      .where('c.status', '=', 'active')
      .$if(text !== '', (classes) => classes.where(holds))
      .groupBy(state)
      .select([state.as('state'), sql<number>`count(*)::integer`.as('count')])
      .execute(),
  ])
  return {
    ...pageOf(
      rows,
      limit,
      ({ sortKey: _, ...row }) => row,
      ({ sortKey, id }) => [sortKey, id],
    ),
    counts: Object.fromEntries(states.map(({ state: of, count }) => [of, count])),
    all: states.reduce((sum, { count }) => sum + count, 0),
  }
}

function ownClasses(db: Db, vendorId: VendorId, sort: ClassSort) {
  return db
    .selectFrom('classes as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendorId')
    .where('c.vendorId', '=', vendorId)
    .where('c.status', '=', 'active')
    .orderBy(sortKeys[sort])
    .orderBy('c.id')
    .select([
      'c.id',
      'c.title',
      'c.location',
      'c.onlineUrl',
      'c.priceMinor',
      'c.maxStudents',
      'c.visibility',
      'c.confirmationMode',
      'c.confirmationTimeoutMinutes',
      'c.kind',
      'c.durationMinutes',
      'v.currency',
    ])
    .select([
      sql<boolean>`registration_is_closed(c, v)`.as('registrationClosed'),
      sql<boolean>`exists (select from class_times t where t.class_id = c.id and t.vendor_id = c.vendor_id)`.as(
        'isWeekly',
      ),
      sql<
        OwnRecurrence[]
      >`coalesce((select json_agg(json_build_object('weekday', t.weekday, 'startTime', to_char(t.start_time, 'HH24:MI'), 'everyWeeks', t.every_weeks, 'until', ${until}) order by t.weekday, t.start_time, t.starts_on)
        from class_times t where t.class_id = c.id and ${stillRuns}), '[]')`.as('recurrence'),
      sql<{
        sessions: number
        booked: number
        /** of the next one */
        date: string | null
        startTime: string | null
        taken: number | null
        capacity: number | null
        requested: number | null
      }>`(
        select json_build_object('sessions', count(*), 'booked', coalesce(sum(s.current_students), 0),
          'date', (array_agg(s.session_date order by s.starts_at))[1], 'startTime', to_char((array_agg(s.start_time order by s.starts_at))[1], 'HH24:MI'),
          'taken', (array_agg(s.current_students order by s.starts_at))[1], 'capacity', (array_agg(s.max_students order by s.starts_at))[1],
          'requested', (select count(*) from bookings b where b.vendor_id = c.vendor_id and asks_vendor(b)
            and b.session_id = (array_agg(s.id order by s.starts_at))[1]))
        from class_sessions s where s.class_id = c.id and session_is_upcoming(s))`.as('upcoming'),
      sql<boolean>`c.paused_at is not null`.as('paused'),
      state.as('state'),
    ])
}

/** A class of the vendor as its form shows it, with the weekly times that still run. */
export async function findOwnClass(
  db: Db,
  { vendorId, classId }: { vendorId: VendorId; classId: string },
) {
  if (!isId(classId)) return null
  const row = await db
    .selectFrom('classes as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendorId')
    .where('c.id', '=', classId)
    .where('c.vendorId', '=', vendorId)
    .where('c.status', '=', 'active')
    .selectAll('c')
    .select([
      'v.currency',
      'v.timeZone',
      sql<
        (OwnRecurrence & { id: string })[]
      >`coalesce((select json_agg(json_build_object('id', t.id, 'until', ${until}, 'weekday', t.weekday, 'startTime', to_char(t.start_time, 'HH24:MI'), 'everyWeeks', t.every_weeks) order by t.weekday, t.start_time, t.id)
        from class_times t where t.class_id = c.id and ${stillRuns}), '[]')`.as('times'),
      sql<
        (ExtraForm & { id: string })[]
      >`coalesce((select json_agg(json_build_object('id', x.id, 'name', x.name, 'priceMinor', x.price_minor, 'per', x.per) order by x.place, x.created_at)
        from facility_extras x where x.class_id = c.id and x.retired_at is null), '[]')`.as(
        'extras',
      ),
      sql<{
        sessions: number
        booked: number
      }>`(select json_build_object('sessions', count(*) filter (where s.current_students > 0), 'booked', coalesce(sum(s.current_students), 0))
        from class_sessions s where s.class_id = c.id and session_is_upcoming(s))`.as('upcoming'),
    ])
    .executeTakeFirst()
  return row ?? null
}

export type OwnClassDetails = NonNullable<Awaited<ReturnType<typeof findOwnClass>>>

/** The current values of a class's form. */
export function editFields(found: OwnClassDetails): ClassForm {
  const minutes = found.confirmationTimeoutMinutes
  return {
    title: found.title,
    description: found.description,
    category: found.category,
    difficulty: found.difficulty,
    placeKind: found.onlineUrl === null ? 'address' : 'online',
    location: found.location ?? '',
    onlineUrl: found.onlineUrl ?? '',
    maxStudents: found.maxStudents,
    durationMinutes: found.durationMinutes,
    startDate: found.startDate,
    endDate: found.endDate,
    times: found.times.map(({ id, weekday, startTime, everyWeeks }) => ({
      id,
      weekday,
      startTime,
      everyWeeks,
    })),
    visibility: found.visibility,
    confirmationMode: found.confirmationMode,
    confirmationTimeoutMinutes: confirmationTimeouts.find((one) => one === minutes) ?? 10,
    registrationClosedDate: found.registrationClosedDate,
    closesMinutesBefore: found.closesMinutesBefore,
    noticeMinutes: found.noticeMinutes,
    condition: found.condition,
    pays: found.pays,
    remindersOff: found.remindersOff,
    kind: found.kind,
    maxPeople: found.maxPeople,
    daysAhead: found.daysAhead,
    graceMinutes: found.graceMinutes,
    asksGender: found.asksGender,
    asksBirthDate: found.asksBirthDate,
    extras: found.extras.map(({ id, name, per, priceMinor }) => ({ id, name, per, priceMinor })),
    priceMinor: found.priceMinor,
    currency: found.currency,
  }
}
