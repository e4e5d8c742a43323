import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { eventIdOf } from '#core/calendar/rules.ts'
import type { Db } from '#core/shared/db.ts'
import { loadConfig } from '#server/config.ts'
import { createDeps } from '#server/deps.ts'
import { startFakeGoogle } from '#tests/fakes/google.ts'
import { connectAtGoogle } from '#tests/support/connect-at-google.ts'
import type { AVendor } from '#tests/support/factories.ts'
import type { Calendars, EventRow, Slice } from './check-calendars.ts'
import { pick, type Random, weighted } from './random.ts'

type Vendors = readonly AVendor[]

export type TroubledGoogle = {
  /** for the processes that use it */
  env: Record<string, string>
  /** Connects all calendars, and waits until everything is in them. */
  connect(env: Record<string, string>, vendors: Vendors): Promise<void>
  /** From now on it goes wrong every other `sliceMs`, and somebody deletes and changes events in the calendars. */
  misbehave(db: Db, vendors: Vendors): void
  /** Nothing goes wrong any more. */
  behave(): Promise<void>
  /** True: the worker has brought every calendar up to date. */
  settle(db: Db): Promise<boolean>
  read(db: Db, vendors: Vendors): Promise<Calendars>
  stop(): Promise<void>
}

const sliceMs = 2500
/** Longer than anybody waits for a response. */
const slowMs = 10_000
/** In the first ones everything is slow, because it has just begun. */
const coldSlices = 2
const troubles = {
  none: 70,
  slow: 2,
  reset: 8,
  unauthorized: 4,
  limited: 3,
  too_many: 3,
  duplicate: 2,
  expired_sync: 2,
  unavailable: 2,
  malformed: 2,
}

/** A simulated Google that all vendors of a round have connected. */
export async function startTroubledGoogle(origin: string, random: Random): Promise<TroubledGoogle> {
  const clientSecret = 'a secret for torture that protects nothing at all'
  const client = { clientId: 'openspot-torture', clientSecret }
  const google = await startFakeGoogle({
    ...client,
    returnTo: `${origin}/auth-callback`,
    calendarReturnTo: `${origin}/google-calendar-callback`,
    slowMs,
  })
  const { calendars } = google
  const slices: Slice[] = []
  let isTroubled = false

  async function trouble(db: Db, vendors: Vendors): Promise<void> {
    for (let nth = 0; isTroubled; nth++) {
      const from = Date.now()
      calendars.behaveAs(nth % 2 === 0 ? () => weighted(random, troubles) ?? 'none' : null)
      while (isTroubled && Date.now() < from + sliceMs) {
        tamper(vendors)
        // Waits that stand in the database need not be waited for. It may be down right now.
        await sql`update calendar_connections set retry_at = null`.execute(db).catch(() => {})
        await pause(250)
      }
      slices.push({ from, to: Date.now(), isTroubled: nth % 2 === 0 })
    }
  }

  /** What people do in their calendars. */
  function tamper(vendors: Vendors): void {
    const email = pick(random, vendors)?.email ?? ''
    const event = pick(random, calendars.eventsOf(email))
    if (!event) return
    const change = random() < 0.5 ? { status: 'cancelled' as const } : { summary: 'Dentist' }
    calendars.write(email, { ...event, ...change })
  }

  let troubling = Promise.resolve()
  return {
    env: {
      GOOGLE_CLIENT_ID: client.clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_CALENDAR: 'on',
    },
    async connect(env, vendors) {
      const { close, ...deps } = createDeps(loadConfig(env))
      for (const vendor of vendors) {
        const done = await connectAtGoogle(deps, google, vendor)
        if (!done.ok) throw new Error(`No calendar was connected: ${done.reason}`)
      }
      if (!(await upToDate(deps.db))) throw new Error('The calendars were not written.')
      await close()
    },
    misbehave(db, vendors) {
      isTroubled = true
      troubling = trouble(db, vendors)
    },
    async behave() {
      isTroubled = false
      await troubling
      calendars.behaveAs(null)
      // What nobody waits for any more is done all the same.
      await pause(slowMs)
    },
    async settle(db) {
      // The first round may have read a calendar before it was changed for the last time.
      return (await upToDate(db)) && upToDate(db)
    },
    async read(db, vendors) {
      const requests = google.asked.filter((one) => one.includes(' /calendar/')).length
      return {
        wanted: await listWanted(db),
        held: vendors.flatMap(heldBy),
        slices: slices.slice(coldSlices),
        requests,
      }
    },
    async stop() {
      isTroubled = false
      await troubling
      await google.stop()
    },
  }

  function heldBy({ id: vendorId, email }: AVendor): EventRow[] {
    return calendars
      .eventsOf(email)
      .map(({ id, summary = '', location = '', description = '', start, end }) => ({
        // One that was deleted for good comes back under a longer id.
        id: id.slice(0, firstIdLength),
        vendorId,
        summary,
        location,
        startsAt: Date.parse(start.dateTime ?? ''),
        endsAt: Date.parse(end.dateTime ?? ''),
        // The last lines are the link to the session.
        people: description.split('\n').slice(0, -2).toSorted(),
      }))
  }
}

const firstIdLength = eventIdOf('00000000-0000-0000-0000-000000000000').length

const patienceMs = 60_000

/** Waits until every calendar was compared after this moment, and held everything. */
async function upToDate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ since: string }>`
    update calendar_connections set due_at = now(), retry_at = null returning now()::text as since`.execute(
    db,
  )
  const since = rows[0]?.since
  const giveUpAt = Date.now() + patienceMs
  while (Date.now() < giveUpAt) {
    const left = await sql`
      select from calendar_connections where coalesce(complete_at <= ${since}::timestamptz, true)`.execute(
      db,
    )
    if (left.rows.length === 0) return true
    await pause(200)
  }
  return false
}

/** The events as the database wants them, in the words of the events' language. */
async function listWanted(db: Db): Promise<EventRow[]> {
  const { rows } = await sql<EventRow & { sessionId: string }>`
    select s.id as session_id, s.vendor_id, c.title || ' · ' || s.current_students || '/' || s.max_students as summary,
      coalesce(s.location, s.online_url, '') as location,
      floor(extract(epoch from s.starts_at)::float8 * 1000) as starts_at,
      floor(extract(epoch from s.ends_at)::float8 * 1000) as ends_at,
      coalesce((select json_agg(line) from (
        select p.customer_name || case when count(*) > 1 then ' × ' || count(*) else '' end
          || case when bool_or(b.status = 'pending') then ' (waiting for confirmation)' else '' end as line
        from bookings b join purchases p on p.id = b.purchase_id
        where b.session_id = s.id and holds_seat(b)
        group by p.id) lines), '["Nobody has booked yet."]') as people
    from class_sessions s join classes c on c.id = s.class_id
    where s.status = 'confirmed' and s.ends_at > now() and (c.kind = 'class' or s.current_students > 0)`.execute(
    db,
  )
  return rows.map(({ sessionId, people, ...row }) => ({
    ...row,
    id: eventIdOf(sessionId),
    people: people.toSorted(),
  }))
}
