-- What the operator's console finds vendors by: one row for each, written by the database (decision 125). `words`: the
-- owner's name and address and the business; `status`: what the list is filtered by; `term`: of the subscription that has
-- not ended.
create table vendor_directory (
  vendor_id uuid primary key references vendors on delete cascade,
  joined_at timestamptz not null,
  words text collate "C" not null,
  status text not null check (status in ('active', 'suspended', 'pending', 'closed')),
  term text check (term in ('monthly', 'yearly'))
);
create index vendor_directory_joined on vendor_directory (joined_at desc, vendor_id desc);
create index vendor_directory_by_status on vendor_directory (status, joined_at desc, vendor_id desc);
create index vendor_directory_by_term on vendor_directory (term, joined_at desc, vendor_id desc) where term is not null;
-- Without a list of what is pending: it would be read whole by every search.
create index vendor_directory_words on vendor_directory using gin (words gin_trgm_ops) with (fastupdate = off);

-- Who may sign up, by a link that was mailed to that address. It can be used once, because an address has one account.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  language language_code not null default 'en',
  invited_by uuid references users on delete set null,
  invited_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
create unique index invitations_one_open on invitations (email) where accepted_at is null and withdrawn_at is null;
create index invitations_by_time on invitations (invited_at desc, id desc);

-- When a super administrator last did something in this session; null: nothing since it began.
alter table auth_sessions add column console_used_at timestamptz;

-- What the last finished run of a scheduled job returned: how much it did, or how many mistakes it found.
alter table job_runs add column result integer;
