import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { EventName } from '../catalogue.ts'
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
 * Turns events into one job per subscriber, exactly once: one statement deletes the rows and adds the jobs. What a subscriber
 * notes of events is noted with it. Events without subscribers are deleted. Returns how many rows it moved. Several workers may
 * call it at once.
 */
export async function relayOutbox(db: Db, subscribers: readonly Subscriber[]): Promise<number> {
  const own = listSubscriptions(subscribers)
  const noted = subscribers.flatMap(({ noting }) => noting?.events ?? [])
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ moved: number; events: Noted[] | null }>`
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
      (select jsonb_agg(jsonb_build_object('name', kind, 'payload', payload) order by id) from taken
        where kind = any(${noted}::text[])) as events,
      (select count(*) from jobs, lateral graphile_worker.add_jobs(jobs.specs)) as jobs`.execute(tx)
    const [row] = rows
    for (const { noting } of subscribers) {
      const payloads = (row?.events ?? []).flatMap(({ name, payload }) =>
        noting?.events.includes(name) ? [payload] : [],
      )
      if (noting && payloads.length > 0) await noting.note(tx, payloads)
    }
    return row?.moved ?? 0
  })
}

type Noted = { name: EventName; payload: unknown }

/** Moves all there is. */
export async function drainOutbox(db: Db, subscribers: readonly Subscriber[]): Promise<number> {
  let moved = 0
  for (;;) {
    const now = await relayOutbox(db, subscribers)
    moved += now
    if (now < batch) return moved
  }
}
