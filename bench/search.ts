// What a search for classes costs the database: 100,000 classes with a million sessions against 1,000 classes.
import pg from 'pg'
import { sql } from 'kysely'
import { refreshSearchWords } from '#core/classes/commands/refresh-search-words.ts'
import { searchClasses } from '#core/classes/queries/search.ts'
import type { ClassSearch } from '#core/classes/rules.ts'
import { type Db, openDatabase } from '#core/shared/db.ts'
import { migrate } from '#db/migrate.ts'

type SearchRow = {
  name: string
  value: number
  unit: string
  reference: number
  ratio: number
  p50: number
  p99: number
}

/** The line of the benchmark: 100,000 classes and a million sessions, against the same searches in 1,000 classes. */
export async function classesSearchRow(serverUrl: string): Promise<SearchRow> {
  const small = await measureSearch(serverUrl, { classes: 1_000, searches: 100 })
  const large = await measureSearch(serverUrl, { classes: 100_000, searches: 100 })
  return {
    name: 'classes_search',
    value: large.p95,
    unit: 'ms at p95; reference: in 1,000 classes',
    reference: small.p95,
    ratio: large.p95 / small.p95,
    p50: large.p50,
    p99: large.p99,
  }
}

type SearchMeasured = { p50: number; p95: number; p99: number }

/** Fills a separate database on the server and runs one search at a time. */
async function measureSearch(
  serverUrl: string,
  { classes, searches }: { classes: number; searches: number },
): Promise<SearchMeasured> {
  const databaseUrl = await emptyDatabase(serverUrl, `bench_search_${classes}`)
  await migrate(databaseUrl)
  // One statement fills a million sessions, for minutes.
  const { db, close } = openDatabase({ url: databaseUrl, max: 1, silentMs: 3_600_000 })
  try {
    await withoutIndexes(
      db,
      ['classes_search_parts', 'class_sessions_day', 'class_sessions_vendor'],
      () => fill(db, classes),
    )
    await refreshSearchWords(db)
    await sql`vacuum analyze vendors, classes, class_times, class_sessions, search_words`.execute(
      db,
    )
    return await searchAll(db, searches)
  } finally {
    await close()
  }
}

