import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#core/shared/db.ts'

/** Recounts every session: its counter, the bookings that hold a seat and the ledger must agree. */
export async function expectInvariants(db: Db): Promise<void> {
  const broken = await sql`
    select s.id, s.current_students, s.max_students, held.spots as held, ledger.spots as ledger
    from class_sessions s
    cross join lateral (
      select count(*)::int as spots from bookings b
      where b.session_id = s.id and b.deleted_at is null
        and b.status in ('pending', 'confirmed', 'completed')
    ) held
    cross join lateral (
      select coalesce(sum(l.delta), 0)::int as spots from seat_ledger l where l.session_id = s.id
    ) ledger
    where s.current_students <> held.spots or s.current_students <> ledger.spots
      or s.current_students not between 0 and s.max_students
  `.execute(db)
  expect(broken.rows, 'sessions whose seats do not add up').toEqual([])
}
