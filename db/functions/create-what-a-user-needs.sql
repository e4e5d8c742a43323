-- Creates account, profile, role and vendor together, and notes who invited it.
create or replace function create_what_a_user_needs() returns trigger language plpgsql as $$
declare
  new_vendor uuid;
  referrer uuid;
begin
  -- The person who signed in with the address until lately can still get it back; as isHeld() in core/accounts/queries.ts.
  if exists (
    select from email_changes
    where old_email = new.email and restored_at is null and confirmed_at > now() - interval '7 days'
  ) then
    raise unique_violation using message = 'the address may be restored to another account';
  end if;
  insert into profiles (user_id, full_name, avatar_url, profile_picture_method)
    values (new.id, new.name, new.image, new.profile_picture_method);
  if new.kind = 'admin' then
    insert into user_roles (user_id, role) values (new.id, 'super_admin');
    return new;
  end if;
  insert into user_roles (user_id, role) values (new.id, 'vendor');
  if not new.email_verified then
    insert into outbox (kind, payload)
      values ('account.verification_requested', jsonb_build_object('userId', new.id));
  end if;
  if new.kind = 'owner' then
    insert into vendors (language) values (new.language) returning id into new_vendor;
    insert into vendor_members (vendor_id, user_id, role) values (new_vendor, new.id, 'owner');
    referrer := referrer_of(new.referral_code);
    if referrer is not null and may_be_rewarded(new_vendor, referrer) then
      insert into referrals (vendor_id, friend_id) values (referrer, new_vendor);
    end if;
  end if;
  return new;
end $$;

drop trigger if exists users_create_what_a_user_needs on users;
create trigger users_create_what_a_user_needs after insert on users
  for each row execute function create_what_a_user_needs();
