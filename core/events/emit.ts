import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'
import type { EventName, NewPayload } from './catalogue.ts'

/**
 * Writes an event in the transaction that caused it. Writes only a row, because a job or a notice would take a
 * cluster-wide lock at commit.
 */
export async function emit<Name extends EventName>(
  db: Db,
  name: Name,
  payload: NewPayload<Name>,
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ kind: name, payload: JSON.stringify(payload) })
    .execute()
}

/** Emits events of one kind in one statement, in this order. */
export async function emitAll<Name extends EventName>(
  db: Db,
  name: Name,
  payloads: readonly NewPayload<Name>[],
): Promise<void> {
  if (payloads.length === 0) return
  await sql`
    insert into outbox (kind, payload)
    select ${name}, payload
    from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) with ordinality as e (payload, nth)
    order by nth`.execute(db)
}
