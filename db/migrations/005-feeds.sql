-- The private addresses from which calendars read a vendor's sessions, or what was booked with one email address of a
-- customer. The address is signed from the id, so a new id is a new address, and the old one is gone.
create table feeds (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references vendors (id) on delete cascade,
  -- null: the vendor's own sessions
  address_id uuid,
  -- as it was typed: another spelling may be another mailbox
  email text,
  -- whether the vendor's feed names who comes
  names boolean not null default false,
  created_at timestamptz not null default now(),
  constraint one_feed_each unique nulls not distinct (vendor_id, address_id, email),
  constraint feed_of_an_address check (num_nonnulls(address_id, email) in (0, 2)),
  constraint only_vendors_read_names check (not names or address_id is null),
  foreign key (vendor_id, address_id) references contact_addresses (vendor_id, id) on delete cascade
);
