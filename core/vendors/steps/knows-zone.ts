import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'

/** Whether the database knows the zone too: its list of zones is another one than ours. */
export async function knowsZone(tx: Tx, zone: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`select is_time_zone(${zone}) as known`.execute(tx)
  return rows[0]?.known ?? false
}
