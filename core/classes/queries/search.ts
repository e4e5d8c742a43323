import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { cardColumns, type CardFacts, hasWhatItOffers } from './class-cards.ts'
import { cursorOf, type Page, pageOf, readCursor, shownOf } from '#core/shared/paging.ts'
import type { ClassSearch, DayAsked } from '../rules.ts'
import {
  correctWords,
  hasWords,
  inIndex,
  readSoughtWords,
  type SoughtWord,
} from './search-words.ts'

export type FoundClass = CardFacts & {
  /** the next one with an open spot, else the next one; on the day asked for if one was */
  nextSession: { id: string; startsAt: Date; maxStudents: number; currentStudents: number } | null
  vendor: { username: string; name: string }
}

/** `correctedTo`: the words that were searched for in place of mistyped ones. */
export type Found = Page<FoundClass> & { correctedTo: string | null }

type Asked = ClassSearch & {
  cursor: string | null
  limit: number
  /** the zones of the reader: their vendors come first. The same on every page of a list. */
  near?: readonly string[]
}
type Place = { id: string; created: string }

// A frequent word is found among the newest classes, without reading all of them. A rare word is found by an index, which
// then has few rows to sort.
const newestRead = 400
const worthReadingOn = 3
const mostReadOn = 4000
/** If at most one of this many classes with the words is on that day, searching by day is faster than by words. */
const rareDay = 40

/**
 * Listed classes with all the words in title, place, description, category or the vendor's name, those with the next date
 * first. A word that no class has is corrected.
 */
export async function searchClasses(db: Db, asked: Asked): Promise<Found> {
  const { items, ...found } = await searchClassIds(db, asked)
  return { ...found, items: await readCards(db, items, asked.day) }
}

/** The same, of each class only its id. */
export async function searchClassIds(
  db: Db,
  asked: Asked,
): Promise<Page<string> & { correctedTo: string | null }> {
  const words = await readSoughtWords(db, asked.text)
  const onlySigns = words.length === 0 && asked.text.trim() !== ''
  const found = onlySigns ? nothing : await findInTurns(db, asked, words)
  if (found.items.length > 0 || words.length === 0) return { ...found, correctedTo: null }

  const corrected = await correctWords(db, words, asked.text)
  const instead = corrected ? await findInTurns(db, asked, corrected.words) : nothing
  const correctedTo = instead.items.length > 0 ? (corrected?.text ?? null) : null
  return { ...instead, correctedTo }
}

const nothing: Page<string> = { items: [], nextCursor: null }

/**
 * The newest classes are chosen and then sorted by their next date. Without a filter, and if too few vendors are on a page,
 * the page is a part of the newest `chosenFrom`, and the cursor counts how many of these were shown.
 */
async function findInTurns(
  db: Db,
  asked: Asked,
  words: readonly SoughtWord[],
): Promise<Page<string>> {
  const shown = shownOf(asked.cursor)
  const isFiltered = words.length > 0 || asked.day !== null
  // More matches of a filter cost more to find.
  if (shown === 0 && isFiltered) {
    const newest = await findPlaces(db, asked, words)
    const page = pageOf(newest, asked.limit, ({ id }) => id, placeKey)
    const turns = await takeTurns(db, page.items, asked)
    if (page.nextCursor === null || isMixed(turns))
      return { items: turns.map(({ id }) => id), nextCursor: page.nextCursor }
  }
  const limit = Math.max(chosenFrom, asked.limit)
  const newest = await findPlaces(db, { ...asked, limit }, words)
  const window = pageOf(newest, limit, ({ id }) => id, placeKey)
  const turns = await takeTurns(db, window.items, asked)
  const end = shown + asked.limit
  return {
    items: turns.slice(shown, end).map(({ id }) => id),
    nextCursor:
      end < turns.length
        ? cursorOf(readCursor(asked.cursor) ?? startOf(newest), end)
        : window.nextCursor,
  }
}

const chosenFrom = 200
const differentVendors = 6

const placeKey = ({ created, id }: Place): [string, string] => [created, id]

type Turn = { id: string; vendorId: string; closed: boolean }

/**
 * First what is near, by the day of the next session. On each day first one class of every vendor, then the second of each. At the end those
 * without a date, then those whose registration is closed.
 */
