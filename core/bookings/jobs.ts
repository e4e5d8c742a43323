import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { defineJob } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import { announceSpots } from './commands/announce-spots.ts'
import { completePastBookings } from './commands/complete-bookings.ts'
import { bookUnpayable } from './steps/book-waiting.ts'
import { expireOverdueBookings } from './commands/expire-bookings.ts'

export const bookingJobs = [
  // Compare-and-swap ends each request once, however many workers are at it.
  defineJob({
    name: 'expire requests',
    every: { seconds: 2 },
    once: 'process',
    run: async ({ db, settings, log }) => {
      const booked = await bookUnpayable(db, settings).catch((error: unknown) => {
        // Seats whose time is over are still given back.
        log.error({ error }, 'what waits for a payment could not be booked')
        return 0
      })
      return booked + (await expireOverdueBookings(db))
    },
  }),
  defineJob({
    name: 'complete bookings',
    every: { minutes: 1 },
    once: 'cluster',
    run: ({ db }) => completeAll(db, 7),
  }),
  // Catches old sessions that were corrected, and weeks without a worker. Reads all bookings.
  defineJob({
    name: 'complete old bookings',
    every: { hours: 24 },
    once: 'cluster',
    run: ({ db }) => completeAll(db, null),
  }),
  defineJob({
    name: 'forget networks of new customers',
    every: { hours: 1 },
    once: 'cluster',
    run: ({ db }) => forgetFirstAddresses(db),
  }),
  defineJob({ name: 'recount seats', every: { hours: 1 }, once: 'cluster', run: recountSeats }),
]

/** Announces changed spots to open pages. The position is kept in memory. */
export function announceSpotsJob() {
  let seen: string | null = null
  return defineJob({
    name: 'announce spots',
    every: { milliseconds: 100 },
    once: 'process',
    async run({ db }) {
      const { seen: next, announced } = await announceSpots(db, seen)
      seen = next
      return announced
    },
  })
}

/** Counted for a day, and of no use after it. */
async function forgetFirstAddresses(db: Db): Promise<number> {
  const { rows } = await sql`update contacts set first_network = null
    where first_network is not null and created_at <= now() - interval '24 hours' returning id`.execute(
    db,
  )
  return rows.length
}

async function completeAll(db: Db, days: number | null): Promise<number> {
  let completed = 0
  for (;;) {
    const now = await completePastBookings(db, { days })
    completed += now
    if (now === 0) return completed
  }
}

/** Reports sessions whose counter differs from their bookings. Does not repair them, so that the bug can be found. */
async function recountSeats({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<number> {
  const wrong = await listMiscounted(db)
  if (wrong.length > 0)
    log.error(
      { metric: 'sessions_miscounted', value: wrong.length, sessions: wrong.slice(0, 20) },
      'seats do not add up',
    )
  return wrong.length
}

/** One statement, one snapshot; sessions that ended over a week ago were counted often enough. */
async function listMiscounted(
  db: Db,
): Promise<{ sessionId: string; counted: number; held: number }[]> {
  const { rows } = await sql<{ sessionId: string; counted: number; held: number }>`
    with held as (
      select b.session_id, count(*)::integer as spots
      from bookings b join class_sessions s on s.id = b.session_id
      where s.ends_at > now() - interval '7 days' and holds_seat(b)
      group by b.session_id
    )
    select s.id as session_id, s.current_students as counted, coalesce(held.spots, 0) as held
    from class_sessions s left join held on held.session_id = s.id
    where s.ends_at > now() - interval '7 days' and (s.current_students > 0 or held.spots > 0)
      and s.current_students <> coalesce(held.spots, 0)`.execute(db)
  return rows
}
