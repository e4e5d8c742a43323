-- Contacts that a vendor takes no more online bookings of. value: an email as limit_email() counts it, a phone, or the id of
-- a Telegram account. The contacts of one purchase are blocked and unblocked together.
create table blocked_contacts (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references vendors on delete cascade,
  batch_id uuid not null,
  kind text not null check (kind in ('email', 'phone', 'telegram')),
  value text not null,
  -- as the customer entered it
  shown text not null,
  customer_name text not null,
  blocked_by uuid references users on delete set null,
  blocked_at timestamptz not null default now(),
  unique (vendor_id, kind, value)
);
alter table booking_groups validate constraint customer_can_be_reached;