async function takeTurns(
  db: Db,
  ids: readonly string[],
  { day, near = [] }: Pick<Asked, 'day' | 'near'>,
): Promise<Turn[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Turn>`
    select c.id, c.vendor_id, c.closed
    from (select c.id, c.vendor_id, c.created_at, registration_is_closed(c, v) as closed,
        v.time_zone::text = any(${near}::text[]) as near, n.session_date, n.starts_at
      from classes c join vendors v on v.id = c.vendor_id
      left join lateral (select s.session_date, s.starts_at from class_sessions s
        where s.class_id = c.id and ${day === null ? upcoming : upcomingOn(day)}
        order by s.starts_at, s.id limit 1) n on true
      where c.id = any(${ids}::uuid[])) c
    order by c.closed, c.near desc, c.session_date nulls last,
      row_number() over (partition by c.closed, c.session_date, c.vendor_id
        order by c.starts_at, c.created_at desc, c.id desc),
      c.starts_at, c.created_at desc, c.id desc`.execute(db)
  return rows
}

function isMixed(turns: readonly Turn[]): boolean {
  const open = new Set(turns.filter(({ closed }) => !closed).map(({ vendorId }) => vendorId))
  return open.size >= Math.min(differentVendors, turns.length)
}

/** The place before the first class, so that newer ones do not shift the next page. */
function startOf([first]: readonly Place[]): [string, string] {
  return [first?.created ?? '', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
}

/** Reads one row more than is shown, to see whether there is a next page. */
async function findPlaces(
  db: Db,
  asked: Asked,
  words: readonly SoughtWord[],
): Promise<readonly Place[]> {
  if (words.length === 0 && asked.day === null) return findNewest(db, asked)
  const near = await findAmongNewest(db, asked, words, newestRead)
  if (near.complete) return near.places
  const found = near.places.length
  // A word and a day together are rarer than each alone, and no index has both. For words in one category, few rows match.
  const both = words.length > 0 && asked.day !== null
  const inCategory = words.length > 0 && asked.category !== null
  if (!inCategory && (found >= worthReadingOn || both)) {
    // The expected distance of the remaining matches, plus half as much.
    const missing = asked.limit + 1 - found
    const reads = found === 0 ? mostReadOn : Math.ceil((1.5 * missing * newestRead) / found)
    const rest = { ...asked, limit: missing - 1, cursor: near.readTo }
    const further = await findAmongNewest(db, rest, words, Math.min(reads, mostReadOn))
    if (further.complete) return [...near.places, ...further.places]
  }
  const { day } = asked
  const dayIsRare = near.fitting > rareDay * Math.max(1, found)
  if (day !== null && (words.length === 0 || dayIsRare)) return findByDay(db, asked, words, day)
  return findByWords(db, asked, words)
}

async function findNewest(db: Db, asked: Asked): Promise<readonly Place[]> {
  const { rows } = await sql<Place>`
    select c.id, ${created} as created from classes c join vendors v on v.id = c.vendor_id
    where ${published(asked)} and ${listed}
    order by c.created_at desc, c.id desc limit ${asked.limit + 1}`.execute(db)
  return rows
}

type Near = {
  places: readonly Place[]
  /** a look at the other classes would change nothing */
  complete: boolean
  /** how many had the words, on whatever day */
  fitting: number
  /** the cursor of the last one that was looked at */
  readTo: string | null
}

async function findAmongNewest(
  db: Db,
  asked: Asked,
  words: readonly SoughtWord[],
  reads: number,
): Promise<Near> {
  const { rows } = await sql<Place & { hit: boolean; read: number; fitting: number }>`
    with near as materialized (select c.id, c.created_at, c.vendor_id, ${hasWords(words)} as fits from classes c
      where ${published(asked)} order by c.created_at desc, c.id desc limit ${reads}),
    hits as (${selectListed(sql`(select * from near where fits order by created_at desc, id desc offset 0)`, asked)}),
    last as (select id, created_at from near order by created_at, id limit 1)
    select c.id, ${created} as created, c.hit, n.read, n.fitting
    from (select *, true as hit from hits union all select *, false from last) c,
      (select count(*)::integer as read, (count(*) filter (where fits))::integer as fitting from near) n
    order by c.hit desc, c.created_at desc, c.id desc`.execute(db)
  const places = rows.filter(({ hit }) => hit).map(({ id, created }) => ({ id, created }))
  const last = rows.at(-1)
  return {
    places,
    complete: places.length > asked.limit || (last?.read ?? 0) < reads,
    fitting: last?.fitting ?? 0,
    readTo: last ? cursorOf([last.created, last.id]) : null,
  }
}

// Forces the index: frequent words were already found above.
async function findByWords(db: Db, asked: Asked, words: readonly SoughtWord[]) {
  const vendorIds = [...new Set(words.flatMap((word) => word.vendorIds))]
  const ofNamedVendors = sql`union select c.id, c.created_at, c.vendor_id from classes c
      where c.vendor_id = any(${vendorIds}::uuid[]) and ${published(asked)} and ${hasWords(words)}`
  const { rows } = await sql<Place>`
    with found as materialized (select c.id, c.created_at, c.vendor_id from classes c
      where ${published(asked)} and ${inIndex(words, asked.category)} and ${hasWords(words)}
      ${vendorIds.length > 0 ? ofNamedVendors : sql``})
    select c.id, ${created} as created
    from (${selectListed(sql`(select * from found order by created_at desc, id desc offset 0)`, asked)}) c`.execute(
    db,
  )
  return rows
}

/** Searches by the sessions of the day, for each time zone, because the index has date and zone. */
async function findByDay(db: Db, asked: Asked, words: readonly SoughtWord[], day: DayAsked) {
  const [first, last] = daysAhead(day)
  const weekday = typeof day === 'number' ? sql`where extract(isodow from d.date) = ${day}` : sql``
  const { rows } = await sql<Place>`
    with on_day as materialized (select distinct s.class_id
      from (select distinct time_zone from vendors) z
      cross join lateral (select (now() at time zone z.time_zone)::date + ahead as date
        from generate_series(${first}::int, ${last}::int) ahead) d
      join class_sessions s on s.session_date = d.date and s.time_zone = z.time_zone and ${upcoming} ${weekday})
    select c.id, ${created} as created from on_day
    join classes c on c.id = on_day.class_id join vendors v on v.id = c.vendor_id
    where ${published(asked)} and ${hasWords(words)} and ${listed}
    order by c.created_at desc, c.id desc limit ${asked.limit + 1}`.execute(db)
  return rows
}

/** Of classes in their order the first ones of listed vendors, with a session on the day if one is asked for. */
function selectListed(classes: RawBuilder<unknown>, { day, limit }: Asked): RawBuilder<unknown> {
  const onDay =
    day === null
      ? sql``
      : // One look per class into its own next days; a join would read the days of all classes.
        sql`cross join lateral (select from class_sessions s
          where s.class_id = c.id and s.starts_at < now() + interval '17 days' and ${upcomingOn(day)} limit 1) d`
  return sql`select c.id, c.created_at from ${classes} c join vendors v on v.id = c.vendor_id ${onDay}
    where ${listed} order by c.created_at desc, c.id desc limit ${limit + 1}`
}

const created = sql<string>`to_char(c.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.US')`
const listed = sql`vendor_is_listed(v)`

function published({ category, place, cursor }: Asked): RawBuilder<unknown> {
  const after = readCursor(cursor)
  const parts = [sql`class_is_published(c)`, hasWhatItOffers]
  if (category !== null) parts.push(sql`c.category = ${category}`)
  if (place)
    parts.push(
      sql`c.vendor_id in (select p.id from vendors p where lower(p.place) = lower(${place}))`,
    )
  if (after !== null)
    parts.push(sql`(c.created_at, c.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  return sql.join(parts, sql` and `)
}

function daysAhead(day: DayAsked): [first: number, last: number] {
  if (day === 'today') return [0, 0]
  return day === 'tomorrow' ? [1, 1] : [0, 14]
}

/** A session `s` that takes place on the day, by the clock of its vendor. */
function upcomingOn(day: DayAsked): RawBuilder<unknown> {
  const [first, last] = daysAhead(day)
  const weekday =
    typeof day === 'number' ? sql`and extract(isodow from s.session_date) = ${day}` : sql``
  return sql`${upcoming} and s.session_date - (now() at time zone s.time_zone)::date between ${first} and ${last} ${weekday}`
}

async function readCards(
  db: Db,
  ids: readonly string[],
  day: DayAsked | null,
): Promise<FoundClass[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('classes as c')
    .innerJoin('vendors as v', 'v.id', 'c.vendorId')
    .where('c.id', 'in', ids)
    .select([
      ...cardColumns,
      sql<
        FoundClass['vendor']
      >`json_build_object('username', coalesce(v.username, ''), 'name', vendor_name(v))`.as(
        'vendor',
      ),
      sql<
        FoundClass['nextSession']
      >`(select json_build_object('id', s.id, 'startsAt', s.starts_at, 'maxStudents', s.max_students, 'currentStudents', s.current_students)
        from class_sessions s where s.class_id = c.id and ${day === null ? upcoming : upcomingOn(day)}
        order by not has_room(s, 1), s.starts_at, s.id limit 1)`.as('nextSession'),
    ])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, withInstant(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const upcoming = sql`session_is_upcoming(s)`

// Inside JSON an instant is a text.
function withInstant(row: FoundClass): FoundClass {
  const next = row.nextSession
  return next === null
    ? row
    : { ...row, nextSession: { ...next, startsAt: new Date(next.startsAt) } }
}
