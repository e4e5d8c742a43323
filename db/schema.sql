-- Written by db/dump-schema.ts from the migrations. Do not edit.

create extension btree_gin;

create extension btree_gist;

create extension fuzzystrmatch;

create extension pg_trgm;

create domain attendance as text CHECK ((VALUE = ANY (ARRAY['came'::text, 'no_show'::text, 'late_cancel'::text])));
create domain booking_method as text CHECK ((VALUE = ANY (ARRAY['telegram'::text, 'phone'::text, 'email'::text])));
create domain booking_source as text CHECK ((VALUE = ANY (ARRAY['public'::text, 'api'::text, 'vendor'::text, 'bot'::text, 'waitlist'::text])));
create domain booking_status as text CHECK ((VALUE = ANY (ARRAY['pending'::text, 'confirmed'::text, 'completed'::text, 'cancelled'::text, 'rejected'::text, 'expired'::text])));
create domain capacity as integer CHECK (((VALUE >= 1) AND (VALUE <= 5000)));
create domain ended_by as text CHECK ((VALUE = ANY (ARRAY['customer'::text, 'issued_link'::text, 'vendor'::text, 'system'::text])));
create domain language_code as text CHECK ((VALUE = ANY (ARRAY['en'::text, 'de'::text, 'ru'::text])));
create domain message_audience as text CHECK ((VALUE = ANY (ARRAY['customer'::text, 'chat'::text, 'vendor'::text, 'account'::text, 'operator'::text])));
create domain message_channel as text CHECK ((VALUE = ANY (ARRAY['email'::text, 'telegram'::text, 'none'::text])));
create domain message_status as text CHECK ((VALUE = ANY (ARRAY['queued'::text, 'delayed'::text, 'sent'::text, 'failed'::text, 'no_channel'::text])));
create domain payment_kind as text CHECK ((VALUE = ANY (ARRAY['paid'::text, 'refunded'::text, 'waived'::text, 'disputed'::text])));
create domain payment_method as text CHECK ((VALUE = ANY (ARRAY['door'::text, 'cash'::text, 'bank'::text, 'card'::text, 'correction'::text, 'given'::text, 'again'::text])));
create domain payment_state as text CHECK ((VALUE = ANY (ARRAY['open'::text, 'done'::text, 'failed'::text])));
create domain price_minor as bigint CHECK ((VALUE >= 0));
create domain seat_change as smallint CHECK ((VALUE = ANY (ARRAY['-1'::integer, 0, 1])));
create domain seat_reason as text CHECK ((VALUE = ANY (ARRAY['booked'::text, 'cancelled'::text, 'rejected'::text, 'expired'::text, 'moved_in'::text, 'moved_out'::text, 'deleted'::text, 'corrected'::text, 'session_cancelled'::text, 'capacity'::text, 'given_away'::text])));
create domain session_status as text CHECK ((VALUE = ANY (ARRAY['confirmed'::text, 'cancelled'::text])));
create domain time_zone as text CHECK (is_time_zone(VALUE));

create table audit_log (
  id bigint generated always as identity not null,
  vendor_id uuid,
  actor_user_id uuid,
  action text not null,
  subject_kind text not null,
  subject_id uuid not null,
  details jsonb default '{}'::jsonb not null,
  at timestamp with time zone default now() not null,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_actor_user_id_fkey FOREIGN KEY (actor_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint audit_log_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT
);

create table auth_accounts (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint auth_accounts_pkey PRIMARY KEY (id),
  constraint auth_accounts_provider_id_account_id_key UNIQUE (provider_id, account_id),
  constraint auth_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table auth_sessions (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  replaced_at timestamp with time zone,
  console_used_at timestamp with time zone,
  constraint auth_sessions_pkey PRIMARY KEY (id),
  constraint auth_sessions_token_key UNIQUE (token),
  constraint auth_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table auth_verifications (
  id uuid default gen_random_uuid() not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint auth_verifications_pkey PRIMARY KEY (id)
);

create table blocked_times (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  starts_on date not null,
  ends_on date not null,
  start_time time without time zone,
  end_time time without time zone,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  constraint blocked_times_pkey PRIMARY KEY (id),
  constraint blocked_times_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint blocked_time_ends_after_start CHECK (
CASE
    WHEN (start_time IS NULL) THEN (ends_on >= starts_on)
    ELSE ((ends_on + end_time) > (starts_on + start_time))
END),
  constraint blocked_time_has_both_times CHECK ((num_nonnulls(start_time, end_time) = ANY (ARRAY[0, 2]))),
  constraint blocked_times_note_check CHECK ((length(note) <= 120))
);

create table booking_extras (
  booking_id uuid not null,
  extra_id uuid not null,
  vendor_id uuid not null,
  name text not null,
  price_minor price_minor not null,
  per text not null,
  amount_minor price_minor not null,
  constraint booking_extras_pkey PRIMARY KEY (booking_id, extra_id),
  constraint booking_extras_booking_id_fkey FOREIGN KEY (vendor_id, booking_id) REFERENCES bookings(vendor_id, id) ON DELETE RESTRICT,
  constraint booking_extras_extra_id_fkey FOREIGN KEY (vendor_id, extra_id) REFERENCES facility_extras(vendor_id, id) ON DELETE RESTRICT,
  constraint booking_extras_per_check CHECK ((per = ANY (ARRAY['slot'::text, 'hour'::text])))
);

create table bookings (
  id uuid default gen_random_uuid() not null,
  purchase_id uuid not null,
  vendor_id uuid not null,
  class_id uuid not null,
  session_id uuid not null,
  pass_id uuid,
  status booking_status not null,
  price_minor price_minor not null,
  settled_minor bigint default 0 not null,
  currency character(3) not null,
  attendance attendance,
  late_waived_at timestamp with time zone,
  notes text,
  expires_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by ended_by,
  calendar_id uuid not null,
  calendar_sequence integer default 0 not null,
  deleted_at timestamp with time zone,
  booked_at timestamp with time zone default now() not null,
  restored_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  agreed_version integer,
  attendance_marked_at timestamp with time zone,
  notice_minutes integer,
  came_with_all_at timestamp with time zone,
  made_by ended_by default 'customer'::text not null,
  moved_by ended_by,
  moved_at timestamp with time zone,
  waits_for text,
  people smallint,
  constraint bookings_pkey PRIMARY KEY (id),
  constraint bookings_vendor_row UNIQUE (vendor_id, id),
  constraint bookings_pass_id_fkey FOREIGN KEY (vendor_id, pass_id) REFERENCES passes(vendor_id, id) ON DELETE RESTRICT,
  constraint bookings_purchase_id_fkey FOREIGN KEY (vendor_id, purchase_id) REFERENCES purchases(vendor_id, id) ON DELETE RESTRICT,
  constraint bookings_session_id_fkey FOREIGN KEY (vendor_id, session_id) REFERENCES class_sessions(vendor_id, id) ON DELETE RESTRICT,
  constraint bookings_people_check CHECK ((people >= 1)),
  constraint bookings_waits_for_check CHECK ((waits_for = ANY (ARRAY['vendor'::text, 'payment'::text]))),
  constraint pending_has_an_expiry CHECK ((((status)::text <> 'pending'::text) OR (expires_at IS NOT NULL))),
  constraint pending_waits_for_somebody CHECK ((((status)::text <> 'pending'::text) OR (waits_for IS NOT NULL)))
);

create table busy_times (
  calendar_id uuid not null,
  event_id text not null,
  vendor_id uuid not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  constraint busy_times_pkey PRIMARY KEY (calendar_id, event_id),
  constraint busy_times_calendar_fkey FOREIGN KEY (vendor_id, calendar_id) REFERENCES google_calendars(vendor_id, id) ON DELETE CASCADE,
  constraint busy_ends_after_start CHECK ((ends_at > starts_at))
);

create table calendar_connections (
  vendor_id uuid not null,
  google_calendar_token text,
  token_expires_at timestamp with time zone,
  google_calendar_refresh_token text,
  google_calendar_connected_at timestamp with time zone,
  google_subject text,
  google_email text,
  may_list boolean default false not null,
  closes_booking boolean default false not null,
  broken_at timestamp with time zone,
  broken_because text,
  due_at timestamp with time zone default now() not null,
  lease uuid,
  leased_until timestamp with time zone,
  failures integer default 0 not null,
  retry_at timestamp with time zone,
  last_problem text,
  complete_at timestamp with time zone,
  constraint calendar_connections_pkey PRIMARY KEY (vendor_id),
  constraint calendar_connections_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint broken_for_a_reason CHECK (((broken_at IS NULL) = (broken_because IS NULL))),
  constraint calendar_connections_broken_because_check CHECK ((broken_because = ANY (ARRAY['revoked'::text, 'scope'::text, 'keys'::text, 'stopped'::text]))),
  constraint connected_with_tokens CHECK (((google_calendar_connected_at IS NULL) = (google_calendar_refresh_token IS NULL))),
  constraint leased_until_a_time CHECK (((lease IS NULL) = (leased_until IS NULL)))
);

create table calendar_events (
  session_id uuid not null,
  vendor_id uuid not null,
  event_id text not null,
  etag text,
  hash text,
  written_at timestamp with time zone default now() not null,
  constraint calendar_events_pkey PRIMARY KEY (vendor_id, session_id),
  constraint calendar_events_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
);

create table card_accounts (
  vendor_id uuid not null,
  id uuid default gen_random_uuid() not null,
  account text not null,
  name text,
  livemode boolean not null,
  api_key text,
  endpoint text,
  endpoint_secret text,
  connected_at timestamp with time zone default now() not null,
  refused_at timestamp with time zone,
  broken_at timestamp with time zone,
  refusals integer default 0 not null,
  problem text,
  read_until timestamp with time zone default now() not null,
  due_at timestamp with time zone default now() not null,
  constraint card_accounts_pkey PRIMARY KEY (vendor_id),
  constraint card_accounts_id_key UNIQUE (id),
  constraint card_accounts_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint endpoint_with_key CHECK (((api_key IS NOT NULL) OR (endpoint IS NULL))),
  constraint endpoint_with_secret CHECK (((endpoint IS NULL) = (endpoint_secret IS NULL)))
);

create table checkout_items (
  vendor_id uuid not null,
  checkout_id uuid not null,
  booking_id uuid,
  pass_id uuid,
  amount_minor bigint not null,
  constraint checkout_items_booking_id_fkey FOREIGN KEY (vendor_id, booking_id) REFERENCES bookings(vendor_id, id) ON DELETE CASCADE,
  constraint checkout_items_checkout_id_fkey FOREIGN KEY (vendor_id, checkout_id) REFERENCES checkouts(vendor_id, id) ON DELETE CASCADE,
  constraint checkout_items_pass_id_fkey FOREIGN KEY (vendor_id, pass_id) REFERENCES passes(vendor_id, id) ON DELETE CASCADE,
  constraint checkout_item_is_one_thing CHECK ((num_nonnulls(booking_id, pass_id) = 1)),
  constraint checkout_items_amount_minor_check CHECK ((amount_minor > 0))
);

create table checkouts (
  vendor_id uuid not null,
  id uuid default gen_random_uuid() not null,
  purchase_id uuid not null,
  state text default 'making'::text not null,
  session text,
  url text,
  amount_minor bigint not null,
  currency character(3) not null,
  hold_until timestamp with time zone,
  expires_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  request jsonb,
  payment_intent text,
  from_network text,
  due_at timestamp with time zone default now() not null,
  created_at timestamp with time zone default now() not null,
  constraint checkouts_pkey PRIMARY KEY (vendor_id, id),
  constraint checkouts_purchase_id_fkey FOREIGN KEY (vendor_id, purchase_id) REFERENCES purchases(vendor_id, id) ON DELETE CASCADE,
  constraint checkouts_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint checkouts_amount_minor_check CHECK ((amount_minor > 0)),
  constraint checkouts_state_check CHECK ((state = ANY (ARRAY['making'::text, 'open'::text, 'paid'::text, 'over'::text, 'lost'::text]))),
  constraint open_is_at_stripe CHECK (((state = ANY (ARRAY['making'::text, 'over'::text])) OR (session IS NOT NULL)))
);

create table class_sessions (
  id uuid default gen_random_uuid() not null,
  class_id uuid not null,
  vendor_id uuid not null,
  class_time_id uuid,
  occurs_on date,
  session_date date not null,
  start_time time without time zone not null,
  end_time time without time zone not null,
  time_zone time_zone not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  booking_closes_at timestamp with time zone not null,
  location text,
  online_url text,
  instructor_user_id uuid,
  status session_status default 'confirmed'::text not null,
  max_students capacity not null,
  current_students integer default 0 not null,
  calendar_sequence integer default 0 not null,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  busy_since timestamp with time zone,
  is_slot boolean default false not null,
  constraint class_sessions_pkey PRIMARY KEY (id),
  constraint class_sessions_class_time_id_occurs_on_key UNIQUE (class_time_id, occurs_on),
  constraint class_sessions_vendor_row UNIQUE (vendor_id, id),
  constraint class_sessions_class_id_fkey FOREIGN KEY (vendor_id, class_id) REFERENCES classes(vendor_id, id) ON DELETE RESTRICT,
  constraint class_sessions_class_time_id_fkey FOREIGN KEY (vendor_id, class_time_id) REFERENCES class_times(vendor_id, id) ON DELETE SET NULL (class_time_id),
  constraint class_sessions_instructor_user_id_fkey FOREIGN KEY (instructor_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint class_sessions_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT,
  constraint seats_within_capacity CHECK (((current_students >= 0) AND (current_students <= (max_students)::integer))),
  constraint session_ends_after_start CHECK ((ends_at > starts_at)),
  constraint session_has_one_kind_of_place CHECK (((location IS NULL) OR (online_url IS NULL))),
  constraint sessions_start_apart EXCLUDE USING btree (vendor_id WITH =, class_id WITH =, starts_at WITH =) WHERE (((status)::text = 'confirmed'::text)) DEFERRABLE,
  constraint slots_do_not_overlap EXCLUDE USING gist (class_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE ((is_slot AND ((status)::text = 'confirmed'::text))) DEFERRABLE
) with (fillfactor=80);

create table class_times (
  id uuid default gen_random_uuid() not null,
  class_id uuid not null,
  vendor_id uuid not null,
  weekday smallint not null,
  start_time time without time zone not null,
  every_weeks smallint default 1 not null,
  starts_on date not null,
  ends_on date,
  duration_minutes integer,
  location text,
  online_url text,
  max_students integer,
  filled_until date,
  created_at timestamp with time zone default now() not null,
  starts_with_class boolean default true not null,
  ends_with_class boolean default true not null,
  constraint class_times_pkey PRIMARY KEY (id),
  constraint class_times_vendor_row UNIQUE (vendor_id, id),
  constraint class_times_class_id_fkey FOREIGN KEY (vendor_id, class_id) REFERENCES classes(vendor_id, id) ON DELETE CASCADE,
  constraint class_times_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint class_times_duration_minutes_check CHECK (((duration_minutes >= 5) AND (duration_minutes <= 1440))),
  constraint class_times_every_weeks_check CHECK (((every_weeks >= 1) AND (every_weeks <= 52))),
  constraint class_times_max_students_check CHECK (((max_students >= 1) AND (max_students <= 5000))),
  constraint class_times_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);

create table classes (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  title text not null,
  description text default ''::text not null,
  category text default 'fitness'::text not null,
  difficulty text default 'general'::text not null,
  location text,
  online_url text,
  price_minor bigint default 0 not null,
  max_students integer default 10 not null,
  duration_minutes integer default 60 not null,
  start_date date not null,
  end_date date,
  status text default 'active'::text not null,
  visibility text default 'public'::text not null,
  confirmation_mode text default 'automatic'::text not null,
  confirmation_timeout_minutes integer default 10 not null,
  registration_closed_date date,
  closes_minutes_before integer default 0 not null,
  instructor_user_id uuid,
  archived_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search_text text collate "C" generated always as (search_text_of(title, location, description)) stored not null,
  notice_minutes integer,
  paused_at timestamp with time zone,
  condition text,
  reminders_off boolean default false not null,
  kind text default 'class'::text not null,
  max_people integer,
  days_ahead integer,
  grace_minutes integer,
  asks_gender boolean default false not null,
  asks_birth_date boolean default false not null,
  pays text default 'studio'::text not null,
  constraint classes_pkey PRIMARY KEY (id),
  constraint classes_vendor_row UNIQUE (vendor_id, id),
  constraint classes_instructor_user_id_fkey FOREIGN KEY (instructor_user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint classes_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT,
  constraint class_has_one_kind_of_place CHECK (((location IS NULL) OR (online_url IS NULL))),
  constraint classes_category_check CHECK ((category = ANY (ARRAY['fitness'::text, 'yoga'::text, 'strength'::text, 'cardio'::text, 'pilates'::text, 'dance'::text, 'martial_arts'::text, 'other'::text]))),
  constraint classes_closes_minutes_before_check CHECK (((closes_minutes_before >= 0) AND (closes_minutes_before <= 10080))),
  constraint classes_condition_check CHECK (((length(condition) >= 1) AND (length(condition) <= 300))),
  constraint classes_confirmation_mode_check CHECK ((confirmation_mode = ANY (ARRAY['automatic'::text, 'manual'::text]))),
  constraint classes_confirmation_timeout_minutes_check CHECK ((confirmation_timeout_minutes = ANY (ARRAY[5, 10, 15, 30, 60, 180, 720, 1440]))),
  constraint classes_days_ahead_check CHECK (((days_ahead >= 1) AND (days_ahead <= 365))),
  constraint classes_difficulty_check CHECK ((difficulty = ANY (ARRAY['general'::text, 'beginner'::text, 'intermediate'::text, 'advanced'::text]))),
  constraint classes_duration_minutes_check CHECK (((duration_minutes >= 5) AND (duration_minutes <= 1440))),
  constraint classes_grace_minutes_check CHECK (((grace_minutes >= 0) AND (grace_minutes <= 240))),
  constraint classes_kind_check CHECK ((kind = ANY (ARRAY['class'::text, 'facility'::text]))),
  constraint classes_max_people_check CHECK (((max_people >= 1) AND (max_people <= 100))),
  constraint classes_max_students_check CHECK (((max_students >= 1) AND (max_students <= 5000))),
  constraint classes_notice_minutes_check CHECK (((notice_minutes >= 0) AND (notice_minutes <= 20160))),
  constraint classes_pays_check CHECK ((pays = ANY (ARRAY['studio'::text, 'card'::text, 'choice'::text]))),
  constraint classes_price_minor_check CHECK ((price_minor >= 0)),
  constraint classes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text]))),
  constraint classes_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'link'::text, 'closed'::text]))),
  constraint facility_has_its_rules CHECK (
CASE kind
    WHEN 'facility'::text THEN ((num_nonnulls(max_people, days_ahead, grace_minutes) = 3) AND (max_students = 1))
    ELSE ((num_nonnulls(max_people, grace_minutes) = 0) AND (NOT asks_gender) AND (NOT asks_birth_date))
END)
);

