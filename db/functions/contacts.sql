-- Which of the typed addresses identifies: who has logged in with Telegram, else an email, else the phone. A phone beside an
-- email may be anybody's.
create or replace function address_kind(of_email text, of_telegram text) returns text language sql immutable as $$
  select case when of_telegram is not null then 'telegram' when of_email is not null then 'email' else 'phone' end
$$;

-- The typed address as it identifies. A chat is 'bot:person': the person is the same at every bot.
create or replace function address_value(of_email text, of_phone text, of_telegram text) returns text language sql immutable as $$
  select coalesce(split_part(of_telegram, ':', 2), limit_email(of_email), of_phone)
$$;

-- The contact of a vendor that an address belongs to, locked until the end of the transaction, or nulls. Raises
-- serialization_failure if the address has moved to another contact while this call waited; start over.
create or replace function lock_contact(of_vendor uuid, of_email text, of_phone text, of_telegram text,
  out contact_id uuid, out address_id uuid) language plpgsql volatile as $$
begin
  select a.contact_id, a.id into lock_contact.contact_id, lock_contact.address_id from contact_addresses a
  where a.vendor_id = of_vendor and a.kind = address_kind(of_email, of_telegram)
    and a.value = address_value(of_email, of_phone, of_telegram);
  if not found then
    return;
  end if;
  perform from contacts c where c.id = lock_contact.contact_id for no key update;
  perform from contact_addresses a where a.id = lock_contact.address_id and a.contact_id = lock_contact.contact_id;
  if not found then
    raise exception 'The address has left its contact while this call waited.' using errcode = 'serialization_failure';
  end if;
end $$;

-- Makes a contact with one address. Call it after lock_contact() has found none.
create or replace function make_contact(of_vendor uuid, of_name text, of_email text, of_phone text, of_telegram text,
  telegram_name text, out contact_id uuid, out address_id uuid) language plpgsql volatile as $$
begin
  insert into contacts (vendor_id, name) values (of_vendor, of_name) returning id into make_contact.contact_id;
  insert into contact_addresses (vendor_id, contact_id, kind, value, typed)
  values (of_vendor, make_contact.contact_id, address_kind(of_email, of_telegram),
    address_value(of_email, of_phone, of_telegram), coalesce(telegram_name, of_email, of_phone))
  on conflict do nothing returning id into make_contact.address_id;
  if make_contact.address_id is null then
    raise exception 'Somebody else has just made a contact of this address.' using errcode = 'serialization_failure';
  end if;
end $$;

-- Whether a contact has ever had a confirmed spot: a hold that nobody has paid makes nobody known.
create or replace function has_been_confirmed(of_contact uuid) returns boolean language sql stable as $$
  select exists (select from purchases g join bookings b on b.vendor_id = g.vendor_id and b.purchase_id = g.id and b.confirmed_at is not null
    where g.contact_id = of_contact)
$$;

-- Counts the upcoming spots of a contact: in one session and in total. Expired requests do not count, even if the worker has
-- not processed them yet, and neither does what is held for its first payment from another network: a stranger who has typed
-- somebody's address takes nothing of that person's limits. Each part looks up one value in one index: one query over all was planned while the tables were
-- small, so it read a whole table, and a connection keeps such a plan while the tables grow.
create or replace function count_contact_spots(of_contact uuid, of_session uuid, network text, out on_session integer, out upcoming integer)
language plpgsql volatile as $$
declare
  purchase uuid;
  of_purchase record;
begin
  on_session := 0;
  upcoming := 0;
  for purchase in select g.id from purchases g where g.contact_id = of_contact loop
    select (count(*) filter (where b.session_id = of_session))::integer as here, count(*)::integer as all_told
    into of_purchase
    from bookings b
    join class_sessions s on s.id = b.session_id and s.starts_at > now()
    where b.purchase_id = purchase and holds_still(b)
      and not (b.waits_for is not distinct from 'payment' and b.confirmed_at is null and exists (select from checkouts k
        where k.vendor_id = b.vendor_id and k.purchase_id = b.purchase_id and k.hold_until is not null and k.from_network is distinct from network));
    on_session := on_session + of_purchase.here;
    upcoming := upcoming + of_purchase.all_told;
  end loop;
end $$;
