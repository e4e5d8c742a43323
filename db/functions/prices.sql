-- What a booking costs after it was made. The slot keeps its price; an extra by the hour costs the hours of the slot that the
-- booking has, at the price it was booked at.

-- Its extras by the hour, with the slot that the booking has now.
create or replace function price_by_hours(b bookings) returns void language plpgsql volatile as $$
declare
  more bigint;
begin
  with priced as (
    select x.extra_id, amount_of_extra(x.price_minor, x.per, s) - x.amount_minor as more
    from booking_extras x join class_sessions s on s.vendor_id = b.vendor_id and s.id = b.session_id
    where x.vendor_id = b.vendor_id and x.booking_id = b.id and x.per = 'hour'
  ), written as (
    update booking_extras x set amount_minor = x.amount_minor + p.more from priced p
    where x.vendor_id = b.vendor_id and x.booking_id = b.id and x.extra_id = p.extra_id and p.more <> 0
    returning p.more
  )
  select coalesce(sum(w.more), 0)::bigint into more from written w;
  update bookings k set price_minor = k.price_minor + more, updated_at = now()
  where k.vendor_id = b.vendor_id and k.id = b.id and more <> 0;
end $$;

create or replace function price_moved_booking() returns trigger language plpgsql as $$
begin
  if new.people is not null then perform price_by_hours(new); end if;
  return null;
end $$;
create or replace trigger price_moved_booking after update of session_id on bookings
  for each row when (old.session_id <> new.session_id) execute function price_moved_booking();

-- A slot that is made longer or shorter.
create or replace function price_changed_slot() returns trigger language plpgsql as $$
begin
  perform price_by_hours(b) from bookings b
  where b.vendor_id = new.vendor_id and b.session_id = new.id and holds_seat(b);
  return null;
end $$;
create or replace trigger price_changed_slot after update of starts_at, ends_at on class_sessions
  for each row when (new.is_slot and old.ends_at - old.starts_at <> new.ends_at - new.starts_at)
  execute function price_changed_slot();
