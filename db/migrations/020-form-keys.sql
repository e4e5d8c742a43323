-- What a form made, so that the same form sent twice makes one thing. The key comes with the form; it is stored as a
-- digest of key and content, so that a form that was changed after it was sent makes another thing.
create table form_keys (
  vendor_id uuid not null references vendors on delete cascade,
  kind text not null check (kind in ('class', 'session', 'bundle')),
  digest text not null,
  -- null only inside the transaction that makes it
  made_id uuid,
  made_at timestamptz not null default now(),
  primary key (vendor_id, kind, digest)
);
