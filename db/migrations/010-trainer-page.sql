-- Where people write to a vendor by Telegram: the name of a person, not of the bot.
alter table vendors add column contact_telegram text check (contact_telegram ~ '^[A-Za-z][A-Za-z0-9_]{4,31}$');

-- What the operator has seen proof of. The public page claims nothing that has no row here.
create table vendor_badges (
  vendor_id uuid not null references vendors on delete cascade,
  badge text not null check (badge in ('verified', 'health_certified', 'certified_trainer')),
  granted_by uuid references users on delete set null,
  granted_at timestamptz not null default now(),
  primary key (vendor_id, badge)
);

-- How many people came is counted for every view of the public page.
create index bookings_came on bookings (vendor_id, group_id) where attendance = 'came' and deleted_at is null;
