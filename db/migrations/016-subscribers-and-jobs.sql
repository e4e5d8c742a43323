-- A message whose news no longer holds when its turn comes is not sent: superseded.
alter domain message_status drop constraint message_status_check;
alter domain message_status add constraint message_status_check
  check (value in ('queued', 'sent', 'failed', 'no_channel', 'superseded'));

-- Who wants to hear of what, as the workers that run now say. A worker that relays an event makes jobs for
-- subscribers of newer workers too, which it does not know itself.
create table event_subscriptions (
  subscriber text not null,
  event text not null,
  seen_at timestamptz not null default now(),
  primary key (subscriber, event)
);

-- One row per job that one worker does for all: when it was last done, and who is doing it, for how long at most.
create table job_runs (
  job text primary key,
  finished_at timestamptz,
  lease uuid,
  leased_until timestamptz
);

-- The last local day on which a daily job was done for a vendor.
create table vendor_job_runs (
  vendor_id uuid not null references vendors on delete cascade,
  job text not null,
  day date not null,
  primary key (vendor_id, job)
);
