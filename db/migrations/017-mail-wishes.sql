-- What we keep for ourselves, sealed with the secret keys of the installation, by name.
create table sealed_secrets (
  name text primary key,
  secret text not null
);

-- Who wants no reminders of a vendor. The mark is a keyed hash of the address: it says nothing about an address to anybody
-- without the key, so it stays when a customer is erased.
create table mail_wishes (
  vendor_id uuid not null references vendors (id) on delete cascade,
  mark text not null,
  made_at timestamptz not null default now(),
  primary key (vendor_id, mark)
);