create table connections (
  vendor_id uuid not null,
  user_id uuid not null,
  kind text not null,
  name text,
  connected_at timestamp with time zone default now() not null,
  stopped_at timestamp with time zone,
  saved jsonb,
  constraint connections_pkey PRIMARY KEY (vendor_id, kind, user_id),
  constraint connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint connections_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint connections_kind_check CHECK ((kind = ANY (ARRAY['chat'::text, 'calendar'::text, 'feed'::text, 'bot'::text]))),
  constraint saved_while_stopped CHECK (((saved IS NULL) OR (stopped_at IS NOT NULL)))
);

create table contact_addresses (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  contact_id uuid not null,
  kind text not null,
  value text not null,
  typed text not null,
  created_at timestamp with time zone default now() not null,
  constraint contact_addresses_pkey PRIMARY KEY (id),
  constraint contact_addresses_vendor_id_id_key UNIQUE (vendor_id, id),
  constraint contact_addresses_vendor_id_kind_value_key UNIQUE (vendor_id, kind, value),
  constraint contact_addresses_vendor_id_contact_id_fkey FOREIGN KEY (vendor_id, contact_id) REFERENCES contacts(vendor_id, id) ON DELETE CASCADE,
  constraint contact_addresses_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text, 'telegram'::text])))
);

create table contacts (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  name text not null,
  blocked_at timestamp with time zone,
  blocked_by uuid,
  erased_at timestamp with time zone,
  first_network text,
  created_at timestamp with time zone default now() not null,
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_vendor_id_id_key UNIQUE (vendor_id, id),
  constraint contacts_blocked_by_fkey FOREIGN KEY (blocked_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint contacts_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
);

create table deleted_pictures (
  name text not null,
  widths integer[] not null,
  deleted_at timestamp with time zone default now() not null,
  constraint deleted_pictures_pkey PRIMARY KEY (name)
);

create table email_changes (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  old_email text not null,
  new_email text not null,
  created_at timestamp with time zone default now() not null,
  confirmed_at timestamp with time zone,
  restored_at timestamp with time zone,
  constraint email_changes_pkey PRIMARY KEY (id),
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table ending_notices (
  vendor_id uuid not null,
  kind text not null,
  subject uuid not null,
  step text not null,
  ends_at timestamp with time zone not null,
  told_at timestamp with time zone default now() not null,
  constraint ending_notices_pkey PRIMARY KEY (vendor_id, kind, subject, step, ends_at),
  constraint ending_notices_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
);

create table enquiries (
  id uuid default gen_random_uuid() not null,
  form_key text not null,
  name text not null,
  email text not null,
  business text,
  message text not null,
  language language_code not null,
  created_at timestamp with time zone default now() not null,
  constraint enquiries_pkey PRIMARY KEY (id),
  constraint enquiries_form_key_key UNIQUE (form_key),
  constraint enquiries_business_check CHECK ((length(business) <= 120)),
  constraint enquiries_email_check CHECK ((length(email) <= 254)),
  constraint enquiries_message_check CHECK (((length(message) >= 1) AND (length(message) <= 4000))),
  constraint enquiries_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);

create table erased_purchases (
  reference text not null,
  erased_at timestamp with time zone default now() not null,
  constraint erased_purchases_pkey PRIMARY KEY (reference)
);

create table facility_extras (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  class_id uuid not null,
  name text not null,
  price_minor price_minor not null,
  per text not null,
  place smallint not null,
  retired_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint facility_extras_pkey PRIMARY KEY (id),
  constraint facility_extras_vendor_row UNIQUE (vendor_id, id),
  constraint facility_extras_class_id_fkey FOREIGN KEY (vendor_id, class_id) REFERENCES classes(vendor_id, id) ON DELETE CASCADE,
  constraint facility_extras_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  constraint facility_extras_per_check CHECK ((per = ANY (ARRAY['slot'::text, 'hour'::text])))
);

create table feeds (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  address_id uuid,
  email text,
  names boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint feeds_pkey PRIMARY KEY (id),
  constraint one_feed_each UNIQUE NULLS NOT DISTINCT (vendor_id, address_id, email),
  constraint feeds_vendor_id_address_id_fkey FOREIGN KEY (vendor_id, address_id) REFERENCES contact_addresses(vendor_id, id) ON DELETE CASCADE,
  constraint feeds_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint feed_of_an_address CHECK ((num_nonnulls(address_id, email) = ANY (ARRAY[0, 2]))),
  constraint only_vendors_read_names CHECK (((NOT names) OR (address_id IS NULL)))
);

create table form_keys (
  vendor_id uuid not null,
  kind text not null,
  digest text not null,
  made_id uuid,
  answer jsonb,
  made_at timestamp with time zone default now() not null,
  constraint form_keys_pkey PRIMARY KEY (vendor_id, kind, digest),
  constraint form_keys_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
);

create table google_calendars (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  calendar_id text not null,
  name text not null,
  is_primary boolean default false not null,
  is_followed boolean default false not null,
  sync_token text,
  read_zone text,
  read_busy boolean default false not null,
  read_at timestamp with time zone,
  fully_read_at timestamp with time zone,
  listed_at timestamp with time zone default now() not null,
  constraint google_calendars_pkey PRIMARY KEY (id),
  constraint google_calendars_vendor_id_calendar_id_key UNIQUE (vendor_id, calendar_id),
  constraint google_calendars_vendor_row UNIQUE (vendor_id, id),
  constraint google_calendars_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
);

create table invitations (
  id uuid default gen_random_uuid() not null,
  email text not null,
  language language_code default 'en'::text not null,
  invited_by uuid,
  invited_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint invitations_email_check CHECK ((email = lower(email)))
);

create table job_runs (
  job text not null,
  finished_at timestamp with time zone,
  lease uuid,
  leased_until timestamp with time zone,
  result integer,
  constraint job_runs_pkey PRIMARY KEY (job)
);

create table mail_wishes (
  vendor_id uuid not null,
  mark text not null,
  made_at timestamp with time zone default now() not null,
  constraint mail_wishes_pkey PRIMARY KEY (vendor_id, mark),
  constraint mail_wishes_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
);

create table messages (
  id uuid default gen_random_uuid() not null,
  event_id uuid default gen_random_uuid() not null,
  vendor_id uuid,
  user_id uuid,
  purchase_id uuid,
  session_id uuid,
  audience message_audience not null,
  kind text not null,
  channel message_channel not null,
  recipient text not null,
  language text not null,
  facts jsonb not null,
  status message_status default 'queued'::text not null,
  attempts integer default 0 not null,
  unsure_attempts integer default 0 not null,
  last_error text,
  first_tried_at timestamp with time zone,
  handled_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  delayed_by text,
  delayed_at timestamp with time zone,
  gathers boolean default false not null,
  priority smallint generated always as (
CASE
    WHEN ((audience)::text = 'account'::text) THEN '-1'::integer
    WHEN (kind = 'booking.note'::text) THEN 1
    WHEN (kind = 'booking.reminder'::text) THEN 2
    ELSE 0
END) stored not null,
  due_at timestamp with time zone default now() not null,
  sending_by uuid,
  sending_until timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_event_id_audience_recipient_key UNIQUE (event_id, audience, recipient),
  constraint messages_purchase_id_fkey FOREIGN KEY (vendor_id, purchase_id) REFERENCES purchases(vendor_id, id) ON DELETE RESTRICT,
  constraint messages_session_id_fkey FOREIGN KEY (vendor_id, session_id) REFERENCES class_sessions(vendor_id, id) ON DELETE RESTRICT,
  constraint messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint messages_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT,
  constraint messages_delayed_by_check CHECK ((delayed_by = ANY (ARRAY['recipient'::text, 'vendor'::text])))
);

create table outbox (
  id bigint generated always as identity not null,
  event_id uuid default gen_random_uuid() not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint outbox_pkey PRIMARY KEY (id)
);

create table pass_entries (
  id bigint generated always as identity not null,
  vendor_id uuid not null,
  pass_id uuid not null,
  booking_id uuid,
  delta smallint not null,
  reason text not null,
  at timestamp with time zone default clock_timestamp() not null,
  expires_at timestamp with time zone,
  constraint pass_entries_pkey PRIMARY KEY (id),
  constraint pass_entries_booking_id_fkey FOREIGN KEY (vendor_id, booking_id) REFERENCES bookings(vendor_id, id) ON DELETE RESTRICT,
  constraint pass_entries_pass_id_fkey FOREIGN KEY (vendor_id, pass_id) REFERENCES passes(vendor_id, id) ON DELETE RESTRICT,
  constraint changed_end CHECK ((((reason = ANY (ARRAY['extended'::text, 'zone_changed'::text])) = (expires_at IS NOT NULL)) AND ((reason <> ALL (ARRAY['extended'::text, 'zone_changed'::text])) OR (delta = 0)))),
  constraint pass_entries_reason_check CHECK ((reason = ANY (ARRAY['granted'::text, 'used'::text, 'returned'::text, 'expired'::text, 'withdrawn'::text, 'extended'::text, 'zone_changed'::text, 'restored'::text])))
);

create table passes (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  purchase_id uuid not null,
  bundle_id uuid,
  class_id uuid,
  total_sessions integer not null,
  price_minor price_minor not null,
  currency character(3) not null,
  status text default 'active'::text not null,
  start_date date,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  name text not null,
  remaining_sessions integer default 0 not null,
  reduction_minor bigint default 0 not null,
  expiry_days integer,
  expiry_starts text,
  constraint passes_pkey PRIMARY KEY (id),
  constraint passes_vendor_row UNIQUE (vendor_id, id),
  constraint passes_bundle_id_fkey FOREIGN KEY (vendor_id, bundle_id) REFERENCES session_bundles(vendor_id, id) ON DELETE RESTRICT,
  constraint passes_class_id_fkey FOREIGN KEY (vendor_id, class_id) REFERENCES classes(vendor_id, id) ON DELETE RESTRICT,
  constraint passes_purchase_id_fkey FOREIGN KEY (vendor_id, purchase_id) REFERENCES purchases(vendor_id, id) ON DELETE RESTRICT,
  constraint passes_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT,
  constraint passes_expiry_starts_check CHECK ((expiry_starts = ANY (ARRAY['purchase'::text, 'first_session'::text]))),
  constraint passes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'cancelled'::text]))),
  constraint passes_total_sessions_check CHECK ((total_sessions > 0)),
  constraint reduction_within_price CHECK (((reduction_minor >= 0) AND (reduction_minor <= (price_minor)::bigint))),
  constraint remaining_within_total CHECK (((remaining_sessions >= 0) AND (remaining_sessions <= total_sessions)))
);

