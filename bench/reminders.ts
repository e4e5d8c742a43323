// 10,000 reminders that are due at once: how fast they are made and leave, and how long a confirmation takes meanwhile.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeReminders } from '#core/messages/commands/make-reminders.ts'
import { type Db, openDatabase } from '#core/shared/db.ts'
import { zoneAtNoon } from '#tests/support/times.ts'
import { type Row, single } from './report.ts'
import { secretKey } from './services.ts'

const due = 10_000
/** After so many reminders somebody books, ten times. */
const sentBefore = 1000
const confirmations = 10

type Worker = { memory: (name: string) => Promise<void>; stop: () => Promise<void> }

export async function reminderRows(
  databaseUrl: string,
  startWorker: () => Promise<Worker>,
): Promise<Row[]> {
  const { db, close } = openDatabase({ url: databaseUrl, max: 2, silentMs: 3_600_000 })
  try {
    await sql`truncate outbox`.execute(db)
    await book(db)
    await sql`vacuum analyze class_sessions, purchases, bookings`.execute(db)
    const beganToMake = performance.now()
    const made = await makeReminders(
      { db, settings: { plans: true }, secretKeys: [secretKey] },
      new Date(),
    )
    const makingMs = performance.now() - beganToMake
    const begun = performance.now()
    const worker = await startWorker()
    const sent = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from messages where kind = 'booking.reminder' and status = 'sent'`.execute(
        db,
      )
      return rows[0]?.n ?? 0
    }
    while ((await sent()) < sentBefore) await pause(50)
    const waits = await confirm(db)
    while ((await sent()) < made) await pause(100)
    const took = (performance.now() - begun) / 1000
    await worker.memory('worker_memory_after_reminders')
    await worker.stop()
    return [
      single('reminders_made', makingMs, `ms for ${made} of ${due} spots`),
      single('reminders', made / took, 'emails/s'),
      single('confirmation_meanwhile', Math.max(...waits), `ms at most, of ${confirmations}`),
    ]
  } finally {
    await close()
  }
}

/** Spots booked two days ago in sessions that start in a little less than two hours, in a zone whose clock shows noon. */
async function book(db: Db): Promise<void> {
  const zone = zoneAtNoon()
  await sql`
    with sessions as (
      insert into class_sessions (class_id, vendor_id, session_date, start_time, end_time, time_zone, starts_at, ends_at,
        booking_closes_at, location, status, max_students, current_students)
      select c.id, c.vendor_id, (at.starts at time zone ${zone})::date, (at.starts at time zone ${zone})::time,
        ((at.starts + interval '1 hour') at time zone ${zone})::time, ${zone}, at.starts, at.starts + interval '1 hour',
        at.starts, c.location, 'confirmed', 5000, ${due}::int / 100
      from classes c, lateral (select date_trunc('minute', now()) + interval '119 minutes' as starts) at
      returning id, class_id, vendor_id
    ), made as (
      insert into purchases (vendor_id, reference, idempotency_key, request_hash, source, customer_name, customer_email)
      select s.vendor_id, upper(substr(md5(s.id::text || n), 1, 10)), s.id::text || n, s.id::text, 'vendor', 'Guest ' || n,
        'remind' || n || '.' || substr(s.id::text, 1, 8) || '@bench.example'
      from sessions s, generate_series(1, ${due}::int / 100) n
      returning id, vendor_id, request_hash
    )
    insert into bookings (purchase_id, vendor_id, class_id, session_id, status, price_minor, currency, calendar_id, booked_at,
      confirmed_at, agreed_version)
    select m.id, m.vendor_id, s.class_id, s.id, 'confirmed', 1500, 'EUR', m.id, now() - interval '2 days',
      now() - interval '2 days', 0
    from made m join sessions s on s.id::text = m.request_hash`.execute(db)
}

/** How long each of some confirmations takes from its event to its mail, in milliseconds. */
async function confirm(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into purchases (vendor_id, reference, idempotency_key, request_hash, source, customer_name, customer_email)
      select s.vendor_id, upper(substr(md5('late' || s.id), 1, 10)), 'late' || s.id, s.id::text, 'vendor', 'Late Guest',
        'late.' || substr(s.id::text, 1, 8) || '@bench.example'
      from class_sessions s where s.starts_at > now() + interval '1 day' order by s.id limit ${confirmations}
      returning id, vendor_id, request_hash
    ), booked as (
      insert into bookings (purchase_id, vendor_id, class_id, session_id, status, price_minor, currency, calendar_id,
        confirmed_at, agreed_version)
      select m.id, m.vendor_id, s.class_id, s.id, 'confirmed', 1500, 'EUR', m.id, now(), 0
      from made m join class_sessions s on s.id::text = m.request_hash
      returning id, purchase_id
    ), told as (
      insert into outbox (kind, payload)
      select 'booking.confirmed', jsonb_build_object('purchaseId', purchase_id, 'bookingIds', jsonb_build_array(id)) from booked
    )
    select purchase_id as id from booked`.execute(db)
  const begun = performance.now()
  const waits = new Map<string, number>()
  while (waits.size < rows.length) {
    const { rows: sent } = await sql<{ purchaseId: string }>`
      select purchase_id from messages where purchase_id = any(${rows.map(({ id }) => id)}::uuid[])
        and audience = 'customer' and status = 'sent'`.execute(db)
    for (const { purchaseId } of sent)
      if (!waits.has(purchaseId)) waits.set(purchaseId, performance.now() - begun)
    await pause(20)
  }
  return [...waits.values()]
}
