-- Of which spots and starts customers were reminded, by us or by the vendor. Another start is reminded of again. Without an
-- index by start: thousands have the same one, and each is looked up by its spot.
create table reminders (
  vendor_id uuid not null references vendors (id) on delete cascade,
  booking_id uuid not null,
  which text not null check (which in ('day', 'hours')),
  starts_at timestamptz not null,
  made_at timestamptz not null default now(),
  primary key (vendor_id, booking_id, which, starts_at),
  foreign key (vendor_id, booking_id) references bookings (vendor_id, id) on delete cascade
);
