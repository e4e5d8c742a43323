drop table calendar_connections;

-- The Google calendar of a vendor, and the work for it: events of sessions and bookings only bring `due_at` forward. What
-- somebody has disconnected keeps its row, so that the same account goes on with what its calendar holds.
create table calendar_connections (
  vendor_id uuid not null,
  -- sealed; the first one ends by itself at token_expires_at
  google_calendar_token text,
  token_expires_at timestamptz,
  google_calendar_refresh_token text,
  google_calendar_connected_at timestamptz,
  -- Google's own number of the account
  google_subject text,
  google_email text,
  -- whether the calendars of the account may be listed
  may_list boolean default false not null,
  -- sessions at busy times cannot be booked online
  closes_booking boolean default false not null,
  -- why nothing can be written until the vendor connects again
  broken_at timestamptz,
  broken_because text,
  -- when there may be something to do; a lease says that a worker is at it
  due_at timestamptz default now() not null,
  lease uuid,
  leased_until timestamptz,
  -- failures in a row, and the time of the next attempt
  failures integer default 0 not null,
  retry_at timestamptz,
  last_problem text,
  -- when the calendar last held everything
  complete_at timestamptz,
  constraint calendar_connections_pkey primary key (vendor_id),
  constraint calendar_connections_vendor_id_fkey foreign key (vendor_id) references vendors (id) on delete cascade,
  constraint connected_with_tokens check ((google_calendar_connected_at is null) = (google_calendar_refresh_token is null)),
  constraint broken_for_a_reason check ((broken_at is null) = (broken_because is null)),
  constraint calendar_connections_broken_because_check check (broken_because in ('revoked', 'scope', 'keys', 'stopped')),
  constraint leased_until_a_time check ((lease is null) = (leased_until is null))
);
create index calendar_connections_due on calendar_connections (due_at)
  where google_calendar_connected_at is not null and broken_at is null;

-- What the vendor's calendar holds of each session: wanted and written are compared by it. A session may be gone before its
-- event is, so nothing ties the two; and a calendar may hold an event with the id of somebody else's session, so no row is
-- found without its vendor.
create table calendar_events (
  session_id uuid not null,
  vendor_id uuid not null,
  event_id text not null,
  -- both null: the event was changed or deleted in the calendar
  etag text,
  hash text,
  written_at timestamptz default now() not null,
  constraint calendar_events_pkey primary key (vendor_id, session_id),
  constraint calendar_events_vendor_id_fkey foreign key (vendor_id) references vendors (id) on delete cascade
);

-- The calendars of a connected account. The primary one is read for what became of our own events; busy times are kept of
-- those that are followed.
create table google_calendars (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  calendar_id text not null,
  name text not null,
  is_primary boolean default false not null,
  is_followed boolean default false not null,
  -- how far it has been read, and how: another zone, or busy times that are wanted now, need a full reading
  sync_token text,
  read_zone text,
  read_busy boolean default false not null,
  read_at timestamptz,
  fully_read_at timestamptz,
  listed_at timestamptz default now() not null,
  constraint google_calendars_pkey primary key (id),
  constraint google_calendars_vendor_row unique (vendor_id, id),
  constraint google_calendars_vendor_id_calendar_id_key unique (vendor_id, calendar_id),
  constraint google_calendars_vendor_id_fkey foreign key (vendor_id) references vendors (id) on delete cascade
);

-- When the vendor is busy elsewhere. The reason is not stored.
create table busy_times (
  calendar_id uuid not null,
  event_id text not null,
  vendor_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  constraint busy_times_pkey primary key (calendar_id, event_id),
  constraint busy_times_calendar_fkey foreign key (vendor_id, calendar_id) references google_calendars (vendor_id, id) on delete cascade,
  constraint busy_ends_after_start check (ends_at > starts_at)
);
create index busy_times_of_vendor on busy_times (vendor_id, ends_at);

-- Since when a session cannot be booked online because its vendor has blocked the time or is busy elsewhere then:
-- session_is_closed_by_time().
alter table class_sessions add column busy_since timestamptz;
create index class_sessions_busy on class_sessions (vendor_id) where busy_since is not null;
