import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** A row of money or history. `content`: what it says, where nothing of it may ever change. */
export type KeptRow = { table: string; id: string; content: string }

const neverWritten = ['seat_ledger', 'pass_entries', 'audit_log']
const written = ['bookings', 'purchases', 'passes']
const pauseMs = 500

export async function readRows(db: Db): Promise<KeptRow[]> {
  type Kept = { table: string; content: RawBuilder<unknown>; kept?: RawBuilder<unknown> }
  const all = [
    ...neverWritten.map((table) => ({ table, content: sql`md5(t::text)` })),
    // A refund is open until Stripe has answered.
    {
      table: 'payments',
      content: sql`md5((to_jsonb(t) - case t.kind when 'refunded' then 'state' else '' end)::text)`,
    },
    ...written.map((table) => ({ table, content: sql`''` })),
    // What was never sent may be worth nothing any more.
    { table: 'messages', content: sql`''`, kept: sql` where status = 'sent'` },
  ].map(
    ({ table, content, kept = sql`` }: Kept) =>
      sql`select ${table} as table, t.id::text as id, ${content} as content from ${sql.table(table)} t${kept}`,
  )
  const { rows } = await sql<KeptRow>`${sql.join(all, sql` union all `)}`.execute(db)
  return rows
}

/** Reads repeatedly until stopped; returns every row as it was first seen. */
export function watchRows(db: Db): { stop(): Promise<KeptRow[]> } {
  const seen = new Map<string, KeptRow>()
  let isOver = false
  const look = async () => {
    while (!isOver) {
      // Nothing is seen while the database is away.
      const rows = await readRows(db).catch(() => [])
      for (const row of rows) {
        const key = keyOf(row)
        if (!seen.has(key)) seen.set(key, row)
      }
      await pause(pauseMs)
    }
  }
  const looking = look()
  return {
    async stop() {
      isOver = true
      await looking
      return [...seen.values()]
    },
  }
}

export const keyOf = ({ table, id }: KeptRow) => `${table} ${id}`
