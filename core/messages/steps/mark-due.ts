import { sql } from 'kysely'
import type { Db, Tx } from '#core/shared/db.ts'

/** Something has happened to these purchases: the worker looks at what their readers have not been told. */
export async function markDue(db: Db, purchaseIds: readonly string[]): Promise<void> {
  if (purchaseIds.length === 0) return
  await sql`
    insert into told (purchase_id, reader, vendor_id, due_at)
    select g.id, r, g.vendor_id, now() from purchases g, unnest('{customer,chat,vendor}'::text[]) as r
    where g.id = any(${[...purchaseIds]}::uuid[]) and (r <> 'chat' or linked_chat(g) is not null) order by g.id, r
    on conflict (purchase_id, reader) do update set due_at = excluded.due_at`.execute(db)
}

/** The purchases that hold a spot in these sessions. */
export async function listPurchasesIn(db: Db, sessionIds: readonly string[]): Promise<string[]> {
  if (sessionIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select distinct purchase_id as id from bookings b
    where session_id = any(${[...sessionIds]}::uuid[]) and holds_seat(b)`.execute(db)
  return rows.map(({ id }) => id)
}

/** What these messages did not say is looked at again; the rows of their readers are locked. */
export async function markReadersDue(tx: Tx, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return
  await sql`
    update told t set due_at = now() from messages m
    where m.id = any(${[...messageIds]}::uuid[])
      and t.vendor_id = m.vendor_id and t.purchase_id = m.purchase_id and t.reader = m.audience`.execute(
    tx,
  )
}
