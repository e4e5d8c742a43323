-- How a wish names the address of a mail or a chat: as limits count it, without tags, and differently for each vendor.
create or replace function address_mark(key text, of_vendor uuid, address text) returns text language sql immutable as $$
  select left(encode(sha256(convert_to(concat_ws(' ', key, of_vendor, coalesce(limit_email(address), address)), 'UTF8')), 'hex'), 32)
$$;

-- Whether reminders of a vendor may go to this address. Without the key nobody's wish is known, so nobody is reminded.
create or replace function wants_reminders(key text, of_vendor uuid, address text) returns boolean language sql stable as $$
  select key is not null and not exists (
    select from mail_wishes w where w.vendor_id = of_vendor and w.mark = address_mark(key, of_vendor, address))
$$;