create table passkeys (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  user_agent text,
  question_drawn_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table payment_groups (
  vendor_id uuid not null,
  id uuid default gen_random_uuid() not null,
  provider text not null,
  provider_id text,
  amount_minor bigint not null,
  currency character(3) not null,
  at timestamp with time zone default now() not null,
  account text,
  of_payment uuid,
  due_at timestamp with time zone,
  tries integer default 0 not null,
  constraint payment_groups_pkey PRIMARY KEY (vendor_id, id),
  constraint payment_groups_provider_id_key UNIQUE (provider, provider_id),
  constraint payment_groups_of_payment_fkey FOREIGN KEY (vendor_id, of_payment) REFERENCES payment_groups(vendor_id, id),
  constraint payment_groups_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT,
  constraint payment_groups_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint payment_groups_provider_check CHECK ((provider = ANY (ARRAY['desk'::text, 'stripe'::text]))),
  constraint the_desk_has_no_ids CHECK (
CASE provider
    WHEN 'desk'::text THEN ((provider_id IS NULL) AND (of_payment IS NULL) AND (account IS NULL))
    ELSE ((account IS NOT NULL) AND ((provider_id IS NOT NULL) OR (of_payment IS NOT NULL)))
END)
);

create table payments (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  booking_id uuid,
  pass_id uuid,
  group_id uuid,
  kind payment_kind default 'paid'::text not null,
  state payment_state default 'done'::text not null,
  amount_minor bigint not null,
  currency character(3) not null,
  method payment_method not null,
  recorded_by uuid,
  at timestamp with time zone default now() not null,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_booking_id_fkey FOREIGN KEY (vendor_id, booking_id) REFERENCES bookings(vendor_id, id) ON DELETE RESTRICT,
  constraint payments_group_id_fkey FOREIGN KEY (vendor_id, group_id) REFERENCES payment_groups(vendor_id, id) ON DELETE RESTRICT,
  constraint payments_pass_id_fkey FOREIGN KEY (vendor_id, pass_id) REFERENCES passes(vendor_id, id) ON DELETE RESTRICT,
  constraint payments_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint payment_is_for_one_thing CHECK ((num_nonnulls(booking_id, pass_id) = 1)),
  constraint payments_amount_minor_check CHECK ((amount_minor <> 0))
);

create table pictures (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  class_id uuid,
  kind text not null,
  name text not null,
  source text not null,
  widths integer[] not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  colour text not null,
  placeholder text not null,
  created_at timestamp with time zone default now() not null,
  constraint pictures_pkey PRIMARY KEY (id),
  constraint pictures_name_key UNIQUE (name),
  constraint pictures_class_id_fkey FOREIGN KEY (vendor_id, class_id) REFERENCES classes(vendor_id, id) ON DELETE CASCADE,
  constraint pictures_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint class_picture_has_a_class CHECK (((kind = 'class'::text) = (class_id IS NOT NULL))),
  constraint pictures_bytes_check CHECK ((bytes > 0)),
  constraint pictures_colour_check CHECK ((colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint pictures_height_check CHECK ((height > 0)),
  constraint pictures_kind_check CHECK ((kind = ANY (ARRAY['face'::text, 'logo'::text, 'cover'::text, 'gallery'::text, 'class'::text]))),
  constraint pictures_name_check CHECK ((name ~ '^[0-9a-f]{32}$'::text)),
  constraint pictures_placeholder_check CHECK ((length(placeholder) <= 400)),
  constraint pictures_width_check CHECK ((width > 0)),
  constraint pictures_widths_check CHECK ((cardinality(widths) > 0))
);

create table plan_grants (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  plan text not null,
  months smallint not null,
  reason text not null,
  note text,
  granted_by uuid,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  added_days smallint,
  constraint plan_grants_pkey PRIMARY KEY (id),
  constraint plan_grants_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint plan_grants_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint plan_grants_added_days_check CHECK ((added_days > 0)),
  constraint plan_grants_check CHECK ((ends_at >= starts_at)),
  constraint plan_grants_months_check CHECK (((months >= 1) AND (months <= 36))),
  constraint plan_grants_note_check CHECK ((length(note) <= 500)),
  constraint plan_grants_plan_check CHECK ((plan = ANY (ARRAY['professional'::text, 'enterprise'::text]))),
  constraint plan_grants_reason_check CHECK ((reason = ANY (ARRAY['referral'::text, 'operator'::text])))
);

create table plan_notices (
  vendor_id uuid not null,
  month date not null,
  percent smallint not null,
  at timestamp with time zone default now() not null,
  constraint plan_notices_pkey PRIMARY KEY (vendor_id, month, percent),
  constraint plan_notices_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint plan_notices_percent_check CHECK ((percent = ANY (ARRAY[80, 100])))
);

create table plan_requests (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  plan text not null,
  term text not null,
  asked_by uuid,
  asked_at timestamp with time zone default now() not null,
  closed_at timestamp with time zone,
  outcome text,
  constraint plan_requests_pkey PRIMARY KEY (id),
  constraint plan_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint plan_requests_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint plan_requests_check CHECK (((closed_at IS NULL) = (outcome IS NULL))),
  constraint plan_requests_outcome_check CHECK ((outcome = ANY (ARRAY['granted'::text, 'declined'::text, 'withdrawn'::text]))),
  constraint plan_requests_plan_check CHECK ((plan = ANY (ARRAY['professional'::text, 'enterprise'::text]))),
  constraint plan_requests_term_check CHECK ((term = ANY (ARRAY['monthly'::text, 'yearly'::text])))
);

create table profiles (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  full_name text not null,
  avatar_url text,
  profile_picture_method text default 'avatar'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint profiles_pkey PRIMARY KEY (id),
  constraint profiles_user_id_key UNIQUE (user_id),
  constraint profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table purchases (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  reference text not null,
  idempotency_key text not null,
  request_hash text not null,
  token_rotation integer default 0 not null,
  source booking_source not null,
  customer_name text not null,
  customer_email text,
  customer_phone text,
  booking_method booking_method,
  language language_code default 'en'::text not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  from_busy_network boolean default false not null,
  erased_at timestamp with time zone,
  accepted text[] default '{}'::text[] not null,
  contact_id uuid,
  address_id uuid,
  customer_gender text,
  customer_birth_date date,
  customer_telegram text,
  customer_telegram_name text,
  constraint purchases_pkey PRIMARY KEY (id),
  constraint purchases_idempotency_key_key UNIQUE (idempotency_key),
  constraint purchases_reference_key UNIQUE (reference),
  constraint purchases_vendor_row UNIQUE (vendor_id, id),
  constraint purchases_vendor_id_address_id_fkey FOREIGN KEY (vendor_id, address_id) REFERENCES contact_addresses(vendor_id, id),
  constraint purchases_vendor_id_contact_id_fkey FOREIGN KEY (vendor_id, contact_id) REFERENCES contacts(vendor_id, id),
  constraint address_is_of_a_contact CHECK (((address_id IS NULL) OR (contact_id IS NOT NULL))),
  constraint online_purchase_has_a_contact CHECK ((((source)::text = 'vendor'::text) OR (erased_at IS NOT NULL) OR (contact_id IS NOT NULL))),
  constraint purchases_customer_gender_check CHECK ((customer_gender = ANY (ARRAY['male'::text, 'female'::text, 'prefer-not-to-say'::text]))),
  constraint purchases_customer_telegram_check CHECK ((customer_telegram ~ '^[0-9]+:[0-9]+$'::text)),
  constraint telegram_has_a_name CHECK (((customer_telegram IS NULL) = (customer_telegram_name IS NULL)))
);

create table rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table receipts (
  vendor_id uuid not null,
  number integer not null,
  purchase_id uuid not null,
  given_at timestamp with time zone default now() not null,
  constraint receipts_pkey PRIMARY KEY (vendor_id, number),
  constraint receipts_purchase_id_key UNIQUE (vendor_id, purchase_id),
  constraint receipts_purchase_id_fkey FOREIGN KEY (vendor_id, purchase_id) REFERENCES purchases(vendor_id, id) ON DELETE RESTRICT,
  constraint receipts_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT,
  constraint receipts_number_check CHECK ((number > 0))
);

create table recovery_codes (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  hash text not null,
  created_at timestamp with time zone default now() not null,
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_factors(user_id) ON DELETE CASCADE
);

create table referrals (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid,
  friend_id uuid,
  created_at timestamp with time zone default now() not null,
  activated_at timestamp with time zone,
  rewarded_mailbox text,
  constraint referrals_pkey PRIMARY KEY (id),
  constraint referrals_friend_key UNIQUE (friend_id),
  constraint referrals_once_per_mailbox UNIQUE (rewarded_mailbox),
  constraint referrals_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES vendors(id) ON DELETE SET NULL,
  constraint referrals_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE SET NULL,
  constraint referrals_check CHECK ((vendor_id <> friend_id))
);

create table reminders (
  vendor_id uuid not null,
  booking_id uuid not null,
  which text not null,
  starts_at timestamp with time zone not null,
  made_at timestamp with time zone default now() not null,
  constraint reminders_pkey PRIMARY KEY (vendor_id, booking_id, which, starts_at),
  constraint reminders_vendor_id_booking_id_fkey FOREIGN KEY (vendor_id, booking_id) REFERENCES bookings(vendor_id, id) ON DELETE CASCADE,
  constraint reminders_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint reminders_which_check CHECK ((which = ANY (ARRAY['day'::text, 'hours'::text])))
);

create table sealed_secrets (
  name text not null,
  secret text not null,
  constraint sealed_secrets_pkey PRIMARY KEY (name)
);

create table search_words (
  word text collate "C" not null,
  shown text not null,
  uses integer not null,
  constraint search_words_pkey PRIMARY KEY (word)
);

create table seat_ledger (
  id bigint generated always as identity not null,
  vendor_id uuid not null,
  session_id uuid not null,
  booking_id uuid,
  delta seat_change not null,
  reason seat_reason not null,
  max_students integer not null,
  at timestamp with time zone default clock_timestamp() not null,
  written_in xid8 default pg_current_xact_id(),
  constraint seat_ledger_pkey PRIMARY KEY (id),
  constraint seat_ledger_session_id_fkey FOREIGN KEY (vendor_id, session_id) REFERENCES class_sessions(vendor_id, id) ON DELETE RESTRICT
);

create table session_bundles (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  class_id uuid not null,
  bundle_name text not null,
  session_count integer default 5 not null,
  bundle_price_minor bigint not null,
  expiry_days integer default 30 not null,
  expiry_starts text default 'purchase'::text not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  pays text default 'studio'::text not null,
  constraint session_bundles_pkey PRIMARY KEY (id),
  constraint session_bundles_vendor_row UNIQUE (vendor_id, id),
  constraint session_bundles_class_id_fkey FOREIGN KEY (vendor_id, class_id) REFERENCES classes(vendor_id, id) ON DELETE RESTRICT,
  constraint session_bundles_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT,
  constraint session_bundles_bundle_price_minor_check CHECK ((bundle_price_minor >= 0)),
  constraint session_bundles_expiry_days_check CHECK (((expiry_days >= 1) AND (expiry_days <= 730))),
  constraint session_bundles_expiry_starts_check CHECK ((expiry_starts = ANY (ARRAY['purchase'::text, 'first_session'::text]))),
  constraint session_bundles_pays_check CHECK ((pays = ANY (ARRAY['studio'::text, 'card'::text, 'choice'::text]))),
  constraint session_bundles_session_count_check CHECK (((session_count >= 2) AND (session_count <= 104)))
);

create table subscriptions (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid,
  plan text not null,
  term text not null,
  price_minor price_minor not null,
  currency character(3) not null,
  paid_until date not null,
  provider text default 'operator'::text not null,
  started_at timestamp with time zone default now() not null,
  cancel_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE SET NULL,
  constraint subscriptions_plan_check CHECK ((plan = ANY (ARRAY['professional'::text, 'enterprise'::text]))),
  constraint subscriptions_provider_check CHECK ((provider = 'operator'::text)),
  constraint subscriptions_term_check CHECK ((term = ANY (ARRAY['monthly'::text, 'yearly'::text])))
);

create table telegram_bots (
  id bigint not null,
  vendor_id uuid,
  username text not null,
  sealed_token text,
  sealed_login_secret text,
  asked_until timestamp with time zone,
  webhook_url text,
  problem text,
  checked_at timestamp with time zone,
  check_again_at timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  constraint telegram_bots_pkey PRIMARY KEY (id),
  constraint telegram_bots_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint telegram_bots_problem_check CHECK ((problem = ANY (ARRAY['unauthorized'::text, 'unreachable'::text, 'conflict'::text, 'webhook'::text, 'login'::text]))),
  constraint telegram_bots_token_of_a_vendor CHECK (((vendor_id IS NOT NULL) OR (sealed_token IS NULL)))
);

create table telegram_chats (
  bot_id bigint not null,
  telegram_id bigint not null,
  address text generated always as ((((bot_id)::text || ':'::text) || (telegram_id)::text)) stored not null,
  name text not null,
  username text,
  blocked_at timestamp with time zone,
  heard_at timestamp with time zone,
  heard_update bigint,
  wait_until timestamp with time zone,
  logged_out_at timestamp with time zone,
  seen_at timestamp with time zone default now() not null,
  constraint telegram_chats_pkey PRIMARY KEY (bot_id, telegram_id),
  constraint telegram_chats_address_key UNIQUE (address),
  constraint telegram_chats_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES telegram_bots(id) ON DELETE CASCADE
);

create table telegram_codes (
  digest text not null,
  claimed_by text,
  picked_up_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint telegram_codes_pkey PRIMARY KEY (digest)
);

create table telegram_updates (
  bot_id bigint not null,
  update_id bigint not null,
  heard_at timestamp with time zone default now() not null,
  constraint telegram_updates_pkey PRIMARY KEY (bot_id, update_id),
  constraint telegram_updates_bot_id_fkey FOREIGN KEY (bot_id) REFERENCES telegram_bots(id) ON DELETE CASCADE
);

create table told (
  purchase_id uuid not null,
  reader text not null,
  vendor_id uuid not null,
  spots jsonb default '{}'::jsonb not null,
  bundles jsonb default '{}'::jsonb not null,
  due_at timestamp with time zone,
  constraint told_pkey PRIMARY KEY (purchase_id, reader),
  constraint told_vendor_id_purchase_id_fkey FOREIGN KEY (vendor_id, purchase_id) REFERENCES purchases(vendor_id, id) ON DELETE CASCADE,
  constraint told_reader_check CHECK ((reader = ANY (ARRAY['customer'::text, 'chat'::text, 'vendor'::text])))
);

create table two_factors (
  user_id uuid not null,
  sealed_key text not null,
  last_step bigint not null,
  switched_on_at timestamp with time zone default now() not null,
  constraint two_factors_pkey PRIMARY KEY (user_id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table user_roles (
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  constraint user_roles_pkey PRIMARY KEY (user_id, role),
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint user_roles_role_check CHECK ((role = ANY (ARRAY['vendor'::text, 'super_admin'::text])))
);

create table usernames (
  username text not null,
  vendor_id uuid,
  claimed_at timestamp with time zone default now() not null,
  constraint usernames_pkey PRIMARY KEY (username),
  constraint usernames_vendor_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  constraint usernames_username_check CHECK ((username ~ '^[a-z0-9_-]{3,30}$'::text))
);

create table users (
  id uuid default gen_random_uuid() not null,
  name text not null,
  email text not null,
  email_verified boolean default false not null,
  image text,
  profile_picture_method text default 'avatar'::text not null,
  kind text default 'owner'::text not null,
  language language_code default 'en'::text not null,
  referral_code text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_kind_check CHECK ((kind = ANY (ARRAY['owner'::text, 'member'::text, 'admin'::text])))
);

create table vendor_badges (
  vendor_id uuid not null,
  badge text not null,
  granted_by uuid,
  granted_at timestamp with time zone default now() not null,
  constraint vendor_badges_pkey PRIMARY KEY (vendor_id, badge),
  constraint vendor_badges_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint vendor_badges_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint vendor_badges_badge_check CHECK ((badge = ANY (ARRAY['verified'::text, 'health_certified'::text, 'certified_trainer'::text])))
);

create table vendor_directory (
  vendor_id uuid not null,
  joined_at timestamp with time zone not null,
  words text collate "C" not null,
  status text not null,
  term text,
  plan text,
  granted_until timestamp with time zone,
  trial_ends_at timestamp with time zone not null,
  constraint vendor_directory_pkey PRIMARY KEY (vendor_id),
  constraint vendor_directory_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint vendor_directory_plan_check CHECK ((plan = ANY (ARRAY['professional'::text, 'enterprise'::text]))),
  constraint vendor_directory_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'pending'::text, 'closed'::text]))),
  constraint vendor_directory_term_check CHECK ((term = ANY (ARRAY['monthly'::text, 'yearly'::text])))
);

create table vendor_job_runs (
  vendor_id uuid not null,
  job text not null,
  day date not null,
  constraint vendor_job_runs_pkey PRIMARY KEY (vendor_id, job),
  constraint vendor_job_runs_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
);

create table vendor_members (
  vendor_id uuid not null,
  user_id uuid not null,
  role text not null,
  wants_agenda boolean default true not null,
  created_at timestamp with time zone default now() not null,
  telegram text,
  constraint vendor_members_pkey PRIMARY KEY (vendor_id, user_id),
  constraint vendor_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint vendor_members_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE,
  constraint vendor_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'instructor'::text]))),
  constraint vendor_members_telegram_check CHECK ((telegram ~ '^[0-9]+:[0-9]+$'::text))
);

