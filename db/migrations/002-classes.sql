create table classes (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references vendors on delete cascade,
  title text not null,
  description text not null default '',
  category text not null default 'fitness' check (category in ('fitness', 'yoga', 'strength', 'cardio', 'pilates', 'dance', 'martial_arts', 'other')),
  difficulty text not null default 'general' check (difficulty in ('general', 'beginner', 'intermediate', 'advanced')),
  image_url text,
  location text,
  online_url text,
  price_minor bigint not null default 0 check (price_minor >= 0),
  max_students integer not null default 10 check (max_students between 1 and 5000),
  duration_minutes integer not null default 60 check (duration_minutes between 5 and 1440),
  start_date date not null,
  end_date date,
  status text not null default 'active' check (status in ('active', 'archived')),
  visibility text not null default 'public' check (visibility in ('public', 'link', 'closed')),
  confirmation_mode text not null default 'automatic' check (confirmation_mode in ('automatic', 'manual')),
  confirmation_timeout_minutes integer not null default 10 check (confirmation_timeout_minutes in (5, 10, 15, 30, 60, 180, 720, 1440)),
  -- the named day is still open, in the vendor's zone
  registration_closed_date date,
  closes_minutes_before integer not null default 0 check (closes_minutes_before between 0 and 10080),
  instructor_user_id uuid references users on delete set null,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint class_has_one_kind_of_place check (location is null or online_url is null)
);
create index classes_vendor on classes (vendor_id, created_at desc, id);
create index classes_public on classes (created_at desc, id) where status = 'active' and visibility = 'public';

-- The recurrence: one row per (weekday, time) pair, in the wall clock of the vendor's zone.
create table class_times (
  id uuid primary key default gen_random_uuid(),
  class_id uuid not null references classes on delete cascade,
  vendor_id uuid not null references vendors on delete cascade,
  weekday smallint not null check (weekday between 1 and 7),
  start_time time not null,
  every_weeks smallint not null default 1 check (every_weeks between 1 and 52),
  starts_on date not null,
  ends_on date,
  -- set when "this and all following" were changed apart from the class; null: as the class says
  duration_minutes integer check (duration_minutes between 5 and 1440),
  location text,
  online_url text,
  max_students integer check (max_students between 1 and 5000),
  -- sessions are made up to and with this day
  filled_until date,
  created_at timestamptz not null default now()
);
create index class_times_class on class_times (class_id);
create index class_times_filled on class_times (filled_until);

create table class_sessions (
  id uuid primary key default gen_random_uuid(),
  class_id uuid not null references classes on delete cascade,
  vendor_id uuid not null references vendors on delete cascade,
  -- the pair and the date it was made for; stays when the session itself moves, so that the
  -- generator never makes it a second time. Null: a single session made by hand.
  class_time_id uuid references class_times on delete set null,
  occurs_on date,
  session_date date not null,
  start_time time not null,
  end_time time not null,
  time_zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- derived from the class: its closing date and minutes, never after the start
  booking_closes_at timestamptz not null,
  location text,
  online_url text,
  instructor_user_id uuid references users on delete set null,
  status text not null default 'confirmed' check (status in ('confirmed', 'cancelled')),
  max_students integer not null check (max_students between 1 and 5000),
  current_students integer not null default 0,
  calendar_sequence integer not null default 0,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint seats_within_capacity check (current_students between 0 and max_students),
  constraint session_ends_after_start check (ends_at > starts_at),
  constraint session_has_one_kind_of_place check (location is null or online_url is null),
  unique (class_time_id, occurs_on)
);
create index class_sessions_class on class_sessions (class_id, starts_at);
create index class_sessions_vendor on class_sessions (vendor_id, starts_at);
create index class_sessions_running on class_sessions (ends_at) where current_students > 0;

create table session_bundles (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references vendors on delete cascade,
  class_id uuid not null references classes on delete cascade,
  bundle_name text not null,
  session_count integer not null default 5 check (session_count between 2 and 104),
  bundle_price_minor bigint not null check (bundle_price_minor >= 0),
  expiry_days integer not null default 30 check (expiry_days between 1 and 730),
  expiry_starts text not null default 'purchase' check (expiry_starts in ('purchase', 'first_session')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index session_bundles_class on session_bundles (class_id, bundle_price_minor);