export async function emptyDatabase(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(`drop database if exists ${name}`)
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** An index made at once takes a tenth of the time of one that grows row by row. */
export async function withoutIndexes(
  db: Db,
  names: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  await sql`set statement_timeout = 0`.execute(db)
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where indexname = any(${names}::text[])`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db)
  await work()
  for (const { definition } of rows) await sql.raw(definition).execute(db)
}

const kinds =
  'Yoga Pilates Boxing Running Dance Strength Stretching Cycling Barre Meditation Rückenfit Йога Растяжка Танцы Zumba Aikido'
const manners =
  'Morning Evening Gentle Power Flow Beginners Advanced Prenatal Outdoor Lunch Weekend Intensive Slow Hot Family Senior'
const places =
  'Berlin München Hamburg Köln Düsseldorf Leipzig London Paris Москва Казань Zürich Wien Lisboa Kraków Austin Boston'
const saidOften =
  'a and the for with your body breath mind balance bring mat water teacher group small we you come every level welcome stronger calm posture muscles back room shower music partner focus rhythm energy relax sweat technique joint hips shoulders core sleep stress'

/** Ten classes a vendor, ten weekly sessions a class; the words fall off as they do in a language. */
async function fill(db: Db, classes: number): Promise<void> {
  const vendors = Math.ceil(classes / 10)
  await sql`select setseed(0.5)`.execute(db)
  await sql`insert into users (name, email, email_verified)
    select 'Vendor ' || n, 'vendor' || n || '@bench.example', true from generate_series(1, ${vendors}::int) n`.execute(
    db,
  )
  await sql`with named as (select id, row_number() over (order by id) as n from vendors),
      claimed as (insert into usernames (username, vendor_id) select 'bench-' || n, id from named returning username, vendor_id)
    update vendors set business_name = 'Studio ' || c.username, set_up_at = now(), time_zone = 'Europe/Berlin',
      currency = 'EUR', country = 'DE', username = c.username
    from claimed c where c.vendor_id = vendors.id`.execute(db)
  // Names of streets and people: many, and each of them seldom.
  await sql`create temp table names as select n, (array['Lin','Kar','Mo','Sten','Ber','Al','Wil','Ro','Tan','Ve'])[1 + n % 10]
      || (array['den','ma','ri','go','sel','vat','nu','kel','dor','pi'])[1 + n / 10 % 10] || (array['hal','stra','wick','burg','mer','ton','lea','ska','rod','feld'])[1 + n / 100 % 10]
      || (array['','e','er','en','a','o','is','us','y','ia'])[1 + n / 1000 % 10] as name from generate_series(1, 10000) n`.execute(
    db,
  )
  await sql`insert into classes (vendor_id, title, description, category, location, price_minor, start_date, created_at)
    select v.id, m.words[1 + floor(random() * 16)] || ' ' || k.words[1 + floor(power(random(), 2) * 16)] || ' ' || said.names[1],
      array_to_string(said.often || said.names[2:4], ' ') || '.', (array['fitness', 'yoga', 'strength', 'cardio', 'pilates', 'dance', 'martial_arts', 'other'])[1 + floor(power(random(), 2) * 8)],
      said.names[5] || ' Street ' || (n % 90 + 1) || ', ' || p.words[1 + floor(power(random(), 2) * 16)],
      500 + n % 40 * 50, current_date, now() - make_interval(secs => n * 30)
    from generate_series(1, ${classes}::int) n
    cross join (select array_agg(name order by n) as names from names) names
    join (select id, row_number() over (order by id) as nth from vendors) v on v.nth = 1 + n % ${vendors}::int,
      (select string_to_array(${kinds}, ' ') as words) k, (select string_to_array(${manners}, ' ') as words) m,
      (select string_to_array(${places}, ' ') as words) p, (select string_to_array(${saidOften}, ' ') as words) o,
      lateral (select array(select o.words[1 + floor(power(random(), 2) * cardinality(o.words))] from generate_series(1, 30 + n * 0)) as often,
        array(select names.names[1 + floor(random() * 10000)::int] from generate_series(1, 5 + n * 0)) as names) said`.execute(
    db,
  )
  await sql`insert into class_sessions (class_id, vendor_id, session_date, start_time, end_time, time_zone, starts_at, ends_at,
      booking_closes_at, location, max_students)
    select id, vendor_id, starts::date, starts::time, ends::time, 'Europe/Berlin', starts at time zone 'Europe/Berlin',
      ends at time zone 'Europe/Berlin', starts at time zone 'Europe/Berlin', location, 12
    from (select c.id, c.vendor_id, c.location, f.starts, f.starts + interval '1 hour' as ends from classes c, generate_series(0, 9) week,
      lateral (select date_trunc('hour', now() at time zone 'Europe/Berlin') + make_interval(hours => 1 + abs(hashtext(c.id::text)) % 167, weeks => week) as starts) f
      where f.starts::date = (f.starts + interval '1 hour')::date) at`.execute(db)
  await sql`insert into class_times (class_id, vendor_id, weekday, start_time, starts_on)
    select distinct on (class_id) class_id, vendor_id, extract(isodow from session_date), start_time, session_date from class_sessions`.execute(
    db,
  )
}

type Kind = { name: string; asks: (nth: number) => Partial<ClassSearch>; pages?: number }

const roots = ['Lin', 'Kar', 'Mo', 'Sten', 'Ber', 'Al', 'Wil', 'Ro', 'Tan', 'Ve']
const middles = ['den', 'ma', 'ri', 'go', 'sel', 'vat', 'nu', 'kel', 'dor', 'pi']
const ends = ['hal', 'stra', 'wick', 'burg', 'mer', 'ton', 'lea', 'ska', 'rod', 'feld']
const nameOf = (n: number) =>
  `${roots[n % 10] ?? ''}${middles[(n * 7 + 3) % 10] ?? ''}${ends[(n * 3 + 1) % 10] ?? ''}`.toLowerCase()
const oneOf = (words: string, nth: number) => words.split(' ')[nth % words.split(' ').length] ?? ''
const weekday = (nth: number) => dayList[nth % dayList.length] ?? null
const dayList = [1, 2, 3, 4, 5, 6, 7, 'today', 'tomorrow'] as const

const asked: readonly Kind[] = [
  { name: 'nothing asked', asks: () => ({}), pages: 3 },
  { name: 'common word', asks: (n) => ({ text: oneOf(kinds, n) }), pages: 3 },
  {
    name: 'two common words',
    asks: (n) => ({ text: `${oneOf(kinds, n)} ${oneOf(places, n + 3)}` }),
  },
  { name: 'rare word', asks: (n) => ({ text: nameOf(n) }) },
  { name: 'start of a word', asks: (n) => ({ text: oneOf(kinds, n).slice(0, 2 + (n % 3)) }) },
  { name: 'common and rare', asks: (n) => ({ text: `${oneOf(kinds, n)} ${nameOf(n)}` }) },
  { name: 'mistyped', asks: (n) => ({ text: mistyped(oneOf(`${kinds} ${places}`, n), n) }) },
  { name: 'mistyped rare', asks: (n) => ({ text: mistyped(nameOf(n), n) }) },
  { name: 'no match', asks: (n) => ({ text: `qwx${n}zz` }) },
  {
    name: 'category and day',
    asks: (n) => ({ category: 'martial_arts', day: weekday(n) }),
    pages: 2,
  },
  {
    name: 'word, category, day',
    asks: (n) => ({ text: oneOf(kinds, n), category: 'yoga', day: weekday(n) }),
  },
]

/** Two letters in the wrong order. */
function mistyped(word: string, nth: number): string {
  const at = 1 + (nth % Math.max(1, word.length - 2))
  return word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
}

async function searchAll(db: Db, searches: number) {
  const times = new Map<string, number[]>(asked.map(({ name }) => [name, []]))
  for (let nth = -20; nth < searches; nth++) {
    for (const kind of asked) {
      let cursor: string | null = null
      for (let page = 0; page < (kind.pages ?? 1); page++) {
        const search: ClassSearch = { text: '', category: null, day: null, ...kind.asks(nth + 20) }
        const begun = performance.now()
        const found = await searchClasses(db, { ...search, cursor, limit: 12 })
        // The first ones fill the caches.
        if (nth >= 0) times.get(kind.name)?.push(performance.now() - begun)
        cursor = found.nextCursor
        if (cursor === null) break
      }
    }
  }
  return summed([...times.values()].flat())
}

export function summed(times: readonly number[]): SearchMeasured {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
