-- Tells the people apart to whom a purchase belonged, who may have the same name: the token_rotation with which a person got
-- it first. -1: the row was written by a process of the version before, and nobody else has this number.
alter table booking_groups add column holder_number integer not null default 0;
alter table former_holders add column holder_number integer not null default -1;

update former_holders h
set holder_number = (
  select min(e.token_rotation) from former_holders e
  where e.group_id = h.group_id and e.customer_name = h.customer_name
    and (e.customer_email = h.customer_email or e.customer_phone = h.customer_phone
      or num_nonnulls(e.customer_email, e.customer_phone, h.customer_email, h.customer_phone) = 0));

update booking_groups g
set holder_number = coalesce((
  select min(h.holder_number) from former_holders h
  where h.group_id = g.id and h.customer_name = g.customer_name
    and (h.customer_email = g.customer_email or h.customer_phone = g.customer_phone
      or num_nonnulls(h.customer_email, h.customer_phone, g.customer_email, g.customer_phone) = 0)), g.token_rotation)
where g.id in (select group_id from former_holders);

-- A cancelled session whose weekly time ended with it or went: the date may be offered again. Of those cancelled before
-- this version, nobody knows which were added by hand. Where a weekly time has no session of its own at their day and hour,
-- they were, or the time would have made one.
alter table class_sessions add column is_freed boolean not null default false;
update class_sessions s
set is_freed = not exists (
  select from class_times t
  where t.class_id = s.class_id and t.start_time = s.start_time and t.weekday = extract(isodow from s.session_date)
    and t.starts_on <= s.session_date and coalesce(t.ends_on >= s.session_date, true)
    and not exists (select from class_sessions o where o.class_time_id = t.id and o.occurs_on = s.session_date))
where s.status = 'cancelled' and s.class_time_id is null;

-- Weekly times need not look again at days that they have filled, as 106 wanted.
update class_times t
set filled_until = case when t.ends_on < current_date + 369 then t.ends_on
  else (select max(s.occurs_on) from class_sessions s where s.class_time_id = t.id) end
where t.filled_until is null;
