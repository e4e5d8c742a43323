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

-- How many upcoming spots a contact holds with a vendor: in one session, and in all. A request whose time is over holds
-- none, whether or not the worker came by. A purchase counts for the email that is told about it, and for its phone only
-- when it has no email: so nobody uses up another person's phone, or asks about it, beside an email of their own.
-- Taken apart: each part looks one value up in one index. A query over all of them was planned while the tables
-- were small, by reading a table whole, and a plan stays with its connection while the tables grow. Most contacts
-- are new, and then one look is all.
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
