-- Locks a contact of a vendor until the end of the transaction. The lock of a contact comes before those of sessions.
create or replace function lock_contact(of_vendor uuid, of_email text, of_phone text, of_telegram bigint)
returns void language plpgsql volatile as $$
declare
  lock_key bigint;
begin
  for lock_key in
    select hashtextextended(of_vendor || contact, 0) as key
    from unnest(array[limit_email(of_email), of_phone, of_telegram::text]) as contact where contact is not null order by key
  loop
    perform pg_advisory_xact_lock(lock_key);
  end loop;
end $$;

-- Counts a contact's upcoming spots with a vendor: in one session and in total. Expired requests do not count, even if the
-- worker has not processed them yet. A purchase counts for the email that gets its messages, and for its phone only if it
-- has no email. So nobody can use up, or probe, another person's phone limit with an email of their own. Each part looks
-- up one value in one index. One query over all parts was planned while the tables were small, so it read a whole table,
-- and a connection keeps such a plan while the tables grow. Most contacts are new and need only one lookup.
create or replace function count_contact_spots(of_vendor uuid, of_session uuid, of_email text, of_phone text,
  of_telegram bigint, out on_session integer, out upcoming integer) language plpgsql volatile as $$
declare
  purchases uuid[] := '{}';
  purchase uuid;
  of_purchase record;
begin
  if of_email is not null then
    purchases := array(
      select g.id from booking_groups g
      where limit_email(g.customer_email) = limit_email(of_email) and g.vendor_id = of_vendor);
  elsif of_phone is not null then
    purchases := array(
      select g.id from booking_groups g
      where g.customer_phone = of_phone and g.customer_email is null and g.vendor_id = of_vendor);
  end if;
  if of_telegram is not null then
    purchases := purchases || array(
      select g.id from booking_groups g where g.telegram_user_id = of_telegram and g.vendor_id = of_vendor);
  end if;
  on_session := 0;
  upcoming := 0;
  if cardinality(purchases) = 0 then
    return;
  end if;
  for purchase in select distinct unnest(purchases) loop
    select (count(*) filter (where b.session_id = of_session))::integer as here, count(*)::integer as all_told
    into of_purchase
    from bookings b
    join class_sessions s on s.id = b.session_id and s.starts_at > now()
    where b.group_id = purchase and holds_seat(b) and not coalesce(b.status = 'pending' and b.expires_at <= now(), false);
    on_session := on_session + of_purchase.here;
    upcoming := upcoming + of_purchase.all_told;
  end loop;
end $$;
