// What the workspace's pages cost a vendor with 50,000 bookings, against one with 500.
import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, openDatabase } from '#core/shared/db.ts'
import type { Row } from './report.ts'
import type { Services, Web } from './services.ts'

type Signed = { cookie: string; classId: string }
type Pages = Record<string, readonly ((vendor: Signed) => string)[]>

const list = '/dashboard/bookings'
const pages: Pages = {
  dashboard_overview: [() => '/dashboard'],
  bookings_list: [
    () => list,
    () => `${list}?when=past`,
    () => `${list}?when=all`,
    () => `${list}?status=cancelled&when=past`,
    () => `${list}?payment=due`,
    ({ classId }) => `${list}?class=${classId}&when=past`,
    () => `${list}?q=nobody`,
    () => `${list}?q=guest77.`,
    () => `${list}?q=Lindenhal`,
    () => `${list}?q=%2B491700000042`,
    () => `${list}?q=example`,
  ],
}

/** The rows of the benchmark that were asked for. */
export async function dashboardRows(
  services: Services,
  web: Web,
  { secretKey, asked }: { secretKey: string; asked: (name: string) => boolean },
): Promise<Row[]> {
  const names = Object.keys(pages).filter(asked)
  if (names.length === 0) return []
  const { db, close } = openDatabase({ url: services.databaseUrl, max: 1, silentMs: 3_600_000 })
  try {
    await sql`set statement_timeout = 0`.execute(db)
    const small = await aVendor(db, { bookings: 500, secretKey })
    const large = await aVendor(db, { bookings: 50_000, secretKey })
    await sql`vacuum analyze vendors, classes, class_sessions, contacts, contact_addresses, purchases, bookings, payments`.execute(
      db,
    )
    const rows: Row[] = []
    for (const name of names) {
      const [little, much] = await byTurns(web, pages[name] ?? [], [small, large])
      rows.push({
        name,
        value: much.p95,
        unit: 'ms at p95 with 50,000 bookings; reference: with 500',
        reference: little.p95,
        ratio: much.p95 / little.p95,
        p50: much.p50,
        p99: much.p99,
      })
    }
    return rows
  } finally {
    await close()
  }
}

const visits = 20

async function byTurns(web: Web, addresses: Pages[string], [small, large]: [Signed, Signed]) {
  const times = new Map<Signed, number[]>([
    [small, []],
    [large, []],
  ])
  for (let nth = -3; nth < visits; nth++)
    for (const address of addresses)
      for (const vendor of [small, large]) {
        const begun = performance.now()
        const answer = await fetch(web.origin + address(vendor), {
          headers: { cookie: vendor.cookie },
          redirect: 'manual',
        })
        await answer.text()
        if (answer.status !== 200) throw new Error(`${address(vendor)} returned ${answer.status}.`)
        // The first ones fill the caches.
        if (nth >= 0) times.get(vendor)?.push(performance.now() - begun)
      }
  return [summed(times.get(small) ?? []), summed(times.get(large) ?? [])] as const
}

