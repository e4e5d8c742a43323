import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { readLeft, wasReplaced } from './contents.ts'

const patienceMs = 60_000
// Numbers that go up and down for ever, as after a loss of data, are a dead end too.
const longestMs = 5 * 60_000
const pollMs = 500
const sayEveryMs = 5000
/** By how much a dead worker's last heartbeat is moved back; live ones send one every 5 s and are dead after 30 s without. */
const sleptSeconds = 20
/** The same of what it has claimed; a live worker renews that every 20 s. */
const claimedSeconds = 30

/**
 * Waits until nothing is left to do, as long as something moves; gives up a minute after the last move.
 * Stored instants are shifted, so that waits which stand in the database need not be waited for.
 */
export async function drain(
  db: Db,
  options: { begun: () => number; say: (line: string) => void },
): Promise<boolean> {
  await sql`update worker_heartbeats set seen_at = seen_at - make_interval(secs => ${sleptSeconds})`.execute(
    db,
  )
  await sql`update messages set sending_until = sending_until - make_interval(secs => ${claimedSeconds})
    where status = 'queued' and sending_by is not null`.execute(db)
  let seen = ''
  const begunAt = Date.now()
  let movedAt = begunAt
  let saidAt = begunAt
  while (Date.now() - movedAt < patienceMs && Date.now() - begunAt < longestMs) {
    await hurry(db)
    const left = await readLeft(db)
    const { rows } = await sql<{ queued: number; looks: number }>`
      select (select count(*)::integer from messages where status = 'queued') as queued,
        (select count(*)::integer from told where due_at is not null) as looks`.execute(db)
    const { queued = 0, looks = 0 } = rows[0] ?? {}
    const numbers = [options.begun(), queued, looks, ...Object.values(left)]
    if (numbers.every((number) => number === 0)) return true
    const now = numbers.join(' ')
    if (now !== seen) movedAt = Date.now()
    seen = now
    if (Date.now() - saidAt > sayEveryMs) {
      options.say(JSON.stringify({ queued, looks, ...left }))
      saidAt = Date.now()
    }
    await pause(pollMs)
  }
  return false
}

/** Makes what waits due now; what gathers for a vendor only once there is nothing else to put into that mail. */
async function hurry(db: Db): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and run_at > now()`.execute(db)
  await sql`update messages set due_at = now() where status = 'queued' and not gathers and due_at > now()`.execute(
    db,
  )
  const { rows } = await sql<{ others: number }>`
    select (select count(*) from outbox)::integer + (select count(*) from told where due_at is not null)::integer
      + (select count(*) from messages where status = 'queued' and not gathers)::integer
      + (select count(*) from graphile_worker._private_jobs where not ${wasReplaced})::integer as others`.execute(
    db,
  )
  if (rows[0]?.others !== 0) return
  await sql`update messages set due_at = now() where status = 'queued' and due_at > now()`.execute(
    db,
  )
}
