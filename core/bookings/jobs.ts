import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { announceSpots } from './commands/announce-spots.ts'
import { completePastBookings } from './commands/complete-bookings.ts'
import { expireOverdueBookings } from './commands/expire-bookings.ts'

/** What runs again and again; each answers how much it did. */
export const bookingRounds = [
  { name: 'expire requests', everyMs: 2000, run: ({ db }: Deps) => expireOverdueBookings(db) },
  { name: 'complete bookings', everyMs: 60_000, run: ({ db }: Deps) => completeAll(db, 7) },
  // What was put right in an old session, or fell into a week without a worker. Reads all there ever was.
  {
    name: 'complete old bookings',
    everyMs: 24 * 60 * 60_000,
    run: ({ db }: Deps) => completeAll(db, null),
  },
  { name: 'recount seats', everyMs: 60 * 60_000, run: recountSeats },
]

/** Tells open pages whose spots have changed; remembers where it was, for as long as its process lives. */
export function spotRound() {
  let seen: string | null = null
  const run = async ({ db }: Pick<Deps, 'db'>): Promise<number> => {
    const { seen: next, announced } = await announceSpots(db, seen)
    seen = next
    return announced
  }
  return { name: 'announce spots', everyMs: 100, run }
}

async function completeAll(db: Db, days: number | null): Promise<number> {
  let completed = 0
  for (;;) {
    const now = await completePastBookings(db, { days })
    completed += now
    if (now === 0) return completed
  }
}

/** Names sessions whose counter is not what their bookings hold. Repairs nothing: a wrong count is a fault to be found. */
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
      where s.ends_at > now() - interval '7 days' and b.deleted_at is null and b.status in ('pending', 'confirmed', 'completed')
      group by b.session_id
    )
    select s.id as "sessionId", s.current_students as counted, coalesce(held.spots, 0) as held
    from class_sessions s left join held on held.session_id = s.id
    where s.ends_at > now() - interval '7 days' and (s.current_students > 0 or held.spots > 0)
      and s.current_students <> coalesce(held.spots, 0)`.execute(db)
  return rows
}
