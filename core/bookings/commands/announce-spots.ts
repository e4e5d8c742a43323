import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** Notices name sessions by id, separated by commas; `*` means all. */
export const spotsChannel = 'session_spots'

// A notice holds less than 8000 bytes; an id takes 37 with its comma.
const idsPerNotice = 200

/**
 * Announces every session whose seats, capacity or state changed since the snapshot `seen`, each once: the ledger rows
 * that are visible now and were not visible then. Without `seen`, missed changes are unknown, so `*` tells the listeners
 * to read everything again. Returns the snapshot for the next call. Runs in its own transaction, never in a booking's,
 * because a notice takes a cluster-wide lock at commit.
 */
export async function announceSpots(
  db: Db,
  seen: string | null,
): Promise<{ seen: string; announced: number }> {
  if (seen === null) {
    const { rows } = await sql<{ seen: string }>`
      select pg_current_snapshot()::text as seen, pg_notify(${spotsChannel}, '*')`.execute(db)
    return { seen: rows[0]?.seen ?? '', announced: 1 }
  }
  // The upper bound excludes rows restored from another cluster, whose transaction ids are still in the future here.
  const { rows } = await sql<{ seen: string; announced: number }>`
    with changed as (
      select distinct session_id from seat_ledger
      where written_in >= pg_snapshot_xmin(${seen}::pg_snapshot)
        and written_in < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(written_in, ${seen}::pg_snapshot)
    ), numbered as (
      select session_id, (row_number() over () - 1) / ${idsPerNotice}::integer as nth from changed
    ), notices as (
      select pg_notify(${spotsChannel}, string_agg(session_id::text, ',')), count(*) as sessions
      from numbered group by nth
    )
    select pg_current_snapshot()::text as seen, coalesce(sum(sessions), 0)::integer as announced from notices`.execute(
    db,
  )
  return { seen: rows[0]?.seen ?? seen, announced: rows[0]?.announced ?? 0 }
}
