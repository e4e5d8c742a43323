-- What a vendor may do now is the best of its trial, its subscription and its granted months: plan_periods() in
-- db/functions/plans.sql, decision 123.
alter table vendors drop column plan;

-- One row for each time that a plan was subscribed on the same terms: another plan, term or price ends the row and starts
-- another, so that what was earned in an earlier month can be computed. `paid_until` is the last day that is paid, in the
-- vendor's zone; `cancel_at` is when a cancelled subscription ends by itself.
create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references vendors on delete cascade,
  plan text not null check (plan in ('professional', 'enterprise')),
  term text not null check (term in ('monthly', 'yearly')),
  price_minor price_minor not null,
  currency char(3) not null,
  paid_until date not null,
  provider text not null default 'operator' check (provider in ('operator')),
  started_at timestamptz not null default now(),
  cancel_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index subscriptions_one_running on subscriptions (vendor_id) where ended_at is null;
create index subscriptions_by_start on subscriptions (started_at);
create index subscriptions_of_vendor on subscriptions (vendor_id, started_at);

-- Months that are given away. Those that have not begun move with what runs before them (requeueGrants).
create table plan_grants (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references vendors on delete cascade,
  plan text not null check (plan in ('professional', 'enterprise')),
  months smallint not null check (months between 1 and 36),
  reason text not null check (reason in ('referral', 'operator')),
  note text check (length(note) <= 500),
  granted_by uuid references users on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  check (ends_at >= starts_at)
);
create index plan_grants_of_vendor on plan_grants (vendor_id, ends_at);

-- A vendor asks the operator for a plan. One open request at a time.
create table plan_requests (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references vendors on delete cascade,
  plan text not null check (plan in ('professional', 'enterprise')),
  term text not null check (term in ('monthly', 'yearly')),
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null default now(),
  closed_at timestamptz,
  outcome text check (outcome in ('granted', 'declined', 'withdrawn')),
  check ((closed_at is null) = (outcome is null))
);
create unique index plan_requests_one_open on plan_requests (vendor_id) where closed_at is null;
create index plan_requests_open on plan_requests (asked_at) where closed_at is null;

-- Which share of a month's limit a vendor was told of, so that it is told once.
create table plan_notices (
  vendor_id uuid not null references vendors on delete cascade,
  month date not null,
  percent smallint not null check (percent in (80, 100)),
  at timestamptz not null default now(),
  primary key (vendor_id, month, percent)
);

-- The code in a vendor's referral link: eight characters without those that look alike.
create function new_referral_code() returns text language sql volatile as $$
  select string_agg(substr('23456789abcdefghjkmnpqrstuvwxyz', 1 + get_byte(b, n) % 31, 1), '' order by n)
  from (select sha256(gen_random_uuid()::text::bytea) as b) r, generate_series(0, 7) n
$$;
alter table vendors add column referral_code text not null default new_referral_code();
alter table vendors add constraint vendors_referral_code_key unique (referral_code);

-- Who signed up with whose link: `vendor_id` owns the link, `friend_id` signed up. Active once the friend's address is confirmed and a class is published; both get their
-- months then, once.
create table referrals (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references vendors on delete cascade,
  friend_id uuid not null references vendors on delete cascade,
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  constraint referrals_friend_key unique (friend_id),
  check (vendor_id <> friend_id)
);
create index referrals_of_vendor on referrals (vendor_id, created_at);