create table vendors (
  id uuid default gen_random_uuid() not null,
  username text,
  business_name text,
  description text,
  specialties text[] default '{}'::text[] not null,
  experience_years integer,
  location text,
  service_areas text,
  website text,
  social_instagram text,
  social_facebook text,
  social_twitter text,
  contact_email text,
  contact_phone text,
  telegram_bot_username text,
  time_zone time_zone default 'UTC'::text not null,
  currency character(3) default 'USD'::bpchar not null,
  country character(2) default 'US'::bpchar not null,
  language language_code default 'en'::text not null,
  layout text default 'schedule'::text not null,
  accent text,
  listed boolean default true not null,
  trial_ends_at timestamp with time zone default (now() + '14 days'::interval) not null,
  notice_minutes integer default 720 not null,
  max_spots_per_booking integer default 4 not null,
  record_new_as_paid boolean default false not null,
  postal_address text,
  tax_line text,
  payment_note text,
  set_up_at timestamp with time zone,
  suspended_at timestamp with time zone,
  suspended_reason text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  contact_telegram text,
  pending_contact_email text,
  agenda_hour smallint default 7 not null,
  muted_news text[] default '{}'::text[] not null,
  reminds_day boolean default true not null,
  reminds_hours boolean default true not null,
  set_up_draft jsonb,
  first_steps_hidden_at timestamp with time zone,
  link_shared_at timestamp with time zone,
  closed_at timestamp with time zone,
  erasing_at timestamp with time zone,
  referral_code text default new_referral_code() not null,
  place text generated always as (place_of(location)) stored,
  constraint vendors_pkey PRIMARY KEY (id),
  constraint vendors_referral_code_key UNIQUE (referral_code),
  constraint vendors_username_key UNIQUE (username),
  constraint vendors_username_fkey FOREIGN KEY (username) REFERENCES usernames(username),
  constraint erased_after_closing CHECK (((erasing_at IS NULL) OR (closed_at IS NOT NULL))),
  constraint vendors_accent_check CHECK ((accent ~ '^#[0-9a-f]{6}$'::text)),
  constraint vendors_agenda_hour_check CHECK (((agenda_hour >= 0) AND (agenda_hour <= 23))),
  constraint vendors_contact_telegram_check CHECK ((contact_telegram ~ '^[A-Za-z][A-Za-z0-9_]{4,31}$'::text)),
  constraint vendors_experience_years_check CHECK (((experience_years >= 0) AND (experience_years <= 80))),
  constraint vendors_layout_check CHECK ((layout = ANY (ARRAY['schedule'::text, 'catalogue'::text]))),
  constraint vendors_max_spots_per_booking_check CHECK (((max_spots_per_booking >= 1) AND (max_spots_per_booking <= 4))),
  constraint vendors_notice_minutes_check CHECK (((notice_minutes >= 0) AND (notice_minutes <= 20160))),
  constraint vendors_payment_note_check CHECK ((length(payment_note) <= 500)),
  constraint vendors_postal_address_check CHECK ((length(postal_address) <= 300)),
  constraint vendors_social_facebook_check CHECK ((social_facebook ~ '^[A-Za-z0-9.-]{3,80}$'::text)),
  constraint vendors_social_instagram_check CHECK ((social_instagram ~ '^[A-Za-z0-9._]{1,30}$'::text)),
  constraint vendors_social_twitter_check CHECK ((social_twitter ~ '^[A-Za-z0-9_]{1,15}$'::text)),
  constraint vendors_specialties_check CHECK (((cardinality(specialties) <= 10) AND (array_position(specialties, NULL::text) IS NULL))),
  constraint vendors_tax_line_check CHECK ((length(tax_line) <= 120)),
  constraint vendors_website_check CHECK (((website ~ '^https://[^[:space:]"<>\\]+$'::text) AND (length(website) <= 300)))
);

create table worker_heartbeats (
  worker_id text not null,
  seen_at timestamp with time zone default now() not null,
  constraint worker_heartbeats_pkey PRIMARY KEY (worker_id)
);

CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_kind, subject_id, id);
CREATE INDEX audit_log_vendor ON public.audit_log USING btree (vendor_id, id);

CREATE UNIQUE INDEX auth_accounts_user_provider ON public.auth_accounts USING btree (user_id, provider_id);

CREATE INDEX auth_sessions_user ON public.auth_sessions USING btree (user_id);

CREATE INDEX auth_verifications_identifier ON public.auth_verifications USING btree (identifier);

CREATE INDEX blocked_times_of_vendor ON public.blocked_times USING btree (vendor_id, ends_at);

CREATE INDEX booking_extras_extra ON public.booking_extras USING btree (extra_id);

CREATE INDEX bookings_came ON public.bookings USING btree (vendor_id, purchase_id) WHERE (((attendance)::text = 'came'::text) AND (deleted_at IS NULL));
CREATE INDEX bookings_pass ON public.bookings USING btree (pass_id) WHERE (pass_id IS NOT NULL);
CREATE INDEX bookings_pending ON public.bookings USING btree (expires_at) WHERE (((status)::text = 'pending'::text) AND (deleted_at IS NULL));
CREATE INDEX bookings_purchase ON public.bookings USING btree (purchase_id);
CREATE INDEX bookings_restored ON public.bookings USING btree (vendor_id, restored_at) WHERE (restored_at IS NOT NULL);
CREATE INDEX bookings_session ON public.bookings USING btree (session_id);
CREATE INDEX bookings_to_refund ON public.bookings USING btree (vendor_id) WHERE ((pass_id IS NULL) AND (deleted_at IS NULL) AND (((status)::text = ANY (ARRAY['cancelled'::text, 'rejected'::text, 'expired'::text])) OR (people IS NOT NULL)));
CREATE INDEX bookings_unsettled ON public.bookings USING btree (vendor_id) WHERE ((pass_id IS NULL) AND (deleted_at IS NULL) AND ((price_minor)::bigint > settled_minor) AND (((status)::text = ANY (ARRAY['pending'::text, 'confirmed'::text, 'completed'::text])) OR ((attendance)::text = 'late_cancel'::text)));
CREATE INDEX bookings_vendor ON public.bookings USING btree (vendor_id, booked_at DESC, id);

CREATE INDEX busy_times_of_vendor ON public.busy_times USING btree (vendor_id, ends_at);

CREATE INDEX calendar_connections_due ON public.calendar_connections USING btree (due_at) WHERE ((google_calendar_connected_at IS NOT NULL) AND (broken_at IS NULL));

CREATE INDEX card_accounts_due ON public.card_accounts USING btree (due_at) WHERE (api_key IS NOT NULL);

CREATE INDEX checkout_items_booking ON public.checkout_items USING btree (vendor_id, booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX checkout_items_checkout ON public.checkout_items USING btree (vendor_id, checkout_id);
CREATE INDEX checkout_items_pass ON public.checkout_items USING btree (vendor_id, pass_id) WHERE (pass_id IS NOT NULL);

CREATE INDEX checkouts_due ON public.checkouts USING btree (due_at) WHERE (state = ANY (ARRAY['making'::text, 'open'::text]));
CREATE INDEX checkouts_purchase ON public.checkouts USING btree (vendor_id, purchase_id);
CREATE UNIQUE INDEX checkouts_session ON public.checkouts USING btree (session) WHERE (session IS NOT NULL);

CREATE INDEX class_sessions_busy ON public.class_sessions USING btree (vendor_id) WHERE (busy_since IS NOT NULL);
CREATE INDEX class_sessions_class ON public.class_sessions USING btree (class_id, starts_at);
CREATE INDEX class_sessions_day ON public.class_sessions USING btree (session_date, time_zone, class_id) INCLUDE (starts_at) WHERE ((status)::text = 'confirmed'::text);
CREATE INDEX class_sessions_ended ON public.class_sessions USING btree (ends_at);
CREATE INDEX class_sessions_vendor ON public.class_sessions USING btree (vendor_id, starts_at);

CREATE INDEX class_times_class ON public.class_times USING btree (class_id);
CREATE INDEX class_times_filled ON public.class_times USING btree (filled_until);

CREATE INDEX classes_public ON public.classes USING btree (created_at DESC, id DESC) WHERE ((status = 'active'::text) AND (visibility = 'public'::text));
CREATE INDEX classes_public_category ON public.classes USING btree (category, created_at DESC, id DESC) WHERE ((status = 'active'::text) AND (visibility = 'public'::text));
CREATE INDEX classes_search_parts ON public.classes USING gin (search_parts(search_text, category)) WITH (fastupdate=off) WHERE ((status = 'active'::text) AND (visibility = 'public'::text));
CREATE INDEX classes_vendor ON public.classes USING btree (vendor_id, created_at DESC, id);

CREATE INDEX connections_of_user ON public.connections USING btree (user_id);

CREATE INDEX contact_addresses_contact ON public.contact_addresses USING btree (contact_id);
CREATE INDEX contact_addresses_value ON public.contact_addresses USING btree (value);

CREATE INDEX contacts_blocked ON public.contacts USING btree (vendor_id, blocked_at, id) WHERE (blocked_at IS NOT NULL);
CREATE INDEX contacts_first_network ON public.contacts USING btree (vendor_id, first_network, created_at) WHERE (first_network IS NOT NULL);

CREATE INDEX email_changes_created ON public.email_changes USING btree (created_at);
CREATE INDEX email_changes_held ON public.email_changes USING btree (old_email) WHERE ((confirmed_at IS NOT NULL) AND (restored_at IS NULL));
CREATE INDEX email_changes_user ON public.email_changes USING btree (user_id);
CREATE UNIQUE INDEX email_changes_waiting ON public.email_changes USING btree (user_id) WHERE (confirmed_at IS NULL);

CREATE INDEX facility_extras_class ON public.facility_extras USING btree (class_id) WHERE (retired_at IS NULL);

CREATE INDEX invitations_by_time ON public.invitations USING btree (invited_at DESC, id DESC);
CREATE UNIQUE INDEX invitations_one_open ON public.invitations USING btree (email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));

CREATE INDEX messages_claimed ON public.messages USING btree (sending_by) WHERE (((status)::text = 'queued'::text) AND (sending_by IS NOT NULL));
CREATE INDEX messages_delayed ON public.messages USING btree (vendor_id, created_at) WHERE ((status)::text = 'delayed'::text);
CREATE INDEX messages_due ON public.messages USING btree (priority, due_at) WHERE ((status)::text = 'queued'::text);
CREATE UNIQUE INDEX messages_open_news ON public.messages USING btree (purchase_id, audience) WHERE ((kind = 'news'::text) AND ((status)::text <> 'sent'::text) AND (handled_at IS NULL));
CREATE INDEX messages_purchase ON public.messages USING btree (purchase_id, created_at);
CREATE INDEX messages_queued ON public.messages USING btree (created_at) WHERE ((status)::text = 'queued'::text);
CREATE INDEX messages_sent_for ON public.messages USING btree (vendor_id, finished_at) WHERE (((status)::text = 'sent'::text) AND ((audience)::text = 'customer'::text));
CREATE INDEX messages_sent_to_mailbox ON public.messages USING btree (limit_email(recipient), finished_at) WHERE (((status)::text = 'sent'::text) AND ((audience)::text = 'customer'::text));
CREATE INDEX messages_session ON public.messages USING btree (session_id, created_at);
CREATE INDEX messages_to_vendor ON public.messages USING btree (vendor_id, created_at) WHERE (((audience)::text = 'vendor'::text) AND (kind = 'news'::text));
CREATE INDEX messages_unreached ON public.messages USING btree (vendor_id, created_at) WHERE (((status)::text <> 'sent'::text) AND ((audience)::text = 'customer'::text) AND (handled_at IS NULL));

