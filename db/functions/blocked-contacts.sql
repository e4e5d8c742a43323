-- Whether a vendor has blocked one of these contacts. Exact while the contact is locked. A phone beside an email may be
-- anybody's, and is not looked at, as in count_contact_spots().
create or replace function contact_is_blocked(of_vendor uuid, of_email text, of_phone text, of_telegram bigint)
returns boolean language sql stable as $$
  select exists (
    select from blocked_contacts c
    where c.vendor_id = of_vendor and (c.kind, c.value) in (
      ('email', limit_email(of_email)), ('phone', case when of_email is null then of_phone end), ('telegram', of_telegram::text)))
$$;
