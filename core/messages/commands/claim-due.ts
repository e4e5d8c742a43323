import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** A message that this worker has, and no other. */
export type Claimed = { id: string; kind: string; priority: number; dueAt: Date }

/** How many messages are looked at to choose from; one lane with more holds up the others. */
const mostSeen = 5000

/** Gmail cuts longer mails off; the rest is in the next one. */
const mostGathered = 100

export type Room = { email: number; telegram: number }

/**
 * Takes messages that are due for `by`, the most urgent first, one vendor's or mailbox's after the other, and commits that: until `sending_until` nobody
 * else takes them. With gathered news comes all that is due for its vendor.
 */
export async function claimDue(db: Db, by: string, room: Room): Promise<Claimed[]> {
  const isFree = sql`status = 'queued' and due_at <= now() and (sending_until is null or sending_until < now())`
  const { rows } = await sql<Claimed>`
    with seen as (
      select id, channel, priority, due_at, gathers, vendor_id, coalesce(vendor_id::text, limit_email(recipient)) as lane
      from messages where ${isFree} order by priority, due_at limit ${mostSeen}
    ), in_turn as (
      select *, row_number() over (partition by priority, lane, gathers order by due_at, id) as turn from seen
    ), ranked as (
      select *, row_number() over (partition by channel order by priority, turn, due_at, id) as nth from in_turn
    ), picked as (
      select * from ranked
      where nth <= case channel when 'telegram' then ${room.telegram}::integer else ${room.email}::integer end
    ), taken as (
      select id from messages where ${isFree} and (id in (select id from picked)
        or id in (select g.id from in_turn g where g.gathers and g.turn <= ${mostGathered}
          and g.vendor_id in (select p.vendor_id from picked p where p.gathers)))
      for no key update skip locked
    )
    update messages m set sending_by = ${by}, sending_until = now() + ${claimed}
    from taken where m.id = taken.id
    returning m.id, m.kind, m.priority, m.due_at`.execute(db)
  return rows.toSorted(
    (one, other) => one.priority - other.priority || one.dueAt.getTime() - other.dueAt.getTime(),
  )
}

const claimed = sql`interval '1 minute'`

/** Keeps what is still on its way. */
export async function renewClaims(
  db: Db,
  by: string,
  messageIds: readonly string[],
): Promise<void> {
  await sql`
    update messages set sending_until = now() + ${claimed}
    where id = any(${[...messageIds]}::uuid[]) and sending_by = ${by} and status = 'queued'`.execute(
    db,
  )
}

/** Which of these it still has: an answer that comes too late is not written down. */
export async function listHeld(
  db: Db,
  by: string,
  messageIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from messages where id = any(${[...messageIds]}::uuid[]) and sending_by = ${by} and status = 'queued'`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

/** What a worker that ends has not begun to send, or has no answer of, is free for the others. */
export async function releaseClaims(db: Db, by: string): Promise<void> {
  await sql`update messages set sending_by = null, sending_until = null where sending_by = ${by} and status = 'queued'`.execute(
    db,
  )
}

/** What could not be started is tried again, for as long as other messages are. */
export async function retryLater(db: Db, by: string, messageIds: readonly string[]): Promise<void> {
  await sql`
    update messages set first_tried_at = coalesce(first_tried_at, now()), last_error = 'could not be started', due_at = now() + interval '5 minutes', sending_by = null, sending_until = null,
      status = case when first_tried_at < now() - interval '2 days' then 'failed' else status end
    where id = any(${[...messageIds]}::uuid[]) and sending_by = ${by} and status = 'queued'`.execute(
    db,
  )
}
