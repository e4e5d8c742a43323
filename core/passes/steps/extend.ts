import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#core/shared/db.ts'
import type { VendorId } from '#core/shared/ids.ts'

/**
 * An ended booking `b` in session `s` that its customer is not to blame for: one deleted while it held its seat, and also
 * one that the vendor moved past the end of bundle `e`.
 */
const isNotTheirs = sql<boolean>`(b.deleted_at is not null and b.status in ('pending', 'confirmed') or b.ended_by in ('vendor', 'system')
  or s.starts_at >= e.expires_at and b.agreed_version is distinct from s.calendar_sequence and b.attendance is distinct from 'late_cancel')`

/**
 * Runs after the credits of these bookings were returned, and extends their bundles if the customer is not to blame.
 * Returned credits that were used since do not count.
 */
export async function extendBundles(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await extend(
    tx,
    sql`
      select e.*, least(e.remaining_sessions, (
        select count(*) from bookings b join class_sessions s on s.id = b.session_id
        where b.pass_id = e.id and not holds_seat(b) and ${isNotTheirs})) as sessions
      from passes e
      where exists (select from bookings b join class_sessions s on s.id = b.session_id
        where b.pass_id = e.id and b.id = any(${[...bookingIds]}::uuid[]) and ${isNotTheirs})`,
  )
}

/** Runs after the vendor moved these bundles to another class, whose dates may be later. All their credits count. */
export async function extendMovedBundles(tx: Tx, passIds: readonly string[]): Promise<void> {
  await extend(
    tx,
    sql`select e.*, e.remaining_sessions as sessions from passes e where e.id = any(${[...passIds]}::uuid[])`,
  )
}

/**
 * If fewer dates are left before a bundle's end than it needs, the end moves to the day of the missing date. If there is
 * no such date, the bundle's full period starts again today. The sessions that its customer gave up and is not to blame for
 * are no such dates, even if they have room.
 */
async function extend(tx: Tx, owed: RawBuilder<unknown>): Promise<void> {
  await sql`
    with owed as (${owed}
    ), needed as (
      select e.id, e.vendor_id, e.expires_at,
        ((coalesce(d.starts_at at time zone v.time_zone, now() at time zone v.time_zone + make_interval(days => coalesce(e.expiry_days,
            (select o.expiry_days from session_bundles o where o.id = e.bundle_id), 30)))::date
          + 1)::timestamp at time zone v.time_zone) as until
      from owed e join vendors v on v.id = e.vendor_id left join lateral (
        select s.starts_at from class_sessions s join classes c on c.id = s.class_id
        where s.class_id = e.class_id and class_is_bookable(c, v) and session_is_bookable(s) and has_room(s, 1)
          and not exists (select from bookings b
            where b.pass_id = e.id and b.session_id = s.id and (holds_seat(b) or ${isNotTheirs}))
        order by s.starts_at, s.id offset e.sessions - 1 limit 1
      ) d on true
      where e.status = 'active' and e.sessions > 0
    ), entry as (
      insert into pass_entries (vendor_id, pass_id, delta, reason, expires_at)
      select vendor_id, id, 0, 'extended', until from needed where until > expires_at
    )
    update passes e set expires_at = n.until, updated_at = now()
    from needed n where e.id = n.id and n.until > n.expires_at`.execute(tx)
}

/**
 * Runs after a customer chose these dates with a bundle. The period of a bundle that begins with its first session begins
 * with the earliest date that its customer chose; otherwise booking a late first date and cancelling it would give more
 * time. Other bookings do not count, because the vendor may have moved them. Never later, and not after the vendor owed
 * the bundle more time.
 */
export async function beginWithFirstDate(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return
  await sql`
    with begun as (
      select e.id, ((min(s.starts_at) at time zone v.time_zone)::date + e.expiry_days + 1)::timestamp at time zone v.time_zone as until
      from bookings b join class_sessions s on s.id = b.session_id
        join passes e on e.id = b.pass_id join vendors v on v.id = e.vendor_id
      where b.id = any(${[...bookingIds]}::uuid[]) and e.expiry_starts = 'first_session' and e.status = 'active'
        and not exists (select from pass_entries n where n.pass_id = e.id and n.reason = 'extended')
      group by e.id, v.time_zone
    )
    update passes e set expires_at = b.until, updated_at = now()
    from begun b where b.id = e.id and b.until < e.expires_at`.execute(tx)
}

/**
 * Runs after a vendor's sessions moved to another time zone, which has the same dates: bundles end on the same day there,
 * but not before today is over.
 */
export async function moveEndsToZone(
  tx: Tx,
  { vendorId, from, to, now }: { vendorId: VendorId; from: string; to: string; now: Date },
): Promise<void> {
  await sql`
    with open as (
      select * from passes e
      where e.vendor_id = ${vendorId} and e.status = 'active' and e.expires_at > ${now}
      order by e.id for no key update
    ), ends as (
      select e.id, e.vendor_id, e.expires_at, (greatest(
          ((e.expires_at - interval '1 second') at time zone ${from})::date, (${now}::timestamptz at time zone ${to})::date)
        + 1)::timestamp at time zone ${to} as until
      from open e
    ), entry as (
      insert into pass_entries (vendor_id, pass_id, delta, reason, expires_at)
      select vendor_id, id, 0, 'zone_changed', until from ends where until <> expires_at
    )
    update passes e set expires_at = n.until, updated_at = now()
    from ends n where e.id = n.id and n.until <> n.expires_at`.execute(tx)
}
