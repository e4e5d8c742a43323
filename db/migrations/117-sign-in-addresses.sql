-- Changes of the address that somebody signs in with. The former address can be restored for a while, so it is kept that long.
create table email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  old_email text not null,
  new_email text not null,
  created_at timestamptz not null default now(),
  -- null: the owner of the new address has not opened the link
  confirmed_at timestamptz,
  -- the former address was restored, by the link of this change or of an earlier one
  restored_at timestamptz
);
-- A later request replaces the one that waits.
create unique index email_changes_waiting on email_changes (user_id) where confirmed_at is null;
create index email_changes_user on email_changes (user_id);
create index email_changes_held on email_changes (old_email) where confirmed_at is not null and restored_at is null;
create index email_changes_created on email_changes (created_at);
