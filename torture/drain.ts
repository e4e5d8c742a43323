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
  let seen = ''
  const begunAt = Date.now()
  let movedAt = begunAt
  let saidAt = begunAt
  while (Date.now() - movedAt < patienceMs && Date.now() - begunAt < longestMs) {
    await hurry(db)
    const left = await readLeft(db)
    const { rows } = await sql<{ queued: number }>`
      select count(*)::integer as queued from messages where status = 'queued'`.execute(db)
    const numbers = [options.begun(), rows[0]?.queued ?? 0, ...Object.values(left)]
    if (numbers.every((number) => number === 0)) return true
    const now = numbers.join(' ')
    if (now !== seen) movedAt = Date.now()
    seen = now
    if (Date.now() - saidAt > sayEveryMs) {
      options.say(JSON.stringify({ queued: numbers[1], ...left }))
      saidAt = Date.now()
    }
    await pause(pollMs)
  }
  return false
}

/** Makes what waits due now; a digest of the vendor's news only once there is nothing else to put into it. */
async function hurry(db: Db): Promise<void> {
  const isDigest = sql`coalesce(payload->>'messageId', '')
    in (select id::text from messages where kind = 'vendor.digest')`
  await sql`
    update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and run_at > now() and not ${isDigest}`.execute(db)
  const { rows } = await sql<{ others: number }>`
    select (select count(*) from outbox)::integer
      + (select count(*) from graphile_worker._private_jobs where not ${isDigest} and not ${wasReplaced})::integer as others`.execute(
    db,
  )
  if (rows[0]?.others !== 0) return
  // They go before their quarter of an hour is over. What is left out then waits for another one of the same quarter.
  await sql`update messages set event_id = gen_random_uuid() where kind = 'vendor.digest'`.execute(
    db,
  )
  await sql`
    update graphile_worker._private_jobs set run_at = now()
    where locked_at is null and run_at > now()`.execute(db)
}
