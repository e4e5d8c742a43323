import { sql } from 'kysely'

/** The taken spots of session `s` that the vendor has to answer. */
export const requestedSpots = sql<number>`(select count(*)::integer from bookings b
  where b.session_id = s.id and b.vendor_id = s.vendor_id and asks_vendor(b))`

/** Who has slot `s` of a facility; null: it is free, or a session of a class. */
export const slotTaker = sql<{ name: string; people: number } | null>`case when s.is_slot then (
  select json_build_object('name', g.customer_name, 'people', coalesce(b.people, 1))
  from bookings b join purchases g on g.id = b.purchase_id and g.vendor_id = b.vendor_id
  where b.session_id = s.id and b.vendor_id = s.vendor_id and holds_seat(b) limit 1) end`
