-- Nobody knows which sessions were added by hand before they were cancelled. Where a weekly time has no session of its own at
-- their day and hour, they may have been. They stay closed if customers were told that they are cancelled.
update class_sessions s
set is_freed = not exists (
  select from class_times t
  where t.class_id = s.class_id and t.start_time = s.start_time and t.weekday = extract(isodow from s.session_date)
    and t.starts_on <= s.session_date and coalesce(t.ends_on >= s.session_date, true)
    and not exists (select from class_sessions o where o.class_time_id = t.id and o.occurs_on = s.session_date))
  or not exists (select from bookings b where b.session_id = s.id and b.ended_by = 'vendor' and b.ended_at >= s.cancelled_at)
where s.status = 'cancelled' and s.class_time_id is null;

-- Weekly times need not look again at days that they have filled, as 106 wanted.
update class_times t
set filled_until = case when t.ends_on < current_date + 369 then t.ends_on
  else (select max(s.occurs_on) from class_sessions s where s.class_time_id = t.id) end
where t.filled_until is null;

-- Keys that an older process stored itself after 105, where their digest is not there too.
update booking_groups g
set idempotency_key = 'api-' || translate(encode(sha256(convert_to(substr(g.idempotency_key, 5), 'UTF8')), 'base64'), '+/=', '-_')
where g.idempotency_key like 'api:%' and not exists (
  select from booking_groups o
  where o.idempotency_key = 'api-' || translate(encode(sha256(convert_to(substr(g.idempotency_key, 5), 'UTF8')), 'base64'), '+/=', '-_'));
