-- One purchase: owns the contact, the idempotency key and the manage link.
create table booking_groups (
  id uuid primary key default gen_random_uuid(),
  -- no foreign key to vendors here and to vendors and classes in bookings: both come from the session's own
  -- row in the same statement, and a check would lock the one vendor row for every booking of a crowd
  vendor_id uuid not null,
  reference text not null unique,
  idempotency_key text not null unique,
  -- what was asked for under the key; the same key with another content is refused
  request_hash text not null,
  token_rotation integer not null default 0,
  source text not null check (source in ('public', 'api', 'vendor', 'bot', 'waitlist')),
  user_id uuid references users on delete set null,
  customer_name text not null,
  customer_email text,
  customer_phone text,
  booking_method text not null check (booking_method in ('telegram', 'phone', 'email')),
  telegram_user_id bigint,
  telegram_username text,
  telegram_profile_picture text,
  telegram_profile_url text,
  language text not null default 'en' check (language in ('en', 'de', 'ru')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint customer_can_be_reached check (num_nonnulls(customer_email, customer_phone, telegram_user_id) > 0)
);
-- the contact first: the limits ask for it with a vendor, the mail with lost links over all of them
create index booking_groups_email on booking_groups (customer_email, vendor_id) where customer_email is not null;
create index booking_groups_phone on booking_groups (customer_phone, vendor_id) where customer_phone is not null;
create index booking_groups_telegram on booking_groups (telegram_user_id, vendor_id) where telegram_user_id is not null;

-- What pays for a spot ahead of time; bundles are the first kind. The balance is the sum of its entries.
create table entitlements (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references vendors on delete cascade,
  group_id uuid not null references booking_groups on delete cascade,
  kind text not null check (kind in ('bundle')),
  bundle_id uuid references session_bundles on delete set null,
  class_id uuid references classes on delete set null,
  total_sessions integer not null check (total_sessions > 0),
  price_minor bigint not null check (price_minor >= 0),
  currency char(3) not null,
  payment_status text not null default 'pending' check (payment_status in ('pending', 'paid', 'failed', 'refunded')),
  status text not null default 'active' check (status in ('active', 'cancelled')),
  start_date date,
  expires_at timestamptz not null,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index entitlements_group on entitlements (group_id);
create index entitlements_vendor on entitlements (vendor_id, created_at desc);

-- One row per spot.
create table bookings (
  id uuid primary key default gen_random_uuid(),
  group_id uuid not null references booking_groups on delete cascade,
  vendor_id uuid not null,
  class_id uuid not null,
  session_id uuid not null references class_sessions on delete cascade,
  entitlement_id uuid references entitlements on delete set null,
  status text not null check (status in ('pending', 'confirmed', 'completed', 'cancelled', 'rejected', 'expired')),
  price_minor bigint not null check (price_minor >= 0),
  currency char(3) not null,
  payment_status text not null check (payment_status in ('pending', 'paid', 'failed', 'refunded')),
  attendance text check (attendance in ('came', 'no_show', 'late_cancel')),
  late_waived_at timestamptz,
  notes text,
  -- the expiry and the answer of the confirmation
  expires_at timestamptz,
  confirmed_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('customer', 'vendor', 'system')),
  -- the entry in the customer's calendar: spots of one purchase in one session share it
  calendar_id uuid not null,
  calendar_sequence integer not null default 0,
  deleted_at timestamptz,
  booked_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pending_has_an_expiry check (status <> 'pending' or expires_at is not null)
);
create index bookings_group on bookings (group_id);
create index bookings_session on bookings (session_id);
create index bookings_vendor on bookings (vendor_id, booked_at desc, id);
create index bookings_pending on bookings (expires_at) where status = 'pending' and deleted_at is null;

-- Every seat taken and given back, in the order it happened in its session, and every change of capacity.
create table seat_ledger (
  id bigint generated always as identity primary key,
  vendor_id uuid not null,
  session_id uuid not null references class_sessions on delete cascade,
  booking_id uuid,
  delta smallint not null check (delta in (-1, 0, 1)),
  reason text not null check (reason in ('booked', 'cancelled', 'rejected', 'expired', 'moved_in', 'moved_out', 'deleted', 'corrected', 'session_cancelled', 'capacity')),
  -- the capacity as it stands after this row
  max_students integer not null,
  at timestamptz not null default clock_timestamp()
);
create index seat_ledger_session on seat_ledger (session_id, id);

create table entitlement_entries (
  id bigint generated always as identity primary key,
  vendor_id uuid not null,
  entitlement_id uuid not null references entitlements on delete cascade,
  booking_id uuid references bookings on delete set null,
  delta smallint not null,
  reason text not null check (reason in ('granted', 'used', 'returned', 'expired')),
  at timestamptz not null default clock_timestamp()
);
create index entitlement_entries_entitlement on entitlement_entries (entitlement_id, id);

create table payments (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references vendors on delete cascade,
  booking_id uuid references bookings on delete cascade,
  entitlement_id uuid references entitlements on delete cascade,
  -- negative: given back or corrected downwards
  amount_minor bigint not null check (amount_minor <> 0),
  currency char(3) not null,
  method text not null check (method in ('door', 'card', 'correction')),
  recorded_by uuid references users on delete set null,
  note text,
  at timestamptz not null default now(),
  constraint payment_is_for_one_thing check (num_nonnulls(booking_id, entitlement_id) = 1)
);
create index payments_booking on payments (booking_id) where booking_id is not null;
create index payments_entitlement on payments (entitlement_id) where entitlement_id is not null;
create index payments_vendor on payments (vendor_id, at);

-- Spots a contact holds with a vendor. Locks the contact until the end of the transaction, so that two
-- purchases of one contact are counted one after the other; the keys are taken in one order. Volatile:
-- each statement inside sees what was committed while it waited.
create function contact_spots(of_vendor uuid, of_session uuid, of_email text, of_phone text, of_telegram bigint)
returns table (on_session integer, coming integer) language plpgsql volatile rows 1 as $$
declare
  lock_key bigint;
begin
  for lock_key in
    select hashtextextended(of_vendor || contact, 0) as key
    from unnest(array[of_email, of_phone, of_telegram::text]) as contact
    where contact is not null order by key
  loop
    perform pg_advisory_xact_lock(lock_key);
  end loop;
  return query
    select (count(*) filter (where b.session_id = of_session))::integer, count(*)::integer
    from booking_groups g
    join bookings b on b.group_id = g.id and b.deleted_at is null and b.status in ('pending', 'confirmed')
    join class_sessions s on s.id = b.session_id and s.starts_at > now()
    where g.vendor_id = of_vendor
      and (g.customer_email = of_email or g.customer_phone = of_phone or g.telegram_user_id = of_telegram);
end $$;
