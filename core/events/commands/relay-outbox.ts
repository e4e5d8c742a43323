import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import {
  accountPriority,
  listSubscriptions,
  notePriority,
  type Subscriber,
} from '../define-subscriptions.ts'

const batch = 500
/** Over about ten hours. */
const attempts = 10

/**
 * Turns events into one job per subscriber, exactly once: one statement deletes the rows and adds the jobs. Events
 * without subscribers are deleted. Returns how many rows it moved. Several workers may call it at once.
 */
export async function relayOutbox(db: Db, subscribers: readonly Subscriber[]): Promise<number> {
  const own = listSubscriptions(subscribers)
  const { rows } = await sql<{ moved: number }>`
    with taken as (
      delete from outbox where id in (
        select id from outbox order by id limit ${batch} for update skip locked)
      returning id, event_id, kind, payload, created_at
    ), subscriptions as (
      select * from unnest(${own.map(({ subscriber }) => subscriber)}::text[], ${own.map(({ event }) => event)}::text[])
        as own (subscriber, event)
    ), jobs as (
      select array_agg(row(
        s.subscriber || ':' || e.kind,
        json_build_object('eventId', e.event_id, 'kind', e.kind, 'payload', e.payload, 'at', e.created_at),
        null, null, ${attempts}::integer, s.subscriber || ':' || e.event_id,
        case when e.kind like 'account.%' then ${accountPriority}::integer
          when e.kind = 'booking.note_written' then ${notePriority}::integer end, null)::graphile_worker.job_spec order by e.id) as specs
      from taken e join subscriptions s on s.event = e.kind having count(*) > 0
    )
    select (select count(*)::integer from taken) as moved,
      (select count(*) from jobs, lateral graphile_worker.add_jobs(jobs.specs)) as jobs`.execute(db)
  return rows[0]?.moved ?? 0
}

/** Moves all there is. */
export async function drainOutbox(db: Db, subscribers: readonly Subscriber[]): Promise<number> {
  let moved = 0
  for (;;) {
    const now = await relayOutbox(db, subscribers)
    moved += now
    if (now < batch) return moved
  }
}
