-- Where the customers of a class, or of a bundle, pay: at the studio, by card when they book, or as they choose.
alter table classes add column pays text not null default 'studio',
  add constraint classes_pays_check check (pays in ('studio', 'card', 'choice'));
alter table session_bundles add column pays text not null default 'studio',
  add constraint session_bundles_pays_check check (pays in ('studio', 'card', 'choice'));

-- A vendor's own account at Stripe. Key and secret are sealed. Disconnected: it has no key, and what was paid by card stays.
create table card_accounts (
  vendor_id uuid not null primary key references vendors (id) on delete cascade,
  -- in the address that Stripe sends events to
  id uuid not null default gen_random_uuid() unique,
  -- at Stripe
  account text not null,
  name text,
  livemode boolean not null,
  api_key text,
  endpoint text,
  endpoint_secret text,
  connected_at timestamptz not null default now(),
  -- the first of the refusals that have followed one another
  refused_at timestamptz,
  broken_at timestamptz,
  -- payments that it did not make one after the other, for a reason of the account; and the last one, in Stripe's words, once it is broken by them
  refusals integer not null default 0,
  problem text,
  -- its events are known up to here
  read_until timestamptz not null default now(),
  due_at timestamptz not null default now(),
  constraint endpoint_with_key check (api_key is not null or endpoint is null),
  constraint endpoint_with_secret check ((endpoint is null) = (endpoint_secret is null))
);
create index card_accounts_due on card_accounts (due_at) where api_key is not null;

-- A payment at Stripe that a customer was sent to. making: perhaps it exists at Stripe; open: it can be paid; paid and over are final.
-- lost: no key of ours could ask what became of it; it is asked again when the account is connected again.
create table checkouts (
  vendor_id uuid not null references vendors (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  purchase_id uuid not null,
  state text not null default 'making',
  -- at Stripe
  session text,
  url text,
  amount_minor bigint not null,
  currency char(3) not null,
  -- of spots that are held for it: until when; null: it pays what is owed
  hold_until timestamptz,
  -- Stripe's end of it
  expires_at timestamptz not null,
  -- when we ask Stripe to end it; null: not before Stripe does
  ends_at timestamptz,
  -- fixed before the first call: every repetition is the same request
  request jsonb,
  payment_intent text,
  -- of a hold: a digest of the network address; null is not counted
  from_network text,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (vendor_id, id),
  constraint checkouts_purchase_id_fkey foreign key (vendor_id, purchase_id) references purchases (vendor_id, id) on delete cascade,
  constraint checkouts_state_check check (state in ('making', 'open', 'paid', 'over', 'lost')),
  constraint checkouts_amount_minor_check check (amount_minor > 0),
  constraint open_is_at_stripe check (state in ('making', 'over') or session is not null)
);
create index checkouts_purchase on checkouts (vendor_id, purchase_id);
create index checkouts_due on checkouts (due_at) where state in ('making', 'open');
create unique index checkouts_session on checkouts (session) where session is not null;

-- What a checkout pays for.
create table checkout_items (
  vendor_id uuid not null,
  checkout_id uuid not null,
  booking_id uuid,
  pass_id uuid,
  amount_minor bigint not null,
  constraint checkout_items_checkout_id_fkey foreign key (vendor_id, checkout_id) references checkouts (vendor_id, id) on delete cascade,
  constraint checkout_items_booking_id_fkey foreign key (vendor_id, booking_id) references bookings (vendor_id, id) on delete cascade,
  constraint checkout_items_pass_id_fkey foreign key (vendor_id, pass_id) references passes (vendor_id, id) on delete cascade,
  constraint checkout_item_is_one_thing check (num_nonnulls(booking_id, pass_id) = 1),
  constraint checkout_items_amount_minor_check check (amount_minor > 0)
);
create index checkout_items_checkout on checkout_items (vendor_id, checkout_id);
create index checkout_items_booking on checkout_items (vendor_id, booking_id) where booking_id is not null;
create index checkout_items_pass on checkout_items (vendor_id, pass_id) where pass_id is not null;

-- Payments and refunds at Stripe. Its id of a refund is not known before it has answered.
alter table payment_groups drop constraint payment_groups_provider_check,
  drop constraint the_desk_has_no_ids,
  add constraint payment_groups_provider_check check (provider in ('desk', 'stripe')),
  add column account text,
  -- the payment that a refund or a dispute takes from
  add column of_payment uuid,
  -- of a refund: when it is asked for next; null: Stripe has it
  add column due_at timestamptz,
  add column tries integer not null default 0,
  add constraint payment_groups_of_payment_fkey foreign key (vendor_id, of_payment) references payment_groups (vendor_id, id),
  add constraint the_desk_has_no_ids check (case provider when 'desk' then provider_id is null and of_payment is null and account is null
    else account is not null and (provider_id is not null or of_payment is not null) end);
create index payment_groups_due on payment_groups (due_at) where due_at is not null;
create index payment_groups_of_payment on payment_groups (vendor_id, of_payment) where of_payment is not null;

-- The number of the receipt of a purchase: counted for each vendor, without gaps.
create table receipts (
  vendor_id uuid not null references vendors (id) on delete restrict,
  number integer not null,
  purchase_id uuid not null,
  given_at timestamptz not null default now(),
  primary key (vendor_id, number),
  constraint receipts_purchase_id_key unique (vendor_id, purchase_id),
  constraint receipts_purchase_id_fkey foreign key (vendor_id, purchase_id) references purchases (vendor_id, id) on delete restrict,
  constraint receipts_number_check check (number > 0)
);
