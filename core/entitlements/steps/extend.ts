import { sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'

/**
 * After the vendor, or a request that ran out, gave back the sessions of these bookings. Where fewer dates are left before a
 * bundle ends than were given back, it ends with the day of the date that is missing; where there is no such date, it runs
 * its own days again, from today. Sessions given back that have been used since no longer count.
 */
export async function extendBundles(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  await sql`
    with given_back as (
      select e.id, e.expires_at, e.class_id, e.vendor_id, o.expiry_days, least(e.remaining_sessions, (
        select count(*) from bookings b where b.entitlement_id = e.id and not holds_seat(b)
          and (b.deleted_at is not null or b.ended_by in ('vendor', 'system')))) as sessions
      from entitlements e join session_bundles o on o.id = e.bundle_id
      where e.status = 'active' and e.id in (select entitlement_id from bookings where id = any(${[...bookingIds]}::uuid[]))
    ), needed as (
      select g.id, g.vendor_id, g.expires_at,
        ((coalesce(d.starts_at at time zone v.time_zone, now() at time zone v.time_zone + make_interval(days => g.expiry_days))::date
          + 1)::timestamp at time zone v.time_zone) as until
      from given_back g join vendors v on v.id = g.vendor_id left join lateral (
        select s.starts_at from class_sessions s join classes c on c.id = s.class_id
        where s.class_id = g.class_id and class_is_bookable(c, v) and session_is_bookable(s) and s.current_students < s.max_students
          and not exists (select from bookings b where b.entitlement_id = g.id and b.session_id = s.id and holds_seat(b))
        order by s.starts_at, s.id offset g.sessions - 1 limit 1
      ) d on true
      where g.sessions > 0
    ), entry as (
      insert into entitlement_entries (vendor_id, entitlement_id, delta, reason, expires_at)
      select vendor_id, id, 0, 'extended', until from needed where until > expires_at
    )
    update entitlements e set expires_at = n.until, updated_at = now()
    from needed n where e.id = n.id and n.until > n.expires_at`.execute(tx)
}
