-- What a booking costs after it was made. The slot keeps its price; an extra by the hour costs the hours of the slot that the
-- booking has, at the price it was booked at.

-- Changes the price of a booking, and with it whether it is paid.
create or replace function change_price(of_booking uuid, by_minor bigint) returns void language sql volatile as $$
  update bookings b set price_minor = b.price_minor + by_minor, updated_at = now(),
    payment_status = case
      when b.payment_status = 'paid' and by_minor > 0 and p.paid < b.price_minor + by_minor then 'pending'
      when b.payment_status = 'pending' and p.paid >= b.price_minor + by_minor then 'paid'
      else b.payment_status end
  from (select coalesce(sum(amount_minor), 0)::bigint as paid from payments where booking_id = of_booking) p
  where b.id = of_booking and by_minor <> 0
$$;

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
  perform change_price(b.id, more);
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
