-- What a member has connected that reads customers. Each says so by email, and stops when the password of who connected it is
-- reset, until that person says that it is still theirs.
create table connections (
  vendor_id uuid not null references vendors (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- feed: the vendor's own, with the names of who comes
  kind text not null constraint connections_kind_check check (kind in ('chat', 'calendar', 'feed', 'bot')),
  -- what it is called at Telegram or Google; a feed has no name
  name text,
  connected_at timestamptz not null default now(),
  stopped_at timestamptz,
  -- what it needs to go on, while it is stopped
  saved jsonb,
  primary key (vendor_id, kind, user_id),
  constraint saved_while_stopped check (saved is null or stopped_at is not null)
);
create index connections_of_user on connections (user_id);
