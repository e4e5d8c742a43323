import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import { deliverTask, eventKinds } from '../rules.ts'

const batch = 500

/**
 * Turns what happened into jobs, exactly once: the rows leave and the jobs come in one statement.
 * Kinds nobody here knows stay for a newer worker, which may be starting beside this one.
 * Answers how many rows it moved; several workers may call it at once.
 */
export async function relayOutbox(db: Db): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with taken as (
      delete from outbox where id in (
        select id from outbox where kind = any(${[...eventKinds]}::text[])
        order by id limit ${batch} for update skip locked)
      returning id, event_id, kind, payload, created_at
    ), events as (
      select distinct on (event_id) * from taken order by event_id, id
    ), jobs as (
      select array_agg(row(
        ${deliverTask('')} || kind,
        json_build_object('eventId', event_id, 'kind', kind, 'payload', payload, 'at', created_at),
        null, null, 10, 'event:' || event_id, null, null)::graphile_worker.job_spec order by id) as specs
      from events having count(*) > 0
    )
    select (select count(*)::integer from taken) as moved
    from jobs, lateral (select count(*) from graphile_worker.add_jobs(jobs.specs)) as added`.execute(
    db,
  )
  return rows[0]?.moved ?? 0
}

/** Moves all there is. */
export async function drainOutbox(db: Db): Promise<number> {
  let moved = 0
  for (;;) {
    const now = await relayOutbox(db)
    moved += now
    if (now < batch) return moved
  }
}

/** How many events nobody has wanted for ten minutes. */
export async function countUnknownEvents(db: Db): Promise<number> {
  const { unknown } = await db
    .selectFrom('outbox')
    .where('kind', 'not in', eventKinds)
    .where('created_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .select((eb) => eb.fn.countAll<number>().as('unknown'))
    .executeTakeFirstOrThrow()
  return unknown
}
