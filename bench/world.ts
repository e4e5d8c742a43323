import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { openDatabase } from '#core/shared/db.ts'

export type World = { spread: string[]; hot: string[]; classId: string; username: string }

/** 100 vendors with a class each and 10,000 sessions between them, and sessions of 5,000 spots for the crush. */
export async function makeWorld(databaseUrl: string, hotSessions: number): Promise<World> {
  const { db, close } = openDatabase({ url: databaseUrl, max: 2 })
  try {
    await sql`
      insert into users (name, email, email_verified)
      select 'Vendor ' || n, 'vendor' || n || '@bench.example', true from generate_series(1, 100) n`.execute(
      db,
    )
    await sql`
      with named as (
        select v.id, row_number() over (order by v.id) as n from vendors v
      ), claimed as (
        insert into usernames (username, vendor_id) select 'bench-' || n, id from named returning username, vendor_id
      )
      update vendors set business_name = 'Studio ' || username_of.username, set_up_at = now(), time_zone = 'Europe/Berlin',
        currency = 'EUR', country = 'DE', username = username_of.username
      from claimed username_of where username_of.vendor_id = vendors.id`.execute(db)
    await sql`
      insert into classes (vendor_id, title, description, location, price_minor, start_date)
      select id, 'Yoga ' || business_name, repeat('Breathe in, breathe out. ', 12), '1 Park Street', 1500, current_date from vendors`.execute(
      db,
    )
    await addSessions(db, 100, 5000, 15)
    await sql`delete from outbox`.execute(db)
    const spread = await sql<{ id: string }>`select id from class_sessions order by id`.execute(db)
    const [first] = (
      await sql<{
        id: string
        username: string
      }>`select c.id, v.username from classes c join vendors v on v.id = c.vendor_id order by c.id limit 1`.execute(
        db,
      )
    ).rows
    if (!first) throw new Error('The world is empty.')
    const hot = await addHot(db, hotSessions)
    // Only what was filled: an empty table that was analysed gets plans that read it whole.
    await sql`vacuum analyze users, vendors, classes, class_sessions`.execute(db)
    return {
      spread: spread.rows.map(({ id }) => id),
      hot,
      classId: first.id,
      username: first.username,
    }
  } finally {
    await close()
  }
}

type Db = ReturnType<typeof openDatabase>['db']

async function addSessions(
  db: Db,
  perClass: number,
  capacity: number,
  everyHours: number,
): Promise<void> {
  await sql`
    insert into class_sessions (class_id, vendor_id, session_date, start_time, end_time, time_zone, starts_at, ends_at,
      booking_closes_at, location, status, max_students)
    select c.id, c.vendor_id, (at.starts at time zone 'Europe/Berlin')::date, (at.starts at time zone 'Europe/Berlin')::time,
      (at.starts at time zone 'Europe/Berlin')::time, 'Europe/Berlin', at.starts, at.starts + interval '1 hour', at.starts,
      c.location, 'confirmed', ${capacity}::int
    from classes c, generate_series(1, ${perClass}::int) n,
      lateral (select date_trunc('hour', now()) + make_interval(hours => n * ${everyHours}::int) as starts) at`.execute(
    db,
  )
}

async function addHot(db: Db, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await sql`
    insert into class_sessions (id, class_id, vendor_id, session_date, start_time, end_time, time_zone, starts_at, ends_at,
      booking_closes_at, location, status, max_students)
    select hot.id, c.class_id, c.vendor_id, c.session_date, c.start_time, c.end_time, c.time_zone,
      c.starts_at + hot.n * interval '1 minute', c.ends_at + hot.n * interval '1 minute', c.booking_closes_at, c.location,
      'confirmed', 5000
    from unnest(${ids}::uuid[]) with ordinality as hot(id, n), (select * from class_sessions order by id desc limit 1) c`.execute(
    db,
  )
  return ids
}
