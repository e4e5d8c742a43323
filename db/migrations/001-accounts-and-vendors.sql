-- Accounts are people who sign in; a vendor is the business they work for. The two never share an id.

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  profile_picture_method text not null default 'avatar',
  -- set by the server only: decides what the trigger below creates beside the user
  kind text not null default 'owner' check (kind in ('owner', 'member', 'admin')),
  language text not null default 'en' check (language in ('en', 'de', 'ru')),
  referral_code text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth_sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_sessions_user on auth_sessions (user_id);

create table auth_accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index auth_accounts_user on auth_accounts (user_id);

create table auth_verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verifications_identifier on auth_verifications (identifier);

-- Counters of the rate limiter: one row per key, raised by one atomic upsert.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

create table user_roles (
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('vendor', 'super_admin')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);

create table profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  full_name text not null,
  avatar_url text,
  profile_picture_method text not null default 'avatar',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Every username a vendor ever had: the current one answers, the others redirect, none is given away again.
create table usernames (
  username text primary key check (username ~ '^[a-z0-9_-]{3,30}$'),
  vendor_id uuid not null,
  claimed_at timestamptz not null default now()
);

create table vendors (
  id uuid primary key default gen_random_uuid(),
  username text unique references usernames,
  business_name text,
  description text,
  specialties text[] not null default '{}',
  experience_years integer check (experience_years between 0 and 80),
  location text,
  service_areas text,
  website text,
  social_instagram text,
  social_facebook text,
  social_twitter text,
  contact_email text,
  contact_phone text,
  telegram_bot_username text,
  time_zone text not null default 'UTC',
  currency char(3) not null default 'USD',
  country char(2) not null default 'US',
  language text not null default 'en' check (language in ('en', 'de', 'ru')),
  layout text not null default 'schedule' check (layout in ('schedule', 'catalogue')),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  listed boolean not null default true,
  plan text not null default 'free' check (plan in ('free', 'professional', 'enterprise')),
  trial_ends_at timestamptz not null default now() + interval '14 days',
  -- up to this long before the start a cancellation is free
  notice_minutes integer not null default 720 check (notice_minutes between 0 and 20160),
  max_spots_per_booking integer not null default 4 check (max_spots_per_booking between 1 and 4),
  record_new_as_paid boolean not null default false,
  set_up_at timestamptz,
  suspended_at timestamptz,
  suspended_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table usernames add constraint usernames_vendor_fkey
  foreign key (vendor_id) references vendors on delete cascade deferrable initially deferred;

create table calendar_connections (
  vendor_id uuid primary key references vendors on delete cascade,
  google_calendar_token text,
  google_calendar_refresh_token text,
  google_calendar_connected_at timestamptz
);

create table vendor_members (
  vendor_id uuid not null references vendors on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'manager', 'instructor')),
  created_at timestamptz not null default now(),
  primary key (vendor_id, user_id)
);
create index vendor_members_user on vendor_members (user_id);
create unique index vendor_members_one_owner on vendor_members (vendor_id) where role = 'owner';

-- Account, profile, role, vendor and membership come into being in the transaction that inserts the
-- user, whoever inserts it: the sign-up library runs its hooks after commit, too late to be whole.
create function create_what_a_user_needs() returns trigger language plpgsql as $$
declare
  new_vendor uuid;
begin
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
  end if;
  return new;
end $$;
create trigger users_create_what_a_user_needs after insert on users
  for each row execute function create_what_a_user_needs();

create table audit_log (
  id bigint generated always as identity primary key,
  vendor_id uuid references vendors on delete cascade,
  actor_user_id uuid references users on delete set null,
  action text not null,
  subject_kind text not null,
  subject_id uuid not null,
  details jsonb not null default '{}',
  at timestamptz not null default now()
);
create index audit_log_subject on audit_log (subject_kind, subject_id, id);
create index audit_log_vendor on audit_log (vendor_id, id);
