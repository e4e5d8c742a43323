-- Accounts that are signed in to with the password and a code.
create table two_factors (
  user_id uuid primary key references users on delete cascade,
  -- the key of the authenticator app, encrypted (core/shared/sealing.ts)
  sealed_key text not null,
  -- the 30 seconds since 1970 whose code was accepted last; no code counts twice
  last_step bigint not null,
  switched_on_at timestamptz not null default now()
);
-- What is left of the codes for somebody without the app. A used one is deleted.
create table recovery_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references two_factors on delete cascade,
  hash text not null
);
create index recovery_codes_user on recovery_codes (user_id);

-- The owner of the account gets an email, also if the operator deletes the row.
create function tell_of_switched_off_two_factor() returns trigger language plpgsql as $$
begin
  -- It also goes with its account.
  if exists (select from users where id = old.user_id) then
    insert into outbox (kind, payload)
      values ('account.two_factor_switched_off', jsonb_build_object('userId', old.user_id));
  end if;
  return null;
end $$;
create trigger tell_owner after delete on two_factors
  for each row execute function tell_of_switched_off_two_factor();
