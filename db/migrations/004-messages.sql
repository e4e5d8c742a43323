-- What happened, written in the transaction that made it happen. The relay turns rows into jobs and removes them.
create table outbox (
  id bigint generated always as identity primary key,
  event_id uuid not null default gen_random_uuid(),
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);

-- One message to one recipient; it ends as sent, failed or no_channel.
create table messages (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null,
  vendor_id uuid references vendors on delete cascade,
  user_id uuid references users on delete cascade,
  group_id uuid references booking_groups on delete cascade,
  session_id uuid references class_sessions on delete set null,
  audience text not null check (audience in ('customer', 'vendor', 'account')),
  kind text not null,
  channel text not null check (channel in ('email', 'none')),
  recipient text not null,
  language text not null,
  facts jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'no_channel')),
  attempts integer not null default 0,
  last_error text,
  handled_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (event_id, audience, recipient)
);
create index messages_group on messages (group_id, created_at);
create index messages_session on messages (session_id, created_at);
create index messages_unreached on messages (vendor_id, created_at) where status in ('failed', 'no_channel') and handled_at is null;
