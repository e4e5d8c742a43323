-- One row per worker alive; what a silent one held is given to the others.
create table worker_heartbeats (
  worker_id text primary key,
  seen_at timestamptz not null default now()
);

create index messages_queued on messages (created_at) where status = 'queued';
