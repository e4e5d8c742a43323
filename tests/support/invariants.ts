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
  await expectCredits(db)
  await expectSettled(db)
  const gaps = await sql`
    select vendor_id from receipts group by vendor_id having max(number) <> count(*)`.execute(db)
  expect(gaps.rows, 'vendors whose receipts have gaps').toEqual([])
}

/** Each bundle's balance is the sum of its ledger, and each of its active spots uses one credit. */
async function expectCredits(db: Db): Promise<void> {
  const miscounted = await sql`
    select e.id, e.remaining_sessions, sum(n.delta)::int as ledger
    from passes e left join pass_entries n on n.pass_id = e.id
    group by e.id having e.remaining_sessions <> coalesce(sum(n.delta), 0)`.execute(db)
  expect(miscounted.rows, 'bundles whose credits do not add up').toEqual([])
  const unpaid = await sql`
    select b.id, b.status, coalesce(sum(n.delta), 0)::int as credits
    from bookings b left join pass_entries n on n.booking_id = b.id
    where b.pass_id is not null
    group by b.id
    having coalesce(sum(n.delta), 0) not in (-1, 0)
      or (b.deleted_at is null and b.status in ('pending', 'confirmed', 'completed') and coalesce(sum(n.delta), 0) <> -1)`.execute(
    db,
  )
  expect(unpaid.rows, 'spots whose bundle paid too little or too much').toEqual([])
}

/** What lists of unpaid bookings are found by is the sum of the rows. */
async function expectSettled(db: Db): Promise<void> {
  const miscounted = await sql`
    select b.id, b.settled_minor, p.settled from bookings b
    left join lateral (select coalesce(sum(p.amount_minor), 0) as settled from payments p
      where p.booking_id = b.id and p.kind in ('paid', 'waived') and p.state = 'done') p on true
    where b.settled_minor <> p.settled`.execute(db)
  expect(miscounted.rows, 'bookings whose payments do not add up').toEqual([])
}