CREATE INDEX pass_entries_booking ON public.pass_entries USING btree (booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX pass_entries_pass ON public.pass_entries USING btree (pass_id, id);

CREATE INDEX passes_bundle ON public.passes USING btree (bundle_id) WHERE (bundle_id IS NOT NULL);
CREATE INDEX passes_open ON public.passes USING btree (expires_at) WHERE (remaining_sessions > 0);
CREATE INDEX passes_purchase ON public.passes USING btree (purchase_id);
CREATE INDEX passes_vendor ON public.passes USING btree (vendor_id, created_at DESC);

CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

CREATE INDEX payment_groups_due ON public.payment_groups USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payment_groups_of_payment ON public.payment_groups USING btree (vendor_id, of_payment) WHERE (of_payment IS NOT NULL);

CREATE INDEX payments_booking ON public.payments USING btree (booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX payments_group ON public.payments USING btree (vendor_id, group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX payments_pass ON public.payments USING btree (pass_id) WHERE (pass_id IS NOT NULL);
CREATE INDEX payments_refund_failed ON public.payments USING btree (vendor_id) WHERE (((kind)::text = 'refunded'::text) AND ((state)::text = 'failed'::text));
CREATE INDEX payments_vendor ON public.payments USING btree (vendor_id, at);

CREATE UNIQUE INDEX gallery_pictures_differ ON public.pictures USING btree (vendor_id, source) WHERE (kind = 'gallery'::text);
CREATE UNIQUE INDEX one_picture_per_class ON public.pictures USING btree (class_id) WHERE (class_id IS NOT NULL);
CREATE UNIQUE INDEX one_picture_per_place ON public.pictures USING btree (vendor_id, kind) WHERE (kind = ANY (ARRAY['face'::text, 'logo'::text, 'cover'::text]));
CREATE INDEX pictures_of_vendor ON public.pictures USING btree (vendor_id);

CREATE INDEX plan_grants_of_vendor ON public.plan_grants USING btree (vendor_id, ends_at);

CREATE UNIQUE INDEX plan_requests_one_open ON public.plan_requests USING btree (vendor_id) WHERE (closed_at IS NULL);
CREATE INDEX plan_requests_open ON public.plan_requests USING btree (asked_at) WHERE (closed_at IS NULL);

CREATE INDEX purchases_address ON public.purchases USING btree (address_id) WHERE (address_id IS NOT NULL);
CREATE INDEX purchases_contact ON public.purchases USING btree (contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX purchases_email ON public.purchases USING btree (customer_email) WHERE (customer_email IS NOT NULL);
CREATE INDEX purchases_search ON public.purchases USING gin (vendor_id, search_text_of(customer_name, customer_email, (COALESCE((ltrim(customer_phone, '+'::text) || ' '::text), ''::text) || reference)) gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX purchases_telegram ON public.purchases USING btree (customer_telegram) WHERE (customer_telegram IS NOT NULL);

CREATE INDEX rate_limits_expire ON public.rate_limits USING btree (expire);

CREATE INDEX recovery_codes_user ON public.recovery_codes USING btree (user_id);

CREATE INDEX referrals_of_vendor ON public.referrals USING btree (vendor_id, created_at);
CREATE INDEX referrals_pending ON public.referrals USING btree (friend_id) WHERE (activated_at IS NULL);

CREATE INDEX search_words_end ON public.search_words USING btree ("right"(word, 2));
CREATE INDEX search_words_short ON public.search_words USING btree ("left"(word, 1)) WHERE (length(word) <= 5);
CREATE INDEX search_words_start ON public.search_words USING btree ("left"(word, 2));

CREATE INDEX seat_ledger_session ON public.seat_ledger USING btree (session_id, id);
CREATE INDEX seat_ledger_written_in ON public.seat_ledger USING btree (written_in);

CREATE INDEX session_bundles_class ON public.session_bundles USING btree (class_id, bundle_price_minor);

CREATE INDEX subscriptions_by_start ON public.subscriptions USING btree (started_at);
CREATE INDEX subscriptions_of_vendor ON public.subscriptions USING btree (vendor_id, started_at);
CREATE UNIQUE INDEX subscriptions_one_running ON public.subscriptions USING btree (vendor_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX telegram_bots_connected ON public.telegram_bots USING btree (vendor_id) WHERE (sealed_token IS NOT NULL);

CREATE INDEX telegram_codes_expire ON public.telegram_codes USING btree (expires_at);

CREATE INDEX telegram_updates_heard ON public.telegram_updates USING btree (heard_at);

CREATE INDEX told_due ON public.told USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX vendor_directory_by_plan ON public.vendor_directory USING btree (plan, joined_at DESC, vendor_id DESC) WHERE (plan IS NOT NULL);
CREATE INDEX vendor_directory_by_status ON public.vendor_directory USING btree (status, joined_at DESC, vendor_id DESC);
CREATE INDEX vendor_directory_by_term ON public.vendor_directory USING btree (term, joined_at DESC, vendor_id DESC) WHERE (term IS NOT NULL);
CREATE INDEX vendor_directory_granted ON public.vendor_directory USING btree (granted_until) WHERE (granted_until IS NOT NULL);
CREATE INDEX vendor_directory_joined ON public.vendor_directory USING btree (joined_at DESC, vendor_id DESC);
CREATE INDEX vendor_directory_trial ON public.vendor_directory USING btree (trial_ends_at);
CREATE INDEX vendor_directory_words ON public.vendor_directory USING gin (words gin_trgm_ops) WITH (fastupdate=off);

CREATE UNIQUE INDEX vendor_members_one_owner ON public.vendor_members USING btree (vendor_id) WHERE (role = 'owner'::text);
CREATE INDEX vendor_members_user ON public.vendor_members USING btree (user_id);

CREATE INDEX vendors_closed ON public.vendors USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX vendors_name_parts ON public.vendors USING gin (search_text_of(business_name, NULL::text, NULL::text) gin_trgm_ops);
CREATE INDEX vendors_place ON public.vendors USING btree (lower(place)) WHERE (place IS NOT NULL);

CREATE OR REPLACE FUNCTION public.accept_invitation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update invitations set accepted_at = now()
  where email = lower(new.email) and accepted_at is null and withdrawn_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.address_kind(of_email text, of_telegram text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when of_telegram is not null then 'telegram' when of_email is not null then 'email' else 'phone' end
$function$
;

CREATE OR REPLACE FUNCTION public.address_mark(key text, of_vendor uuid, address text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select left(encode(sha256(convert_to(concat_ws(' ', key, of_vendor, coalesce(limit_email(address), address)), 'UTF8')), 'hex'), 32)
$function$
;

CREATE OR REPLACE FUNCTION public.address_value(of_email text, of_phone text, of_telegram text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(split_part(of_telegram, ':', 2), limit_email(of_email), of_phone)
$function$
;

CREATE OR REPLACE FUNCTION public.addresses_in_order(chat text, of_vendor uuid, email text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select array_remove(array[
    case when not waits then address end, email, case when waits then address end], null)
  from (select reachable_chat(chat, of_vendor) as address,
    exists (select from telegram_chats c where c.address = chat and c.wait_until > now() + interval '10 minutes') as waits) as c
$function$
;

CREATE OR REPLACE FUNCTION public.amount_of_extra(price bigint, per text, s class_sessions)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case per when 'hour' then round(price * extract(epoch from s.ends_at - s.starts_at) / 3600)::bigint else price end
$function$
;

CREATE OR REPLACE FUNCTION public.asks_vendor(b bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select b.deleted_at is null and b.status = 'pending' and b.waits_for = 'vendor' and b.expires_at > now()
$function$
;

CREATE OR REPLACE FUNCTION public.book_session(asked_session uuid, asked_spots integer, asked_name text, asked_email text, asked_phone text, asked_telegram text, telegram_name text, asked_key text, asked_hash text, new_reference text, asked_source text, asked_language text, confirm_until timestamp with time zone, seen_price bigint, seen_version integer, accepted text[], max_on_session integer, max_upcoming integer, free_bookings integer, from_network text, newcomer_purchases integer, newcomer_spots integer, asked_people integer, asked_extras uuid[], asked_gender text, asked_birth_date date, wants_card boolean, max_holds integer)
 RETURNS TABLE(outcome text, purchase_id uuid, request_hash text, class_id uuid, booking_id uuid, status text, waits_for text, price_minor bigint, currency character, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 ROWS 1
AS $function$
declare
  known record;
  who record;
  offer record;
  held record;
  taken record;
  confirmed text[];
  new_contact uuid;
  came_from text;
  by_newcomers record;
  too_many boolean := false;
  new_purchase uuid;
  spots uuid[] := '{}';
begin
  -- Behind a pooler the connection may lack our settings, and no transaction of ours has set them.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'book_session() runs at READ COMMITTED, not at %.', current_setting('transaction_isolation');
  end if;
  if current_setting('lock_timeout') = '0' then
    perform set_config('lock_timeout', '3s', true);
  end if;

  select s.vendor_id, s.class_id, c.kind = 'facility' as is_facility, c.asks_gender, c.asks_birth_date,
    v.currency, v.time_zone, v.language, p.price_minor,
    class_is_bookable(c, v) and session_is_open(s, c)
      and asked_spots <= v.max_spots_per_booking
      and has_room(s, asked_spots)
      and party_fits(c, asked_people, asked_gender, asked_birth_date)
      and coalesce(seen_price = p.price_minor, p.price_minor is not null)
      and coalesce(seen_version = s.calendar_sequence, true)
      and (c.condition is null or c.condition = any(book_session.accepted)) as open,
    c.confirmation_mode = 'manual' as manual,
    c.confirmation_mode <> 'manual' and is_paid_by_card(c.pays, v, p.price_minor, wants_card, free_bookings is not null) as by_card,
    c.pays,
    v.record_new_as_paid and p.price_minor > 0
      and not is_paid_by_card(c.pays, v, p.price_minor, wants_card and c.confirmation_mode <> 'manual', free_bookings is not null) as paid_at_the_door,
    free_bookings is not null and v.trial_ends_at <= now() as may_be_limited,
    coalesce(c.notice_minutes, v.notice_minutes) as notice_minutes
  into offer
  from class_sessions s
  join classes c on c.id = s.class_id
  join vendors v on v.id = s.vendor_id
  cross join lateral price_with_extras(c, s, asked_extras) as p (price_minor)
  where s.id = asked_session;
  if not found then
    outcome := 'refused';
    return next;
    return;
  end if;

  -- The contact first, then the session: every purchase takes its locks in this order. The purchase under the key is read
  -- under the contact's lock, so that a retry waits for an attempt in progress.
  who := lock_contact(offer.vendor_id, asked_email, asked_phone, asked_telegram);
  select g.id, g.request_hash into known from purchases g where g.idempotency_key = asked_key;
  if found then
    outcome := 'known';
    purchase_id := known.id;
    request_hash := known.request_hash;
    return next;
    return;
  end if;
  if not offer.open then
    outcome := 'refused';
    return next;
    return;
  end if;
  if offer.manual and confirm_until is null then
    outcome := 'wants_confirmation';
    return next;
    return;
  end if;

  -- A new contact holds nothing yet, and is not blocked. It goes again if the booking is refused below.
  if who.contact_id is null then
    who := make_contact(offer.vendor_id, asked_name, asked_email, asked_phone, asked_telegram, telegram_name);
    new_contact := who.contact_id;
  end if;

  -- Who has a limit takes one booking after the other: the vendor's row comes between the contact and the session.
  if offer.may_be_limited and plan_in_force(offer.vendor_id) = 'free' then
    perform from vendors v where v.id = offer.vendor_id for no key update;
    if plan_in_force(offer.vendor_id) = 'free' then
      update contacts c set first_network = from_network where c.id = new_contact;
      came_from := newcomer_address(offer.vendor_id, who.contact_id);
      by_newcomers := taken_by_newcomers(offer.vendor_id, came_from);
      if online_bookings_this_month(offer.vendor_id, offer.time_zone) + asked_spots > free_bookings
        or came_from is not null and (by_newcomers.purchases + 1 > newcomer_purchases
          or by_newcomers.spots + asked_spots > newcomer_spots) then
        delete from contacts c where c.id = new_contact;
        outcome := 'used_up';
        return next;
        return;
      end if;
    end if;
  end if;

  -- Checked last, when everything else would allow the booking, so that no refusal tells a stranger who has a booking.
  if new_contact is null then
    held := count_contact_spots(who.contact_id, asked_session, from_network);
    if held.on_session + asked_spots > max_on_session or held.upcoming + asked_spots > max_upcoming
      or exists (select from contacts c where c.id = who.contact_id and c.blocked_at is not null) then
      outcome := 'contact_limit';
      return next;
      return;
    end if;
  end if;

  -- Counted under a lock of the network, between the contact and the session.
  if offer.by_card and from_network is not null and (new_contact is not null or not has_been_confirmed(who.contact_id)) then
    perform lock_holds(offer.vendor_id, from_network);
    too_many := unpaid_from(offer.vendor_id, from_network) + asked_spots > max_holds;
  end if;
  if too_many then
    delete from contacts c where c.vendor_id = offer.vendor_id and c.id = new_contact;
    outcome := 'too_many_holds';
    return next;
    return;
  end if;

  update class_sessions s
  set current_students = s.current_students + asked_spots, updated_at = now()
  where s.id = asked_session
    and session_is_bookable(s)
    and has_room(s, asked_spots)
    and coalesce(seen_version = s.calendar_sequence, true)
  returning s.max_students, s.calendar_sequence, s.starts_at into taken;
  if not found then
    delete from contacts c where c.id = new_contact;
    outcome := 'refused';
    return next;
    return;
  end if;

  -- Compared again, because waiting for the session's lock may have taken a while.
  select array_remove(array[c.condition], null) into confirmed from classes c
  join vendors v on v.id = c.vendor_id
  join class_sessions s on s.id = asked_session
  where c.id = offer.class_id and price_with_extras(c, s, asked_extras) = offer.price_minor and v.currency = offer.currency
    and (c.confirmation_mode = 'manual') = offer.manual and c.pays = offer.pays
    and party_fits(c, asked_people, asked_gender, asked_birth_date)
    and class_is_bookable(c, v) and c.paused_at is null
    and (c.condition is null or c.condition = any(book_session.accepted));
  if not found then
    raise exception 'The offer changed while the session was waited for.' using errcode = 'serialization_failure';
  end if;

  insert into purchases (vendor_id, contact_id, address_id, reference, idempotency_key, request_hash, source,
    customer_name, customer_email, customer_phone, customer_telegram, customer_telegram_name, customer_gender, customer_birth_date, booking_method, language, accepted)
  values (offer.vendor_id, who.contact_id, who.address_id, new_reference, asked_key, asked_hash, asked_source, asked_name, asked_email, asked_phone,
    asked_telegram, telegram_name,
    case when offer.asks_gender then asked_gender end, case when offer.asks_birth_date then asked_birth_date end,
    case when asked_telegram is not null then 'telegram' when asked_email is not null then 'email' else 'phone' end,
    coalesce(asked_language, offer.language), confirmed)
  returning id into new_purchase;
  outcome := 'booked';
  purchase_id := new_purchase;
  class_id := offer.class_id;
  status := case when offer.manual or offer.by_card then 'pending' else 'confirmed' end;
  waits_for := case when offer.manual then 'vendor' when offer.by_card then 'payment' end;
  price_minor := offer.price_minor;
  currency := offer.currency;
  -- The session may have moved to an earlier start since the expiry was computed.
  expires_at := case when offer.manual then least(confirm_until, taken.starts_at)
    when offer.by_card then least(now() + card_longest(), taken.starts_at) end;
  for nth in 1..asked_spots loop
    insert into bookings (purchase_id, vendor_id, class_id, session_id, status, waits_for, price_minor, currency,
      expires_at, confirmed_at, calendar_id, agreed_version, notice_minutes, people)
    values (new_purchase, offer.vendor_id, offer.class_id, asked_session, book_session.status, book_session.waits_for, offer.price_minor, offer.currency,
      book_session.expires_at, case when book_session.status = 'confirmed' then now() end, new_purchase, taken.calendar_sequence,
      offer.notice_minutes, case when offer.is_facility then asked_people end)
    returning id into booking_id;
    if cardinality(asked_extras) > 0 then
      insert into booking_extras (booking_id, extra_id, vendor_id, name, price_minor, per, amount_minor)
      select book_session.booking_id, e.id, e.vendor_id, e.name, e.price_minor, e.per, extra_amount(e, s)
      from facility_extras e join class_sessions s on s.id = asked_session where e.id = any(asked_extras);
    end if;
    spots := spots || booking_id;
    insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
    values (offer.vendor_id, asked_session, book_session.booking_id, 1, 'booked', taken.max_students);
    if offer.paid_at_the_door then
      insert into payments (vendor_id, booking_id, amount_minor, currency, method)
      values (offer.vendor_id, book_session.booking_id, offer.price_minor, offer.currency, 'door');
    end if;
    return next;
  end loop;
  if offer.by_card then
    perform hold_for_payment(offer.vendor_id, new_purchase, spots, null, offer.price_minor, offer.currency, taken.starts_at, from_network);
    return;
  end if;
  insert into outbox (kind, payload)
  values (case when offer.manual then 'booking.requested' else 'booking.confirmed' end,
    jsonb_build_object('purchaseId', new_purchase, 'bookingIds', to_jsonb(spots)));
end $function$
;

CREATE OR REPLACE FUNCTION public.booking_phase(s class_sessions, c classes)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when session_closes_at(s, c) <= now() then 'closed' when session_has_opened(s, c) then 'open' else 'not_yet' end
$function$
;

CREATE OR REPLACE FUNCTION public.bookings_are_used_up(v vendors, free_bookings integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select free_bookings is not null and v.trial_ends_at <= now() and plan_in_force(v.id) = 'free'
    and online_bookings_this_month(v.id, v.time_zone) >= free_bookings
$function$
;

CREATE OR REPLACE FUNCTION public.bundle_is_held(e passes)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select e.status = 'active' and (e.remaining_sessions > 0 and e.expires_at > now() or exists (
    select from bookings b join class_sessions s on s.id = b.session_id
    where b.pass_id = e.id and holds_seat(b) and s.starts_at > now()))
$function$
;

CREATE OR REPLACE FUNCTION public.bundle_is_issued(e passes)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not coalesce((select bool_and(b.confirmed_at is null and b.waits_for is not distinct from 'payment')
    from bookings b where b.vendor_id = e.vendor_id and b.pass_id = e.id), false)
$function$
;

CREATE OR REPLACE FUNCTION public.bundle_told(e passes)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object('classId', e.class_id,
    'classTitle', coalesce((select c.title from classes c where c.id = e.class_id), ''),
    'withdrawn', (select coalesce(-sum(n.delta), 0)::integer from pass_entries n
      where n.pass_id = e.id and n.reason = 'withdrawn'),
    'backMinor', money_told(e.vendor_id, null, e.id, 'refunded'), 'forgivenMinor', money_told(e.vendor_id, null, e.id, 'waived'))
$function$
;

CREATE OR REPLACE FUNCTION public.bundle_waits(e passes)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from bookings b
    where b.vendor_id = e.vendor_id and b.pass_id = e.id and b.deleted_at is null and b.status = 'pending' and b.waits_for = 'payment')
$function$
;

CREATE OR REPLACE FUNCTION public.card_checkout()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
AS $function$ select interval '35 minutes' $function$
;

CREATE OR REPLACE FUNCTION public.card_hold()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
AS $function$ select interval '15 minutes' $function$
;

CREATE OR REPLACE FUNCTION public.card_kept(of_vendor uuid, of_booking uuid, of_pass uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(0, coalesce(sum(case p.kind when 'paid' then p.amount_minor else -p.amount_minor end), 0))::bigint
  from payments p join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
  join card_accounts a on a.vendor_id = of_vendor and a.account = g.account and a.api_key is not null
  where p.vendor_id = of_vendor and (p.booking_id = of_booking or p.pass_id = of_pass) and p.kind in ('paid', 'refunded', 'disputed')
    and p.state in ('open', 'done')
$function$
;

CREATE OR REPLACE FUNCTION public.card_longest()
 RETURNS interval
 LANGUAGE sql
 IMMUTABLE
AS $function$ select interval '40 minutes' $function$
;

CREATE OR REPLACE FUNCTION public.card_minimum(currency text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case currency
    when 'AED' then 200 when 'AMD' then 25000 when 'BGN' then 100 when 'BHD' then 250 when 'CNY' then 400 when 'CZK' then 1500 when 'DKK' then 250
    when 'GBP' then 30 when 'GEL' then 200 when 'HKD' then 400 when 'HUF' then 17500 when 'IDR' then 1000000 when 'ILS' then 200
    when 'JOD' then 500 when 'KRW' then 800 when 'KWD' then 250 when 'KZT' then 30000 when 'MXN' then 1000 when 'MYR' then 200
    when 'NOK' then 300 when 'OMR' then 250 when 'PLN' then 200 when 'RON' then 200 when 'RSD' then 7000 when 'RUB' then 5000
    when 'SEK' then 300 when 'THB' then 2000 when 'TND' then 2000 when 'TRY' then 2500 when 'UAH' then 2500 when 'VND' then 15000
    when 'ZAR' then 1000 else 50 end::bigint
$function$
;

CREATE OR REPLACE FUNCTION public.card_unit(currency text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 10 when currency = 'MGA' then 100 else 1 end::bigint
$function$
;

CREATE OR REPLACE FUNCTION public.class_is_bookable(c classes, v vendors)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select class_is_offered(c) and vendor_is_open(v)
$function$
;

CREATE OR REPLACE FUNCTION public.class_is_listed(c classes, v vendors)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select class_is_published(c) and vendor_is_listed(v)
$function$
;

CREATE OR REPLACE FUNCTION public.class_is_offered(c classes)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select c.status = 'active' and c.visibility <> 'closed'
$function$
;

CREATE OR REPLACE FUNCTION public.class_is_public(c classes, v vendors)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select class_is_published(c) and vendor_is_open(v)
$function$
;

CREATE OR REPLACE FUNCTION public.class_is_published(c classes)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select c.status = 'active' and c.visibility = 'public'
$function$
;

CREATE OR REPLACE FUNCTION public.count_contact_spots(of_contact uuid, of_session uuid, network text, OUT on_session integer, OUT upcoming integer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  purchase uuid;
  of_purchase record;
begin
  on_session := 0;
  upcoming := 0;
  for purchase in select g.id from purchases g where g.contact_id = of_contact loop
    select (count(*) filter (where b.session_id = of_session))::integer as here, count(*)::integer as all_told
    into of_purchase
    from bookings b
    join class_sessions s on s.id = b.session_id and s.starts_at > now()
    where b.purchase_id = purchase and holds_still(b)
      and not (b.waits_for is not distinct from 'payment' and b.confirmed_at is null and exists (select from checkouts k
        where k.vendor_id = b.vendor_id and k.purchase_id = b.purchase_id and k.hold_until is not null and k.from_network is distinct from network));
    on_session := on_session + of_purchase.here;
    upcoming := upcoming + of_purchase.all_told;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.counted_since(of_vendor uuid, zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select greatest(month_start(zone),
    (select max(p.ends_at) from plan_periods(of_vendor) p where p.ends_at <= now()))
$function$
;

CREATE OR REPLACE FUNCTION public.create_what_a_user_needs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  new_vendor uuid;
  referrer uuid;
begin
  -- The person who signed in with the address until lately can still get it back; as isHeld() in core/accounts/queries.ts.
  if exists (
    select from email_changes
    where old_email = new.email and restored_at is null and confirmed_at > now() - interval '7 days'
  ) then
    raise unique_violation using message = 'the address may be restored to another account';
  end if;
  insert into profiles (user_id, full_name, avatar_url, profile_picture_method)
    values (new.id, new.name, new.image, new.profile_picture_method);
  if new.kind = 'admin' then
    insert into user_roles (user_id, role) values (new.id, 'super_admin');
    return new;
  end if;
  insert into user_roles (user_id, role) values (new.id, 'vendor');
  if not new.email_verified then
    insert into outbox (kind, payload)
      values ('account.verification_requested', jsonb_build_object('userId', new.id));
  end if;
  if new.kind = 'owner' then
    insert into vendors (language) values (new.language) returning id into new_vendor;
    insert into vendor_members (vendor_id, user_id, role) values (new_vendor, new.id, 'owner');
    referrer := referrer_of(new.referral_code);
    if referrer is not null and may_be_rewarded(new_vendor, referrer) then
      insert into referrals (vendor_id, friend_id) values (referrer, new_vendor);
    end if;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.customer_addresses(g purchases)
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select addresses_in_order(case when g.booking_method = 'telegram' then g.customer_telegram end, g.vendor_id, g.customer_email)
$function$
;

CREATE OR REPLACE FUNCTION public.end_checkouts(of_vendor uuid, of_booking uuid, of_pass uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  update checkouts k set ends_at = now(), due_at = now()
  from checkout_items i
  where i.vendor_id = of_vendor and (i.booking_id = of_booking or i.pass_id = of_pass) and k.vendor_id = i.vendor_id and k.id = i.checkout_id
    and k.state in ('making', 'open') and (k.ends_at is null or k.ends_at > now())
$function$
;

CREATE OR REPLACE FUNCTION public.end_checkouts_of_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  case tg_table_name
    when 'payments' then perform end_checkouts(new.vendor_id, new.booking_id, new.pass_id);
    when 'bookings' then perform end_checkouts(new.vendor_id, new.id, null);
    else perform end_checkouts(new.vendor_id, null, new.id);
  end case;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.end_linked_chat()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.booking_method = 'telegram' or old.customer_telegram is null then
    return new;
  end if;
  if new.token_rotation <> old.token_rotation then
    new.customer_telegram := null;
    new.customer_telegram_name := null;
  end if;
  if new.customer_telegram is distinct from old.customer_telegram and new.erased_at is null then
    insert into outbox (kind, payload) values ('booking.chat_disconnected',
      jsonb_build_object('purchaseId', old.id, 'chat', old.customer_telegram));
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.extra_amount(e facility_extras, s class_sessions)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select amount_of_extra(e.price_minor, e.per, s)
$function$
;

CREATE OR REPLACE FUNCTION public.grace_ends_at(s subscriptions, v vendors)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select ((greatest((s.paid_until + 1)::timestamp at time zone v.time_zone,
    (select max(g.ends_at) from plan_grants g where g.vendor_id = v.id and g.ends_at > g.starts_at and g.ends_at <= now())
  ) at time zone v.time_zone) + interval '14 days') at time zone v.time_zone
$function$
;

CREATE OR REPLACE FUNCTION public.has_been_confirmed(of_contact uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from purchases g join bookings b on b.vendor_id = g.vendor_id and b.purchase_id = g.id and b.confirmed_at is not null
    where g.contact_id = of_contact)
$function$
;

CREATE OR REPLACE FUNCTION public.has_receipt(of_vendor uuid, of_purchase uuid, in_plan boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from receipts r where r.vendor_id = of_vendor and r.purchase_id = of_purchase)
    or coalesce((select sum(o.amount_minor) > 0 and (in_plan or bool_or(o.by_card))
      from rows_of_purchase(of_vendor, of_purchase) o where o.kind = 'paid' and not (o.method = 'given' and o.amount_minor < 0)), false)
$function$
;

CREATE OR REPLACE FUNCTION public.has_room(s class_sessions, spots integer)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select s.current_students + spots <= s.max_students
$function$
;

CREATE OR REPLACE FUNCTION public.has_started(friend uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from vendors v
      join vendor_members m on m.vendor_id = v.id and m.role = 'owner'
      join users u on u.id = m.user_id and u.email_verified
      join classes c on c.vendor_id = v.id and class_is_bookable(c, v)
    where v.id = friend)
$function$
;

CREATE OR REPLACE FUNCTION public.hold_for_payment(of_vendor uuid, of_purchase uuid, spots uuid[], of_pass uuid, price bigint, of_currency character, starts timestamp with time zone, of_network text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  made uuid;
begin
  insert into checkouts (vendor_id, purchase_id, amount_minor, currency, hold_until, ends_at, expires_at, from_network)
  values (of_vendor, of_purchase, case when of_pass is null then price * cardinality(spots) else price end, of_currency, least(now() + card_hold(), starts),
    least(now() + card_hold(), starts), now() + card_checkout(), of_network)
  returning id into made;
  insert into checkout_items (vendor_id, checkout_id, booking_id, pass_id, amount_minor)
  select of_vendor, made, spot, null, price from unnest(spots) as spot where of_pass is null
  union all select of_vendor, made, null, of_pass, price where of_pass is not null;
end $function$
;

CREATE OR REPLACE FUNCTION public.holds_seat(b bookings)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select b.deleted_at is null and b.status in ('pending', 'confirmed', 'completed')
$function$
;

CREATE OR REPLACE FUNCTION public.holds_still(b bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select b.deleted_at is null and (b.status in ('confirmed', 'completed') or b.status = 'pending' and b.expires_at > now())
$function$
;

CREATE OR REPLACE FUNCTION public.is_paid_by_card(pays text, v vendors, price bigint, wants_card boolean, plans boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select pays <> 'studio' and (pays = 'card' or wants_card) and price >= card_minimum(v.currency)
    and price % card_unit(v.currency) = 0 and takes_cards(v, plans)
$function$
;

CREATE OR REPLACE FUNCTION public.is_past_due(s subscriptions, v vendors)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select s.paid_until < (now() at time zone v.time_zone)::date and not exists (
    select from plan_grants g where g.vendor_id = v.id and g.starts_at <= now() and g.ends_at > now())
$function$
;

CREATE OR REPLACE FUNCTION public.is_time_zone(zone text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  perform now() at time zone zone;
  return zone = 'UTC' or zone ~ '^Etc/GMT[+-][0-9]{1,2}$' or zone ~ '^[A-Za-z_]+(/[A-Za-z_-]+)+$';
exception when invalid_parameter_value then
  return false;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_connection(of_vendor uuid, of_user uuid, of_kind text)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  kept jsonb;
  restored integer;
begin
  select c.saved into kept from connections c
    where c.vendor_id = of_vendor and c.user_id = of_user and c.kind = of_kind and c.stopped_at is not null for update;
  if not found then
    return null;
  end if;
  case of_kind
    when 'chat' then
      update vendor_members m set telegram = kept ->> 'telegram'
        where m.vendor_id = of_vendor and m.user_id = of_user and m.telegram is null
          and exists (select from telegram_chats t where t.address = kept ->> 'telegram');
    when 'calendar' then
      update calendar_connections c set broken_at = null, broken_because = null, failures = 0, retry_at = null, due_at = now()
        where c.vendor_id = of_vendor and c.broken_because = 'stopped';
    when 'feed' then
      -- Who has read the former address reads no names at it.
      update feeds f set names = true, id = gen_random_uuid(), created_at = now()
        where f.vendor_id = of_vendor and f.address_id is null;
    when 'bot' then
      -- The worker looks after it at once.
      update telegram_bots t
        set sealed_token = kept ->> 'token', sealed_login_secret = kept ->> 'secret', problem = null, checked_at = null
        where t.vendor_id = of_vendor and t.id = (kept ->> 'id')::bigint and t.sealed_token is null;
  end case;
  get diagnostics restored = row_count;
  if restored = 0 then
    delete from connections c where c.vendor_id = of_vendor and c.user_id = of_user and c.kind = of_kind;
    return 'lost';
  end if;
  update connections c set stopped_at = null, saved = null
    where c.vendor_id = of_vendor and c.user_id = of_user and c.kind = of_kind;
  return 'kept';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_name_of_deleted_picture()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into deleted_pictures (name, widths) values (old.name, old.widths) on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.known_since(b bookings)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select greatest(b.booked_at, b.confirmed_at, b.restored_at, case when b.moved_by <> 'vendor' then b.moved_at end)
$function$
;

CREATE OR REPLACE FUNCTION public.limit_email(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when domain in ('@gmail.com', '@googlemail.com') then replace(mailbox, '.', '') || '@gmail.com' else mailbox || domain end
  from substring(email from '@[^@]*$') as domain, left(email, -length(domain)) as name,
    coalesce(nullif(split_part(name, '+', 1), ''), name) as mailbox
$function$
;

CREATE OR REPLACE FUNCTION public.linked_chat(g purchases)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select reachable_chat(g.customer_telegram, g.vendor_id) where g.booking_method is distinct from 'telegram'
$function$
;

CREATE OR REPLACE FUNCTION public.list_changed_vendor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'vendors' then
    perform list_vendor(new.id);
  elsif tg_table_name in ('vendor_members', 'subscriptions', 'plan_grants') then
    perform list_vendor(new.vendor_id);
  elsif tg_table_name = 'users' then
    perform list_vendor(m.vendor_id) from vendor_members m where m.user_id = new.id and m.role = 'owner';
  else
    perform list_vendor(m.vendor_id) from vendor_members m where m.user_id = new.user_id and m.role = 'owner';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.list_vendor(of_vendor uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from vendor_directory d where d.vendor_id = of_vendor for update;
  insert into vendor_directory (vendor_id, joined_at, words, status, term, plan, granted_until, trial_ends_at)
  select v.id, v.created_at, search_text_of(p.full_name, v.business_name, u.email),
    case when v.suspended_at is not null then 'suspended'
      when v.closed_at is not null then 'closed'
      when v.set_up_at is null or not u.email_verified then 'pending'
      else 'active' end,
    s.term, s.plan, (select max(g.ends_at) from plan_grants g where g.vendor_id = v.id), v.trial_ends_at
  from vendors v
  join lateral (
    select m.user_id from vendor_members m where m.vendor_id = v.id and m.role = 'owner'
    order by m.created_at limit 1) owner on true
  join users u on u.id = owner.user_id
  join profiles p on p.user_id = owner.user_id
  left join subscriptions s on s.vendor_id = v.id and s.ended_at is null
  where v.id = of_vendor
  on conflict (vendor_id) do update set words = excluded.words, status = excluded.status, term = excluded.term,
    plan = excluded.plan, granted_until = excluded.granted_until, trial_ends_at = excluded.trial_ends_at;
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_contact(of_vendor uuid, of_email text, of_phone text, of_telegram text, OUT contact_id uuid, OUT address_id uuid)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  select a.contact_id, a.id into lock_contact.contact_id, lock_contact.address_id from contact_addresses a
  where a.vendor_id = of_vendor and a.kind = address_kind(of_email, of_telegram)
    and a.value = address_value(of_email, of_phone, of_telegram);
  if not found then
    return;
  end if;
  perform from contacts c where c.id = lock_contact.contact_id for no key update;
  perform from contact_addresses a where a.id = lock_contact.address_id and a.contact_id = lock_contact.contact_id;
  if not found then
    raise exception 'The address has left its contact while this call waited.' using errcode = 'serialization_failure';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.lock_holds(of_vendor uuid, network text)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended('holds ' || of_vendor || network, 0))
$function$
;

CREATE OR REPLACE FUNCTION public.mailbox_mark(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select encode(sha256(convert_to(limit_email(email), 'UTF8')), 'hex') || '@erased'
$function$
;

CREATE OR REPLACE FUNCTION public.make_contact(of_vendor uuid, of_name text, of_email text, of_phone text, of_telegram text, telegram_name text, OUT contact_id uuid, OUT address_id uuid)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  insert into contacts (vendor_id, name) values (of_vendor, of_name) returning id into make_contact.contact_id;
  insert into contact_addresses (vendor_id, contact_id, kind, value, typed)
  values (of_vendor, make_contact.contact_id, address_kind(of_email, of_telegram),
    address_value(of_email, of_phone, of_telegram), coalesce(telegram_name, of_email, of_phone))
  on conflict do nothing returning id into make_contact.address_id;
  if make_contact.address_id is null then
    raise exception 'Somebody else has just made a contact of this address.' using errcode = 'serialization_failure';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.mark_slot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.is_slot := exists (select from classes where id = new.class_id and kind = 'facility');
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.mark_told(of_purchase uuid, of_reader text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into told (purchase_id, reader, vendor_id, spots, bundles)
  select g.id, of_reader, g.vendor_id,
    coalesce((select jsonb_object_agg(b.id, spot_told(b, s)) from bookings b
      join class_sessions s on s.id = b.session_id where b.purchase_id = g.id), '{}'),
    coalesce((select jsonb_object_agg(e.id, bundle_told(e)) from passes e where e.purchase_id = g.id), '{}')
  from purchases g where g.id = of_purchase
  on conflict (purchase_id, reader) do update set spots = excluded.spots, bundles = excluded.bundles
$function$
;

CREATE OR REPLACE FUNCTION public.mark_when_closed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.busy_since := case when session_is_closed_by_time(new) then coalesce(new.busy_since, now()) end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.may_be_rewarded(friend uuid, referrer uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select not exists (select from referrals where rewarded_mailbox = owner_mailbox(friend))
    and not exists (
      select from vendor_members m join users u on u.id = m.user_id
      where m.vendor_id = friend and m.role = 'owner' and works_for(u.email, referrer))
$function$
;

CREATE OR REPLACE FUNCTION public.money_for(b bookings)
 RETURNS TABLE(due_minor bigint, waived_minor bigint, paid_minor bigint, owed_minor bigint, give_back_minor bigint, most_back_minor bigint, state text, payment_status text)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  select m.* from money_of(b) m where b.pass_id is null
  union all
  select m.* from passes e, money_of(e) m where e.vendor_id = b.vendor_id and e.id = b.pass_id
$function$
;

CREATE OR REPLACE FUNCTION public.money_from(price bigint, asks boolean, paid bigint, waived bigint, refunded bigint, refunding bigint, disputed bigint, is_failed boolean)
 RETURNS TABLE(due_minor bigint, waived_minor bigint, paid_minor bigint, owed_minor bigint, give_back_minor bigint, most_back_minor bigint, state text, payment_status text)
 LANGUAGE sql
 IMMUTABLE ROWS 1
AS $function$
  select m.due, waived, m.net, m.owed, greatest(0, least(m.kept - greatest(0, m.due - waived), m.kept - disputed)), greatest(0, m.kept - disputed), m.state,
    case m.state when 'due' then case when is_failed then 'failed' else 'pending' end
      when 'none' then 'pending' when 'refunded' then 'refunded' else 'paid' end
  from (
    select k.*, case
        when k.owed > 0 then 'due'
        when k.net > 0 then 'paid'
        when refunded > 0 then 'refunded'
        when asks then 'free'
        else 'none' end as state
    from (
      select d.due, paid - refunded as net, paid - refunded - refunding as kept, greatest(0, d.due - waived - paid) as owed
      from (select case when asks then price else 0 end as due) d
    ) k
  ) m
$function$
;

CREATE OR REPLACE FUNCTION public.money_of(b bookings)
 RETURNS TABLE(due_minor bigint, waived_minor bigint, paid_minor bigint, owed_minor bigint, give_back_minor bigint, most_back_minor bigint, state text, payment_status text)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  select m.* from (
    select
      coalesce(sum(p.amount_minor) filter (where p.kind = 'paid' and p.state = 'done'), 0)::bigint as paid,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'waived' and p.state = 'done'), 0)::bigint as waived,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'refunded' and p.state = 'done'), 0)::bigint as refunded,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'refunded' and p.state = 'open'), 0)::bigint as refunding,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'disputed' and p.state = 'done'), 0)::bigint as disputed,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'paid' and p.state = 'failed'), 0) > 0 as is_failed
    from payments p where p.vendor_id = b.vendor_id and p.booking_id = b.id and b.deleted_at is null
  ) r,
  money_from(b.price_minor::bigint, b.pass_id is null and (holds_still(b) or coalesce(b.attendance = 'late_cancel' and b.deleted_at is null, false)),
    r.paid, r.waived, r.refunded, r.refunding, r.disputed, r.is_failed) m
$function$
;

CREATE OR REPLACE FUNCTION public.money_of(e passes)
 RETURNS TABLE(due_minor bigint, waived_minor bigint, paid_minor bigint, owed_minor bigint, give_back_minor bigint, most_back_minor bigint, state text, payment_status text)
 LANGUAGE sql
 STABLE ROWS 1
AS $function$
  select m.due_minor, m.waived_minor, m.paid_minor, case when c.is_sold then m.owed_minor else 0 end, m.give_back_minor,
    m.most_back_minor, m.state, m.payment_status
  from (
    select
      coalesce(sum(p.amount_minor) filter (where p.kind = 'paid' and p.state = 'done'), 0)::bigint as paid,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'waived' and p.state = 'done'), 0)::bigint as waived,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'refunded' and p.state = 'done'), 0)::bigint as refunded,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'refunded' and p.state = 'open'), 0)::bigint as refunding,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'disputed' and p.state = 'done'), 0)::bigint as disputed,
      coalesce(sum(p.amount_minor) filter (where p.kind = 'paid' and p.state = 'failed'), 0) > 0 as is_failed
    from payments p where p.vendor_id = e.vendor_id and p.pass_id = e.id
  ) r,
  (select exists (select from bookings k where k.vendor_id = e.vendor_id and k.pass_id = e.id and sells_bundle(k)) as is_sold) c,
  money_from((e.price_minor - e.reduction_minor)::bigint, e.status = 'active', r.paid, r.waived, r.refunded, r.refunding, r.disputed, r.is_failed) m
$function$
;

CREATE OR REPLACE FUNCTION public.money_told(of_vendor uuid, of_booking uuid, of_pass uuid, of_kind text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(p.amount_minor), 0)::bigint from payments p
  where p.vendor_id = of_vendor and (p.booking_id = of_booking or p.pass_id = of_pass) and p.kind = of_kind
    -- What goes back to a card is said when it is asked for.
    and (p.state = 'done' or p.state = 'open' and of_kind = 'refunded')
$function$
;

CREATE OR REPLACE FUNCTION public.month_start(zone text)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select date_trunc('month', now() at time zone zone) at time zone zone
$function$
;

CREATE OR REPLACE FUNCTION public.new_classes_this_month(of_vendor uuid, zone text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select count(*)::integer from classes c where c.vendor_id = of_vendor and c.created_at >= counted_since(of_vendor, zone)
$function$
;

CREATE OR REPLACE FUNCTION public.new_referral_code()
 RETURNS text
 LANGUAGE sql
AS $function$
  select string_agg(substr('23456789abcdefghjkmnpqrstuvwxyz', 1 + get_byte(b, n) % 31, 1), '' order by n)
  from (select sha256(gen_random_uuid()::text::bytea) as b) r, generate_series(0, 7) n
$function$
;

CREATE OR REPLACE FUNCTION public.newcomer_address(of_vendor uuid, of_contact uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select c.first_network from contacts c
  where c.vendor_id = of_vendor and c.id = of_contact and c.created_at > now() - interval '24 hours'
$function$
;

CREATE OR REPLACE FUNCTION public.note_settled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update bookings b set settled_minor = b.settled_minor + c.minor
  from (
    select vendor_id, booking_id, sum(minor) as minor from (
      select vendor_id, booking_id, amount_minor as minor from added where kind in ('paid', 'waived') and state = 'done'
    ) settles
    where booking_id is not null group by vendor_id, booking_id
  ) c
  where b.vendor_id = c.vendor_id and b.id = c.booking_id and c.minor <> 0;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.online_bookings_this_month(of_vendor uuid, zone text)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select count(*)::integer from bookings b join purchases g on g.id = b.purchase_id
  where b.vendor_id = of_vendor and b.pass_id is null and holds_still(b)
    and (b.booked_at >= counted_since(of_vendor, zone) or b.restored_at >= counted_since(of_vendor, zone))
    and g.source in ('public', 'api', 'bot')
$function$
;

CREATE OR REPLACE FUNCTION public.owner_mailbox(of_vendor uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select mailbox_mark(u.email) from vendor_members m join users u on u.id = m.user_id
  where m.vendor_id = of_vendor and m.role = 'owner'
$function$
;

CREATE OR REPLACE FUNCTION public.party_fits(c classes, people integer, gender text, birth_date date)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select c.kind = 'class' or coalesce(people between 1 and c.max_people, false)
    and (gender is not null or not c.asks_gender) and (birth_date is not null or not c.asks_birth_date)
$function$
;

CREATE OR REPLACE FUNCTION public.place_of(location text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when length(place) <= 40 then place end
  from (
    select nth, part, btrim(regexp_replace(
      regexp_replace(part, '\S*\d\S*|\([^)]*\)?', ' ', 'g'), '\s+', ' ', 'g')) as place
    from regexp_split_to_table(location, ',') with ordinality as parts (part, nth)
  ) as named
  where place <> '' and place !~ '^[A-Z]{1,3}$'
    and (nth > 1 or part !~ '\d' or part ~ '^\s*\d{4,5}\s')
  order by nth desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.plan_in_force(of_vendor uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select p.plan from plan_periods(of_vendor) p
    where p.starts_at <= now() and (p.ends_at is null or p.ends_at > now())
    order by plan_rank(p.plan) desc limit 1), 'free')
$function$
;

CREATE OR REPLACE FUNCTION public.plan_periods(of_vendor uuid)
 RETURNS TABLE(source text, plan text, starts_at timestamp with time zone, ends_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  select 'trial', 'enterprise', v.created_at, v.trial_ends_at from vendors v where v.id = of_vendor
  union all
  select 'subscription', s.plan, s.started_at, least(s.ended_at, s.cancel_at)
  from subscriptions s where s.vendor_id = of_vendor
  union all
  select 'grant', g.plan, g.starts_at, g.ends_at from plan_grants g
  where g.vendor_id = of_vendor and g.ends_at > g.starts_at
$function$
;

CREATE OR REPLACE FUNCTION public.plan_rank(plan text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case plan when 'enterprise' then 2 when 'professional' then 1 else 0 end
$function$
;

CREATE OR REPLACE FUNCTION public.plan_reminds(b bookings, of_plans text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select of_plans is null or exists (select from plan_periods(b.vendor_id) p
    where p.plan = any(of_plans) and p.starts_at <= now() and (p.ends_at is null or p.ends_at > least(b.booked_at, now())))
$function$
;

CREATE OR REPLACE FUNCTION public.price_by_hours(b bookings)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  more bigint;
begin
  with priced as (
    select x.extra_id, amount_of_extra(x.price_minor, x.per, s) - x.amount_minor as more
    from booking_extras x join class_sessions s on s.vendor_id = b.vendor_id and s.id = b.session_id
    where x.vendor_id = b.vendor_id and x.booking_id = b.id and x.per = 'hour'
  ), written as (
    update booking_extras x set amount_minor = x.amount_minor + p.more from priced p
    where x.vendor_id = b.vendor_id and x.booking_id = b.id and x.extra_id = p.extra_id and p.more <> 0
    returning p.more
  )
  select coalesce(sum(w.more), 0)::bigint into more from written w;
  update bookings k set price_minor = k.price_minor + more, updated_at = now()
  where k.vendor_id = b.vendor_id and k.id = b.id and more <> 0;
end $function$
;

CREATE OR REPLACE FUNCTION public.price_changed_slot()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform price_by_hours(b) from bookings b
  where b.vendor_id = new.vendor_id and b.session_id = new.id and holds_seat(b);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.price_moved_booking()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.people is not null then perform price_by_hours(new); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.price_with_extras(c classes, s class_sessions, extras uuid[])
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select case when cardinality(extras) = 0 then c.price_minor else (
    select case when count(*) = cardinality(extras) then c.price_minor + sum(extra_amount(e, s))::bigint end
    from facility_extras e where e.class_id = c.id and e.retired_at is null and e.id = any(extras)) end
$function$
;

CREATE OR REPLACE FUNCTION public.reachable_chat(of_address text, of_vendor uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select c.address from telegram_chats c join telegram_bots t on t.id = c.bot_id
  where c.address = of_address and c.blocked_at is null and t.problem is distinct from 'unauthorized'
    and (t.vendor_id is null or (t.vendor_id = of_vendor and t.sealed_token is not null))
$function$
;

CREATE OR REPLACE FUNCTION public.referrer_of(code text)
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select v.id from vendors v where v.referral_code = lower(code) and v.closed_at is null and v.suspended_at is null
$function$
;

CREATE OR REPLACE FUNCTION public.refund_cards(of_vendor uuid, of_bookings uuid[], of_passes uuid[], asked bigint)
 RETURNS integer
 LANGUAGE sql
AS $function$
  with payers as (
    select b.id as booking_id, null::uuid as pass_id, case when asked is not null then asked when b.deleted_at is null then m.give_back_minor
        else (select greatest(0, coalesce(sum(case p.kind when 'paid' then p.amount_minor else -p.amount_minor end), 0))::bigint from payments p
          where p.vendor_id = b.vendor_id and p.booking_id = b.id and p.kind in ('paid', 'refunded', 'disputed') and p.state in ('open', 'done')) end as gives
    from bookings b, money_of(b) m where b.vendor_id = of_vendor and b.id = any(of_bookings) and b.pass_id is null
    union all
    select null, e.id, coalesce(asked, m.give_back_minor) from passes e, money_of(e) m where e.vendor_id = of_vendor and e.id = any(of_passes)
  ), rows as (
    select y.booking_id, y.pass_id, y.gives, p.kind, p.amount_minor, coalesce(g.of_payment, g.id) as payment_id
    from payers y
    join payments p on p.vendor_id = of_vendor and (p.booking_id = y.booking_id or p.pass_id = y.pass_id)
    join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
    where p.kind in ('paid', 'refunded', 'disputed') and p.state in ('open', 'done')
  ), kept as (
    select r.booking_id, r.pass_id, r.gives, r.payment_id,
      sum(case r.kind when 'paid' then r.amount_minor else -r.amount_minor end)::bigint as minor
    from rows r group by r.booking_id, r.pass_id, r.gives, r.payment_id
  ), parts as (
    select k.booking_id, k.pass_id, k.payment_id, g.account, g.currency,
      least(k.minor, coalesce(k.gives, k.minor) - case when k.gives is null then 0 else coalesce(sum(k.minor) over (
        partition by k.booking_id, k.pass_id order by g.at desc, g.id rows between unbounded preceding and 1 preceding), 0) end)::bigint
        / card_unit(g.currency) * card_unit(g.currency) as minor
    from kept k join payment_groups g on g.vendor_id = of_vendor and g.id = k.payment_id
    join card_accounts a on a.vendor_id = of_vendor and a.account = g.account and a.api_key is not null
    where k.minor > 0
  ), made as (
    insert into payment_groups (vendor_id, provider, account, of_payment, amount_minor, currency, due_at)
    select of_vendor, 'stripe', d.account, d.payment_id, sum(d.minor), d.currency, now() from parts d
    where d.minor > 0 group by d.account, d.payment_id, d.currency
    returning id, of_payment
  ), written as (
    insert into payments (vendor_id, booking_id, pass_id, group_id, kind, state, amount_minor, currency, method)
    select of_vendor, d.booking_id, d.pass_id, m.id, 'refunded', 'open', d.minor, d.currency, 'card'
    from parts d join made m on m.of_payment = d.payment_id where d.minor > 0
  )
  select count(*)::integer from made
$function$
;

CREATE OR REPLACE FUNCTION public.registration_is_closed(c classes, v vendors)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select c.paused_at is not null or coalesce(c.registration_closed_date < (now() at time zone v.time_zone)::date, false)
$function$
;

CREATE OR REPLACE FUNCTION public.rows_of_purchase(of_vendor uuid, of_purchase uuid)
 RETURNS TABLE(booking_id uuid, pass_id uuid, group_id uuid, kind text, method text, amount_minor bigint, currency character, at timestamp with time zone, by_card boolean, is_deleted boolean)
 LANGUAGE sql
 STABLE
AS $function$
  select p.booking_id, p.pass_id, p.group_id, p.kind, p.method, p.amount_minor, p.currency, p.at, g.id is not null and p.method <> 'given', o.is_deleted
  from (
    select b.id as booking_id, null::uuid as pass_id, b.deleted_at is not null as is_deleted
    from bookings b where b.vendor_id = of_vendor and b.purchase_id = of_purchase and (b.deleted_at is null or exists (
      select from receipts r where r.vendor_id = of_vendor and r.purchase_id = of_purchase and r.given_at <= b.deleted_at))
    union all
    select null, e.id, false from passes e where e.vendor_id = of_vendor and e.purchase_id = of_purchase
  ) o
  join payments p on p.vendor_id = of_vendor and (p.booking_id = o.booking_id or p.pass_id = o.pass_id)
  left join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
  where p.kind in ('paid', 'refunded', 'disputed') and p.state = 'done' and p.method <> 'again'
    and (p.method <> 'door' or exists (select from bookings b join class_sessions s on s.vendor_id = b.vendor_id and s.id = b.session_id
      where b.vendor_id = of_vendor and s.starts_at <= now() and (b.id = o.booking_id or b.pass_id = o.pass_id
        and (select sum(n.delta) from pass_entries n where n.vendor_id = of_vendor and n.booking_id = b.id) < 0)))
$function$
;

CREATE OR REPLACE FUNCTION public.search_expand(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select replace(replace(replace(replace(replace(replace(normalize(words, nfc),
    'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue')
$function$
;

CREATE OR REPLACE FUNCTION public.search_fold(words text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  folded text := words;
begin
  if octet_length(folded) > length(folded) then
    folded := normalize(translate(folded, 'йЙ', 'yy'), nfkd);
    folded := regexp_replace(folded, '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\ufe00-\ufe0f’ʼ]', '', 'g');
    folded := translate(folded, 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЄҐ', 'абвгдежзиклмнопрстуфхцчшщъыьэюяієґ');
    folded := translate(folded, 'абвгдезиклмнопрстуфхыэієґøØłŁđĐı', 'abvgdeziklmnoprstufhyeiegoollddi');
    folded := replace(replace(replace(replace(replace(replace(replace(folded,
      'щ', 'sch'), 'ш', 'sh'), 'ч', 'ch'), 'ж', 'zh'), 'ц', 'ts'), 'ю', 'yu'), 'я', 'ya');
    folded := replace(replace(replace(replace(folded, 'ъ', ''), 'ь', ''), 'ß', 'ss'), 'æ', 'ae');
    folded := replace(replace(replace(folded, 'Æ', 'ae'), 'œ', 'oe'), 'ẞ', 'ss');
    folded := regexp_replace(folded, '[\u0080-\u00bf\u2000-\u206f\u3000-\u303f]', ' ', 'g');
  end if;
  folded := lower(replace(folded, '''', ''));
  if folded ~ '[^\u0001-\u007f]' or folded ~ '[%_\\+#$]' then
    select string_agg(case when sign ~ '[^\u0001-\u007f]|[%_\\+#$]' then '9' || to_hex(ascii(sign)) else sign end, ''
      order by place) into folded
    from regexp_split_to_table(folded, '') with ordinality as signs (sign, place);
  end if;
  return btrim(regexp_replace(folded, '[^a-z0-9]+', ' ', 'g'));
end $function$
;

CREATE OR REPLACE FUNCTION public.search_parts(search_text text, category text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT COST 1000
AS $function$
  select array_to_tsvector(array_agg(substr(piece, start, 20)) || ('=' || category))
  from string_to_table(btrim("left"(search_text, 20000)), ' ') as word,
    generate_series(0, greatest(length(word) - 3, 0), 500) as passed,
    substr(word, passed + 1, 520) as piece,
    generate_series(1, greatest(least(length(word) - 2 - passed, 500), 1)) as start
$function$
;

CREATE OR REPLACE FUNCTION public.search_text_of(title text, location text, description text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  words text := normalize(concat_ws(' ', title, location, description), nfc);
  expanded text;
begin
  if words ~ '[äöüÄÖÜ]' then
    select string_agg(public.search_fold(public.search_expand(word)), ' ') into expanded
    from regexp_split_to_table(words, '\s+') as word where word ~ '[äöüÄÖÜ]';
  end if;
  return concat(' ', concat_ws(' ', public.search_fold(words), expanded));
end $function$
;

CREATE OR REPLACE FUNCTION public.sells_bundle(b bookings)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select b.confirmed_at is not null and (b.status in ('confirmed', 'completed') or b.waits_for is distinct from 'payment'
    or b.status = 'pending' and b.deleted_at is null)
$function$
;

CREATE OR REPLACE FUNCTION public.session_closes_at(s class_sessions, c classes)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select least(session_closes_for_all(s), c.paused_at)
$function$
;

CREATE OR REPLACE FUNCTION public.session_closes_for_all(s class_sessions)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select least(s.booking_closes_at, s.busy_since)
$function$
;

CREATE OR REPLACE FUNCTION public.session_collides(s class_sessions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select session_is_upcoming(s) and not s.is_slot and exists (
    select from busy_times b where b.vendor_id = s.vendor_id and b.ends_at > s.starts_at and b.starts_at < s.ends_at)
$function$
;

CREATE OR REPLACE FUNCTION public.session_has_opened(s class_sessions, c classes)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(session_opens_at(s, c) <= now(), true)
$function$
;

CREATE OR REPLACE FUNCTION public.session_is_blocked(s class_sessions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select session_is_upcoming(s) and exists (
    select from blocked_times b where b.vendor_id = s.vendor_id and b.ends_at > s.starts_at and b.starts_at < s.ends_at)
$function$
;

CREATE OR REPLACE FUNCTION public.session_is_bookable(s class_sessions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select session_is_upcoming(s) and session_closes_for_all(s) > now()
$function$
;

CREATE OR REPLACE FUNCTION public.session_is_closed_by_time(s class_sessions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select session_is_blocked(s) or session_collides(s) and exists (
    select from calendar_connections c where c.vendor_id = s.vendor_id and c.closes_booking
      and c.google_calendar_connected_at is not null)
$function$
;

CREATE OR REPLACE FUNCTION public.session_is_open(s class_sessions, c classes)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select session_is_upcoming(s) and booking_phase(s, c) = 'open'
$function$
;

CREATE OR REPLACE FUNCTION public.session_is_shown(s class_sessions, c classes)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select session_is_upcoming(s) and (c.kind = 'class' or session_has_opened(s, c))
$function$
;

CREATE OR REPLACE FUNCTION public.session_is_upcoming(s class_sessions)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select s.status = 'confirmed' and s.starts_at > now()
$function$
;

CREATE OR REPLACE FUNCTION public.session_opens_at(s class_sessions, c classes)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select (s.session_date - c.days_ahead)::timestamp at time zone s.time_zone
$function$
;

CREATE OR REPLACE FUNCTION public.shown_status(b bookings)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case when b.status = 'pending' and not still_waits(b) then 'expired' else b.status end
$function$
;

CREATE OR REPLACE FUNCTION public.spot_told(b bookings, s class_sessions)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object(
    'status', case when b.deleted_at is not null then 'cancelled' when b.status = 'completed' then 'confirmed'
      when b.status = 'pending' then case when b.waits_for = 'vendor' then 'requested' when b.confirmed_at is not null then 'approved' else 'unpaid' end
      when b.status = 'expired' and b.waits_for = 'payment' and b.confirmed_at is null then 'unpaid' else b.status end,
    'sessionId', b.session_id,
    'startsAt', to_char(s.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'zone', s.time_zone, 'location', s.location, 'onlineUrl', s.online_url, 'waived', b.late_waived_at is not null,
    -- What came too late for a bundle goes back with each of its dates; a bundle that was sold says it itself.
    'backMinor', case when b.pass_id is not null and b.status = 'expired' and b.waits_for = 'payment' and b.confirmed_at is null
      then money_told(b.vendor_id, null, b.pass_id, 'refunded') else money_told(b.vendor_id, b.id, null, 'refunded') end,
    'forgivenMinor', money_told(b.vendor_id, b.id, null, 'waived'),
    'party', case when b.people is not null then jsonb_build_object('people', b.people,
      'extras', coalesce((select jsonb_agg(x.name order by x.name, x.extra_id) from booking_extras x
        where x.vendor_id = b.vendor_id and x.booking_id = b.id), '[]')) end)
$function$
;

CREATE OR REPLACE FUNCTION public.still_waits(b bookings)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select b.deleted_at is null and b.status = 'pending' and b.expires_at > now()
$function$
;

CREATE OR REPLACE FUNCTION public.stop_connections(of_user uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  one connections;
  kept jsonb;
begin
  for one in
    select * from connections c where c.user_id = of_user and c.stopped_at is null order by c.vendor_id, c.kind for update
  loop
    kept := null;
    case one.kind
      when 'chat' then
        select jsonb_build_object('telegram', m.telegram) into kept
          from vendor_members m where m.vendor_id = one.vendor_id and m.user_id = of_user for update;
        update vendor_members m set telegram = null where m.vendor_id = one.vendor_id and m.user_id = of_user;
      when 'calendar' then
        -- As if the connection were lost: busy times stay as they were read last.
        update calendar_connections c
          set broken_at = now(), broken_because = 'stopped', lease = null, leased_until = null
          where c.vendor_id = one.vendor_id and c.google_calendar_connected_at is not null and c.broken_at is null;
      when 'feed' then
        update feeds f set names = false where f.vendor_id = one.vendor_id and f.address_id is null;
      when 'bot' then
        select jsonb_build_object('id', t.id, 'token', t.sealed_token, 'secret', t.sealed_login_secret) into kept
          from telegram_bots t where t.vendor_id = one.vendor_id and t.sealed_token is not null for update;
        update telegram_bots t set sealed_token = null, sealed_login_secret = null
          where t.vendor_id = one.vendor_id and t.sealed_token is not null;
    end case;
    update connections c set stopped_at = now(), saved = kept
      where (c.vendor_id, c.kind, c.user_id) = (one.vendor_id, one.kind, one.user_id);
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.taken_by_newcomers(of_vendor uuid, network text, OUT purchases integer, OUT spots integer)
 RETURNS record
 LANGUAGE sql
 STABLE
AS $function$
  select count(distinct g.id)::integer, count(*)::integer from contacts c
  join purchases g on g.vendor_id = c.vendor_id and g.contact_id = c.id and g.source in ('public', 'api', 'bot')
  join bookings b on b.vendor_id = g.vendor_id and b.purchase_id = g.id and b.pass_id is null
  where c.vendor_id = of_vendor and c.first_network = network and c.created_at > now() - interval '24 hours'
$function$
;

CREATE OR REPLACE FUNCTION public.takes_cards(v vendors, plans boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from card_accounts a where a.vendor_id = v.id and a.api_key is not null and a.broken_at is null)
    and (not plans or plan_in_force(v.id) <> 'free') and vendor_is_open(v)
$function$
;

CREATE OR REPLACE FUNCTION public.tell_of_switched_off_two_factor()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- It also goes with its account.
  if exists (select from users where id = old.user_id) then
    insert into outbox (kind, payload)
      values ('account.two_factor_switched_off', jsonb_build_object('userId', old.user_id));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.unpaid_from(of_vendor uuid, network text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select count(*) from checkouts k join purchases g on g.vendor_id = k.vendor_id and g.id = k.purchase_id and not has_been_confirmed(g.contact_id)
  join checkout_items i on i.vendor_id = k.vendor_id and i.checkout_id = k.id
  join bookings b on b.vendor_id = k.vendor_id and (b.id = i.booking_id or b.pass_id = i.pass_id)
  where k.vendor_id = of_vendor and k.from_network = network and k.hold_until is not null and k.state in ('making', 'open') and k.expires_at > now()
$function$
;

CREATE OR REPLACE FUNCTION public.vendor_is_listed(v vendors)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select v.listed and v.set_up_at is not null and v.suspended_at is null and v.closed_at is null
$function$
;

CREATE OR REPLACE FUNCTION public.vendor_is_open(v vendors)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select v.set_up_at is not null and v.suspended_at is null and v.closed_at is null
$function$
;

CREATE OR REPLACE FUNCTION public.vendor_name(v vendors)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(v.business_name, (
    select p.full_name from vendor_members m join profiles p on p.user_id = m.user_id
    where m.vendor_id = v.id and m.role = 'owner'), '')
$function$
;

CREATE OR REPLACE FUNCTION public.wants_reminders(key text, of_vendor uuid, address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select key is not null and not exists (
    select from mail_wishes w where w.vendor_id = of_vendor and w.mark = address_mark(key, of_vendor, address))
$function$
;

CREATE OR REPLACE FUNCTION public.went_to_card(of_vendor uuid, of_booking uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from payments p join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
    where p.vendor_id = of_vendor and p.kind = 'refunded' and p.state in ('open', 'done') and (p.booking_id = of_booking
      or p.pass_id = (select b.pass_id from bookings b where b.vendor_id = of_vendor and b.id = of_booking)))
$function$
;

CREATE OR REPLACE FUNCTION public.works_for(email text, of_vendor uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from vendor_members m join users u on u.id = m.user_id
    where m.vendor_id = of_vendor and limit_email(u.email) = limit_email(works_for.email))
$function$
;

CREATE TRIGGER end_ends_checkouts AFTER UPDATE OF status, price_minor, deleted_at ON public.bookings FOR EACH ROW WHEN (((((new.status)::text <> (old.status)::text) AND ((new.status)::text <> 'completed'::text)) OR ((new.price_minor)::bigint < (old.price_minor)::bigint) OR ((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL)))) EXECUTE FUNCTION end_checkouts_of_row();

CREATE TRIGGER price_moved_booking AFTER UPDATE OF session_id ON public.bookings FOR EACH ROW WHEN ((old.session_id <> new.session_id)) EXECUTE FUNCTION price_moved_booking();

CREATE TRIGGER mark_slot BEFORE INSERT ON public.class_sessions FOR EACH ROW EXECUTE FUNCTION mark_slot();

CREATE TRIGGER mark_when_closed BEFORE INSERT OR UPDATE OF starts_at, ends_at ON public.class_sessions FOR EACH ROW EXECUTE FUNCTION mark_when_closed();

CREATE TRIGGER price_changed_slot AFTER UPDATE OF starts_at, ends_at ON public.class_sessions FOR EACH ROW WHEN ((new.is_slot AND ((old.ends_at - old.starts_at) <> (new.ends_at - new.starts_at)))) EXECUTE FUNCTION price_changed_slot();

CREATE TRIGGER withdrawal_ends_checkouts AFTER UPDATE OF status, reduction_minor ON public.passes FOR EACH ROW WHEN (((new.status <> old.status) OR (new.reduction_minor > old.reduction_minor))) EXECUTE FUNCTION end_checkouts_of_row();

CREATE TRIGGER note_settled AFTER INSERT ON public.payments REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_settled();

CREATE TRIGGER payment_ends_checkouts AFTER INSERT ON public.payments FOR EACH ROW WHEN ((((new.kind)::text = ANY (ARRAY['paid'::text, 'waived'::text])) AND ((new.state)::text = 'done'::text) AND (new.amount_minor > 0))) EXECUTE FUNCTION end_checkouts_of_row();

CREATE TRIGGER keep_name AFTER DELETE ON public.pictures FOR EACH ROW EXECUTE FUNCTION keep_name_of_deleted_picture();

CREATE TRIGGER vendor_is_listed AFTER INSERT OR UPDATE OF ends_at ON public.plan_grants FOR EACH ROW EXECUTE FUNCTION list_changed_vendor();

CREATE TRIGGER vendor_is_listed AFTER UPDATE OF full_name ON public.profiles FOR EACH ROW EXECUTE FUNCTION list_changed_vendor();

CREATE TRIGGER end_linked_chat BEFORE UPDATE OF token_rotation, customer_telegram ON public.purchases FOR EACH ROW EXECUTE FUNCTION end_linked_chat();

CREATE TRIGGER vendor_is_listed AFTER INSERT OR UPDATE OF ended_at, plan, term ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION list_changed_vendor();

CREATE TRIGGER tell_owner AFTER DELETE ON public.two_factors FOR EACH ROW EXECUTE FUNCTION tell_of_switched_off_two_factor();

CREATE TRIGGER invitation_is_accepted AFTER INSERT OR UPDATE OF email, email_verified ON public.users FOR EACH ROW WHEN (new.email_verified) EXECUTE FUNCTION accept_invitation();

CREATE TRIGGER users_create_what_a_user_needs AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION create_what_a_user_needs();

CREATE TRIGGER vendor_is_listed AFTER UPDATE OF email, email_verified ON public.users FOR EACH ROW EXECUTE FUNCTION list_changed_vendor();

CREATE TRIGGER vendor_is_listed AFTER INSERT OR UPDATE ON public.vendor_members FOR EACH ROW WHEN ((new.role = 'owner'::text)) EXECUTE FUNCTION list_changed_vendor();

CREATE TRIGGER vendor_is_listed AFTER UPDATE OF business_name, suspended_at, closed_at, set_up_at, trial_ends_at ON public.vendors FOR EACH ROW EXECUTE FUNCTION list_changed_vendor();