function summed(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

type Wish = { bookings: number; secretKey: string }

/**
 * Ten classes with five sessions a day of ten bookings each, those of a week upcoming; every twentieth booking is cancelled.
 * Spots are booked in the ten days before their session: more bookings are more years, not a fuller week.
 */
async function aVendor(db: Db, { bookings, secretKey }: Wish): Promise<Signed> {
  const username = `desk-${bookings}`
  const { id: userId } = await db
    .insertInto('users')
    .values({ name: username, email: `${username}@bench.example`, emailVerified: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { vendorId } = await db
    .selectFrom('vendorMembers')
    .where('userId', '=', userId)
    .select('vendorId')
    .executeTakeFirstOrThrow()
  await db.insertInto('usernames').values({ username, vendorId }).execute()
  await sql`update vendors set business_name = ${username}, set_up_at = now(), time_zone = 'Europe/Berlin', currency = 'EUR',
    country = 'DE', username = ${username} where id = ${vendorId}`.execute(db)
  await sql`insert into classes (vendor_id, title, location, price_minor, start_date)
    select ${vendorId}, 'Class ' || n, '1 Park Street', 1500, current_date from generate_series(1, 10) n`.execute(
    db,
  )
  const sessions = bookings / 10
  await sql`insert into class_sessions (class_id, vendor_id, session_date, start_time, end_time, time_zone, starts_at, ends_at,
      booking_closes_at, location, max_students, current_students)
    select c.id, c.vendor_id, starts::date, starts::time, (starts + interval '1 hour')::time, 'Europe/Berlin',
      starts at time zone 'Europe/Berlin', (starts + interval '1 hour') at time zone 'Europe/Berlin',
      starts at time zone 'Europe/Berlin', c.location, 12, 10
    from generate_series(1, ${sessions}::int) n
    join (select *, row_number() over (order by id) as nth from classes where vendor_id = ${vendorId}) c on c.nth = 1 + n % 10,
    lateral (select date_trunc('day', now()) - make_interval(days => (n - 35) / 5)
      + make_interval(hours => 8 + n % 12) as starts) at`.execute(db)
  await sql`with guests as (
      select n, gen_random_uuid() as contact, gen_random_uuid() as address, 'guest' || n || '.' || (n % 977) || '@bench.example' as email
      from generate_series(1, ${bookings}::int) n
    ), made as (
      insert into contacts (id, vendor_id, name) select contact, ${vendorId}, 'Guest' || n from guests returning id
    ), known as (
      insert into contact_addresses (id, vendor_id, contact_id, kind, value, typed)
      select address, ${vendorId}, contact, 'email', email, email from guests returning id
    )
    insert into purchases (vendor_id, contact_id, address_id, reference, idempotency_key, request_hash, source, customer_name,
      customer_email, customer_phone, booking_method)
    select ${vendorId}, contact, address, upper(substr(md5(${username} || n), 1, 10)), ${username} || n, '', 'public',
      'Guest' || n || ' ' || (array['Lind','Kar','Mo','Sten','Ber'])[1 + n % 5] || 'en' || n % 1000,
      email, '+49170' || lpad(n::text, 7, '0'), 'email'
    from guests`.execute(db)
  // Without statistics of the new rows, the join below is planned as a nested loop, which takes minutes.
  await sql`analyze class_sessions, contacts, contact_addresses, purchases`.execute(db)
  await sql`insert into bookings (purchase_id, vendor_id, class_id, session_id, status, price_minor, currency,
      booked_at, confirmed_at, ended_at, ended_by, calendar_id)
    select g.id, ${vendorId}, s.class_id, s.id,
      case when g.n % 20 = 0 then 'cancelled' when s.starts_at < now() then 'completed' else 'confirmed' end,
      1500, 'EUR', booked_at, booked_at,
      case when g.n % 20 = 0 then booked_at + interval '1 hour' end, case when g.n % 20 = 0 then 'customer' end, g.id
    from (select id, row_number() over (order by idempotency_key) as n from purchases where vendor_id = ${vendorId}) g
    join (select *, row_number() over (order by starts_at) as nth from class_sessions where vendor_id = ${vendorId}) s
      on s.nth = (g.n + 9) / 10,
    lateral (select least(s.starts_at - make_interval(hours => 1 + g.n::int % 240), now() - make_interval(mins => g.n::int % 1440))
      as booked_at) at`.execute(db)
  await sql`analyze bookings`.execute(db)
  await sql`insert into payments (vendor_id, booking_id, amount_minor, currency, method, at)
    select vendor_id, id, price_minor, currency, 'door', booked_at + interval '1 hour' from bookings where vendor_id = ${vendorId} and status = 'completed'`.execute(
    db,
  )
  const { id: classId } = await db
    .selectFrom('classes')
    .where('vendorId', '=', vendorId)
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { classId, cookie: await signIn(db, { userId, secretKey }) }
}

/** The cookie of a new session, stored and signed as the auth library does. */
async function signIn(
  db: Db,
  { userId, secretKey }: { userId: string; secretKey: string },
): Promise<string> {
  const token = randomBytes(16).toString('hex')
  const expiresAt = new Date(Date.now() + 86_400_000)
  await db.insertInto('authSessions').values({ userId, token, expiresAt }).execute()
  const signature = createHmac('sha256', secretKey).update(token).digest('base64')
  return `openspot.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
