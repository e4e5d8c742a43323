-- When a vendor offers nothing: holidays, a day off, some hours. Weekly times create no sessions then. Kept as the vendor's
-- clock shows it, like the sessions. Both days belong to it; without times they are whole.
create table blocked_times (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references vendors on delete cascade,
  starts_on date not null,
  ends_on date not null,
  start_time time,
  end_time time,
  note text not null default '' check (length(note) <= 120),
  created_at timestamptz not null default now(),
  constraint blocked_time_has_both_times check (num_nonnulls(start_time, end_time) in (0, 2)),
  constraint blocked_time_ends_after_start check (
    case when start_time is null then ends_on >= starts_on else ends_on + end_time > starts_on + start_time end)
);
create index blocked_times_of_vendor on blocked_times (vendor_id, ends_on);
