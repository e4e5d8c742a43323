-- A facility is a class whose sessions, its slots, have one place each, for a party.
alter table classes
  add column kind text not null default 'class',
  -- of a facility: the most people of a party, how many days ahead it can be booked, and how long the slot is held for a late party
  add column max_people integer,
  add column days_ahead integer,
  add column grace_minutes integer,
  add column asks_gender boolean not null default false,
  add column asks_birth_date boolean not null default false,
  add constraint classes_kind_check check (kind in ('class', 'facility')),
  add constraint classes_max_people_check check (max_people between 1 and 100),
  add constraint classes_days_ahead_check check (days_ahead between 1 and 365),
  add constraint classes_grace_minutes_check check (grace_minutes between 0 and 240),
  add constraint facility_has_its_rules check (case kind
    when 'facility' then num_nonnulls(max_people, days_ahead, grace_minutes) = 3 and max_students = 1
    else num_nonnulls(max_people, grace_minutes) = 0 and not asks_gender and not asks_birth_date end);

-- What a party can book with a slot. One that is not offered any more is retired: bookings name it.
create table facility_extras (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null,
  class_id uuid not null,
  name text not null check (length(name) between 1 and 60),
  price_minor price_minor not null,
  per text not null check (per in ('slot', 'hour')),
  place smallint not null,
  retired_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint facility_extras_vendor_row unique (vendor_id, id),
  constraint facility_extras_class_id_fkey foreign key (vendor_id, class_id) references classes (vendor_id, id) on delete cascade
);
create index facility_extras_class on facility_extras (class_id) where retired_at is null;

-- The people of the party that took a slot; null in a class.
alter table bookings add column people smallint,
  add constraint bookings_people_check check (people >= 1);

-- The extras of a booking, at the price of the day when they were booked. amount_minor: with the slot that the booking has;
-- price_minor of the booking includes it.
create table booking_extras (
  booking_id uuid not null,
  extra_id uuid not null,
  vendor_id uuid not null,
  name text not null,
  price_minor price_minor not null,
  per text not null check (per in ('slot', 'hour')),
  amount_minor price_minor not null,
  primary key (booking_id, extra_id),
  constraint booking_extras_booking_id_fkey foreign key (vendor_id, booking_id) references bookings (vendor_id, id) on delete restrict,
  constraint booking_extras_extra_id_fkey foreign key (vendor_id, extra_id) references facility_extras (vendor_id, id) on delete restrict
);
create index booking_extras_extra on booking_extras (extra_id);

-- Only where the facility asks.
alter table purchases
  add column customer_gender text,
  add column customer_birth_date date,
  add constraint purchases_customer_gender_check check (customer_gender in ('male', 'female', 'prefer-not-to-say'));

-- Where the vendor may have to give money back: what ended, and courts, whose price falls with their extras.
CREATE INDEX bookings_to_refund ON public.bookings USING btree (vendor_id) WHERE ((pass_id IS NULL) AND (deleted_at IS NULL) AND (((status)::text = ANY (ARRAY['cancelled'::text, 'rejected'::text, 'expired'::text])) OR (people IS NOT NULL)));

-- Where something may be owed.
CREATE INDEX bookings_unsettled ON public.bookings USING btree (vendor_id) WHERE ((pass_id IS NULL) AND (deleted_at IS NULL) AND (price_minor > settled_minor) AND (((status)::text = ANY (ARRAY['pending'::text, 'confirmed'::text, 'completed'::text])) OR ((attendance)::text = 'late_cancel'::text)));
