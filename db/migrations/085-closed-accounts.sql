-- An account that its owner closed (docs/decisions/086-accounts-that-close.md): nothing of it is public from then on, and
-- after some days everything of it is erased.
alter table vendors
  add column closed_at timestamptz,
  -- from then on it cannot be taken back
  add column erasing_at timestamptz,
  add constraint erased_after_closing check (erasing_at is null or closed_at is not null);
create index vendors_closed on vendors (closed_at) where closed_at is not null;

-- The names of an erased vendor stay taken for a while, so that nobody else gets its customers.
alter table usernames alter column vendor_id drop not null;

-- The references of erased purchases, so that their links can say what happened.
create table erased_purchases (
  reference text primary key,
  erased_at timestamptz not null default now()
);
