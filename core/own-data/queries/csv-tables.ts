import { type RawBuilder, sql } from 'kysely'
import type { VendorId } from '#core/shared/ids.ts'

/** The main tables, with names in place of ids, for a spreadsheet. A column `…_minor` becomes an amount of its `currency`. */
export const csvTables = {
  classes: (vendorId: VendorId) => sql`
    select c.title, c.category, c.difficulty, c.status, c.visibility, c.price_minor, v.currency, c.duration_minutes,
      c.max_students, c.location, c.online_url, c.start_date, c.end_date, c.description, c.created_at, c.id
    from classes c join vendors v on v.id = c.vendor_id
    where c.vendor_id = ${vendorId} order by c.created_at, c.id`,
  sessions: (vendorId: VendorId) => sql`
    select s.session_date, s.start_time::text, s.end_time::text, s.time_zone, c.title as class, s.status,
      s.current_students as taken, s.max_students as capacity, s.location, s.online_url, s.id
    from class_sessions s join classes c on c.id = s.class_id
    where s.vendor_id = ${vendorId} order by s.starts_at, s.id`,
  bookings: (vendorId: VendorId) => sql`
    select s.session_date, s.start_time::text, s.time_zone, c.title as class, g.customer_name,
      g.customer_email, g.customer_phone, g.customer_telegram_name as customer_telegram, g.reference, b.status, b.price_minor, b.currency, m.payment_status, m.paid_minor, m.owed_minor,
      b.attendance, g.source, e.name as bundle, b.people,
      (select string_agg(x.name, ', ' order by x.name) from booking_extras x where x.booking_id = b.id) as extras, b.notes, b.booked_at, b.ended_at, b.ended_by, b.deleted_at, b.id
    from bookings b
    join purchases g on g.id = b.purchase_id
    join class_sessions s on s.id = b.session_id
    join classes c on c.id = b.class_id
    left join passes e on e.id = b.pass_id
    -- a bundle's money is counted with the bundle
    left join lateral money_of(b) m on b.pass_id is null
    where b.vendor_id = ${vendorId} order by s.starts_at, b.booked_at, b.id`,
  customers: (vendorId: VendorId) => sql`
    select (array_agg(g.customer_name order by g.created_at desc))[1] as name, string_agg(distinct lower(g.customer_email), ', ') as email,
      string_agg(distinct g.customer_phone, ', ') as phone, string_agg(distinct g.customer_telegram_name, ', ') as telegram,
      (array_agg(g.language order by g.created_at desc))[1] as language,
      count(*) as purchases, min(g.created_at) as first_purchase, max(g.created_at) as last_purchase
    from purchases g where g.vendor_id = ${vendorId}
    group by g.contact_id, case when g.contact_id is null then g.customer_name end
    order by name, email, phone, telegram`,
  payments: (vendorId: VendorId) => sql`
    select p.at, p.kind, case p.kind when 'paid' then p.amount_minor else -p.amount_minor end as amount_minor, p.currency, p.method, g.customer_name, g.reference, c.title as class,
      e.name as bundle, p.id
    from payments p
    left join bookings b on b.id = p.booking_id
    left join passes e on e.id = p.pass_id
    left join purchases g on g.id = coalesce(b.purchase_id, e.purchase_id)
    left join classes c on c.id = coalesce(b.class_id, e.class_id)
    where p.vendor_id = ${vendorId} and p.state = 'done' and p.kind in ('paid', 'refunded') order by p.at, p.id`,
  bundles: (vendorId: VendorId) => sql`
    select b.bundle_name as name, c.title as class, b.session_count, b.bundle_price_minor as price_minor, v.currency,
      b.pays, b.expiry_days, b.expiry_starts, b.is_active, b.created_at, b.id
    from session_bundles b join classes c on c.id = b.class_id join vendors v on v.id = b.vendor_id
    where b.vendor_id = ${vendorId} order by b.created_at, b.id`,
  'bundles-sold': (vendorId: VendorId) => sql`
    select e.name, c.title as class, g.customer_name, g.customer_email, g.customer_phone,
      g.customer_telegram_name as customer_telegram, g.reference, e.status,
      e.total_sessions, e.remaining_sessions, e.price_minor, e.reduction_minor,
      m.paid_minor, m.owed_minor, e.currency, e.expires_at, e.created_at as sold_at, e.id
    from passes e join purchases g on g.id = e.purchase_id left join classes c on c.id = e.class_id
    cross join lateral money_of(e) m
    where e.vendor_id = ${vendorId} and bundle_is_issued(e) order by e.created_at, e.id`,
  attendance: (vendorId: VendorId) => sql`
    select s.session_date, s.start_time::text, c.title as class, g.customer_name, g.reference, b.attendance,
      coalesce(b.came_with_all_at, b.attendance_marked_at) as attendance_marked_at, b.late_waived_at, b.id
    from bookings b
    join purchases g on g.id = b.purchase_id
    join class_sessions s on s.id = b.session_id
    join classes c on c.id = b.class_id
    where b.vendor_id = ${vendorId} and b.attendance is not null order by s.starts_at, b.id`,
  messages: (vendorId: VendorId) => sql`
    select m.created_at, m.finished_at, m.kind, m.audience, m.channel, m.recipient, m.language, m.status, g.reference, m.id
    from messages m left join purchases g on g.id = m.purchase_id
    where m.vendor_id = ${vendorId} order by m.created_at, m.id`,
} satisfies Record<string, (vendorId: VendorId) => RawBuilder<unknown>>
