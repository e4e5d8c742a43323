import { sql } from 'kysely'
import type { Db } from '#core/shared/db.ts'

/** A bundle with more sessions left than dates to book before it ends; `sessions`: those without a date. */
export type ShortBundle = { passId: string; customerName: string; sessions: number }

/**
 * The short bundles of a class, or those there would be if sessions of it were cancelled. Their bookings return to the
 * bundles, which are then extended to later dates (`extendBundles`).
 */
export async function listShortBundles(
  db: Db,
  { classId, cancelling = [] }: { classId: string; cancelling?: readonly string[] },
): Promise<ShortBundle[]> {
  const cancelled = sql`any(${[...cancelling]}::uuid[])`
  const { rows } = await sql<ShortBundle>`
    select e.id as "passId", g.customer_name as "customerName",
      (n.sessions + n.returned - greatest(n.dates, least(n.returned, n.dates_ever)))::integer as sessions
    from classes c
    join passes e on e.vendor_id = c.vendor_id and e.class_id = c.id and e.status = 'active'
    join purchases g on g.id = e.purchase_id
    cross join lateral (
      select case when e.expires_at > now() then e.remaining_sessions else 0 end as sessions,
        (select count(*) from bookings b
          where b.pass_id = e.id and holds_seat(b) and b.session_id = ${cancelled}) as returned,
        count(*) filter (where s.starts_at < e.expires_at) as dates, count(*) as dates_ever
      from class_sessions s
      where s.class_id = c.id and not s.id = ${cancelled}
        and session_is_bookable(s) and has_room(s, 1)
        and not exists (select from bookings b where b.pass_id = e.id and b.session_id = s.id and holds_seat(b))
    ) n
    where c.id = ${classId} and bundle_is_held(e)
      and n.sessions + n.returned > greatest(n.dates, least(n.returned, n.dates_ever))
      -- The others are withdrawn, because no date of them was ever confirmed.
      and exists (select from bookings b where b.pass_id = e.id
        and (sells_bundle(b) or holds_seat(b) and not b.session_id = ${cancelled}))
    order by g.customer_name, e.id`.execute(db)
  return rows
}
