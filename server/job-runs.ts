import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { DailyJob, PeriodicJob } from '#core/shared/define-job.ts'
import type { Deps } from '#core/shared/deps.ts'
import type { VendorId } from '#core/shared/ids.ts'
import type { LocalDate } from '#core/shared/time.ts'

/** A killed worker's turn is over after `seconds`; a living one renews it long before. */
type Lease = { seconds: number; renewEveryMs: number }
const usualLease: Lease = { seconds: 30, renewEveryMs: 10_000 }

/**
 * Runs a cluster job if its period is over and no other worker runs it. Only a successful run counts: after a failure or a
 * crash the next worker tries again. Returns how much it did.
 */
export async function runInTurn(
  deps: Deps,
  { name, run }: Pick<PeriodicJob, 'name' | 'run'>,
  periodMs: number,
  { seconds, renewEveryMs }: Lease = usualLease,
): Promise<number> {
  const { db, log } = deps
  const turn = { name, id: randomUUID(), seconds }
  if (!(await takeTurn(db, turn, periodMs))) return 0
  const renewing = setInterval(() => {
    renewTurn(db, turn).catch((error: unknown) =>
      log.warn(
        { job: name, reason: String(error) },
        'the lease of a scheduled job could not be renewed',
      ),
    )
  }, renewEveryMs)
  let result: number | null = null
  try {
    result = await run(deps)
    return result
  } finally {
    clearInterval(renewing)
    await endTurn(db, turn, result)
  }
}

type Turn = { name: string; id: string; seconds: number }

const endOf = ({ seconds }: Turn) => sql`now() + make_interval(secs => ${seconds})`

async function takeTurn(db: Db, turn: Turn, periodMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into job_runs as r (job, lease, leased_until)
    values (${turn.name}, ${turn.id}, ${endOf(turn)})
    on conflict (job) do update set lease = excluded.lease, leased_until = excluded.leased_until
    where (r.leased_until is null or r.leased_until <= now())
      and (r.finished_at is null or r.finished_at <= now() - make_interval(secs => ${periodMs / 1000}))
    returning r.job`.execute(db)
  return rows.length > 0
}

async function renewTurn(db: Db, turn: Turn): Promise<void> {
  await sql`update job_runs set leased_until = ${endOf(turn)} where lease = ${turn.id}`.execute(db)
}

/** `result`: what it returned; null: it failed, and the next worker tries again. */
async function endTurn(db: Db, turn: Turn, result: number | null): Promise<void> {
  await sql`
    update job_runs set lease = null, leased_until = null, result = coalesce(${result}, result),
      finished_at = case when ${result}::integer is not null then now() else finished_at end
    where lease = ${turn.id}`.execute(db)
}

const batch = 500

type Due = { vendorId: VendorId; date: LocalDate }

/** Does a daily job for every vendor whose clock has reached its time. Returns for how many. */
export async function runForVendors(deps: Deps, job: DailyJob, now: Date): Promise<number> {
  let done = 0
  let failed = 0
  let reason: unknown = null
  let after: string | null = null
  for (;;) {
    const due: Due[] = await listDue(deps.db, job, now, after)
    for (const one of due)
      try {
        if (await runForVendor(deps, job, { ...one, now })) done += 1
      } catch (error) {
        // A failure for one vendor must not affect the others.
        failed += 1
        reason = error
      }
    after = due.at(-1)?.vendorId ?? null
    if (due.length < batch) break
  }
  if (failed > 0)
    throw new Error(`It failed for ${failed} vendors, the last time: ${String(reason)}`)
  return done
}

/** Compared on the vendor's wall clock: a time that is skipped is passed when the clock has jumped, one that comes twice is reached the first time. */
async function listDue(
  db: Db,
  { name, localTime, lateHours = 24 }: DailyJob,
  now: Date,
  after: string | null,
): Promise<Due[]> {
  const time =
    typeof localTime === 'string'
      ? sql`${localTime}::time`
      : sql`make_time(${sql.ref(`v.${localTime.hourIn}`)}, 0, 0)`
  const { rows } = await sql<Due>`
    select v.id as vendor_id, clock.at::date as date
    from vendors v
    cross join lateral (select ${now}::timestamptz at time zone v.time_zone as at) as clock
    left join vendor_job_runs r on r.vendor_id = v.id and r.job = ${name}
    where clock.at::time >= ${time}
      and clock.at::time - ${time} < make_interval(hours => ${lateHours})
      and (r.day is null or r.day < clock.at::date)
      and (${after}::uuid is null or v.id > ${after}::uuid)
    order by v.id limit ${batch}`.execute(db)
  return rows
}

/** False: another worker has done it, or is at it. */
async function runForVendor(
  deps: Deps,
  job: DailyJob,
  { vendorId, date, now }: Due & { now: Date },
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const { rows: free } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`${job.name} ${vendorId}`}, 0)) as free`.execute(
      tx,
    )
    if (free[0]?.free !== true) return false
    const { rows } = await sql`
      insert into vendor_job_runs as r (vendor_id, job, day) values (${vendorId}, ${job.name}, ${date})
      on conflict (vendor_id, job) do update set day = excluded.day where r.day < excluded.day
      returning r.day`.execute(tx)
    if (rows.length === 0) return false
    await job.run(deps, { tx, vendorId, date, now })
    return true
  })
}
