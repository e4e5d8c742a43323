-- The schema as it stood before the first release, written from db/schema.sql. Changes come in migrations of their own;
-- functions that change with the code are in db/functions.
set local check_function_bodies = off;

create extension btree_gin;
create extension fuzzystrmatch;
create extension pg_trgm;

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
end $function$;

CREATE OR REPLACE FUNCTION public.keep_name_of_deleted_picture()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into deleted_pictures (name, widths) values (old.name, old.widths) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.limit_email(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select case when domain in ('@gmail.com', '@googlemail.com') then replace(mailbox, '.', '') || '@gmail.com' else mailbox || domain end
  from substring(email from '@[^@]*$') as domain, left(email, -length(domain)) as name,
    coalesce(nullif(split_part(name, '+', 1), ''), name) as mailbox
$function$;

CREATE OR REPLACE FUNCTION public.mailbox_mark(email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select encode(sha256(convert_to(limit_email(email), 'UTF8')), 'hex') || '@erased'
$function$;

CREATE OR REPLACE FUNCTION public.new_referral_code()
 RETURNS text
 LANGUAGE sql
AS $function$
  select string_agg(substr('23456789abcdefghjkmnpqrstuvwxyz', 1 + get_byte(b, n) % 31, 1), '' order by n)
  from (select sha256(gen_random_uuid()::text::bytea) as b) r, generate_series(0, 7) n
$function$;

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
$function$;

CREATE OR REPLACE FUNCTION public.search_expand(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select replace(replace(replace(replace(replace(replace(normalize(words, nfc),
    'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue')
$function$;

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
end $function$;

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
$function$;

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
end $function$;

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
end $function$;

create domain attendance as text CHECK ((VALUE = ANY (ARRAY['came'::text, 'no_show'::text, 'late_cancel'::text])));
create domain booking_method as text CHECK ((VALUE = ANY (ARRAY['telegram'::text, 'phone'::text, 'email'::text])));
create domain booking_source as text CHECK ((VALUE = ANY (ARRAY['public'::text, 'api'::text, 'vendor'::text, 'bot'::text, 'waitlist'::text])));
create domain booking_status as text CHECK ((VALUE = ANY (ARRAY['pending'::text, 'confirmed'::text, 'completed'::text, 'cancelled'::text, 'rejected'::text, 'expired'::text])));
create domain capacity as integer CHECK (((VALUE >= 1) AND (VALUE <= 5000)));
create domain ended_by as text CHECK ((VALUE = ANY (ARRAY['customer'::text, 'issued_link'::text, 'vendor'::text, 'system'::text])));
create domain language_code as text CHECK ((VALUE = ANY (ARRAY['en'::text, 'de'::text, 'ru'::text])));
create domain message_audience as text CHECK ((VALUE = ANY (ARRAY['customer'::text, 'chat'::text, 'vendor'::text, 'account'::text, 'operator'::text])));
create domain message_channel as text CHECK ((VALUE = ANY (ARRAY['email'::text, 'none'::text])));
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
  constraint audit_log_pkey PRIMARY KEY (id)
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
  constraint auth_accounts_provider_id_account_id_key UNIQUE (provider_id, account_id)
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
  constraint auth_sessions_token_key UNIQUE (token)
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
  -- Its instants: blockedSpan in core/classes/rules.ts.
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  constraint blocked_times_pkey PRIMARY KEY (id),
  constraint blocked_time_ends_after_start CHECK (
CASE
    WHEN (start_time IS NULL) THEN (ends_on >= starts_on)
    ELSE ((ends_on + end_time) > (starts_on + start_time))
END),
  constraint blocked_time_has_both_times CHECK ((num_nonnulls(start_time, end_time) = ANY (ARRAY[0, 2]))),
  constraint blocked_times_note_check CHECK ((length(note) <= 120))
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
  constraint purchases_pkey PRIMARY KEY (id),
  constraint purchases_idempotency_key_key UNIQUE (idempotency_key),
  constraint purchases_reference_key UNIQUE (reference),
  constraint purchases_vendor_row UNIQUE (vendor_id, id),
  constraint address_is_of_a_contact CHECK (((address_id IS NULL) OR (contact_id IS NOT NULL))),
  constraint online_purchase_has_a_contact CHECK ((((source)::text = 'vendor'::text) OR (erased_at IS NOT NULL) OR (contact_id IS NOT NULL)))
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
  -- what was paid and waived, kept by a trigger: finds what may be owed, and decides nothing
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
  -- when the vendor brought it back after its end
  restored_at timestamp with time zone,
  updated_at timestamp with time zone default now() not null,
  agreed_version integer,
  attendance_marked_at timestamp with time zone,
  notice_minutes integer,
  came_with_all_at timestamp with time zone,
  made_by ended_by default 'customer'::text not null,
  moved_by ended_by,
  moved_at timestamp with time zone,
  -- whom a pending booking waits for; one that is not pending any more keeps whom it waited for last
  waits_for text,
  constraint bookings_pkey PRIMARY KEY (id),
  constraint bookings_vendor_row UNIQUE (vendor_id, id),
  constraint bookings_waits_for_check CHECK ((waits_for = ANY (ARRAY['vendor'::text, 'payment'::text]))),
  constraint pending_has_an_expiry CHECK ((((status)::text <> 'pending'::text) OR (expires_at IS NOT NULL))),
  constraint pending_waits_for_somebody CHECK ((((status)::text <> 'pending'::text) OR (waits_for IS NOT NULL)))
);

create table calendar_connections (
  vendor_id uuid not null,
  google_calendar_token text,
  google_calendar_refresh_token text,
  google_calendar_connected_at timestamp with time zone,
  constraint calendar_connections_pkey PRIMARY KEY (vendor_id)
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
  constraint class_sessions_pkey PRIMARY KEY (id),
  constraint class_sessions_class_time_id_occurs_on_key UNIQUE (class_time_id, occurs_on),
  constraint class_sessions_vendor_row UNIQUE (vendor_id, id),
  constraint seats_within_capacity CHECK (((current_students >= 0) AND (current_students <= (max_students)::integer))),
  constraint session_ends_after_start CHECK ((ends_at > starts_at)),
  constraint session_has_one_kind_of_place CHECK (((location IS NULL) OR (online_url IS NULL)))
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
  -- customers of this class are not reminded
  reminders_off boolean default false not null,
  constraint classes_pkey PRIMARY KEY (id),
  constraint classes_vendor_row UNIQUE (vendor_id, id),
  constraint class_has_one_kind_of_place CHECK (((location IS NULL) OR (online_url IS NULL))),
  constraint classes_category_check CHECK ((category = ANY (ARRAY['fitness'::text, 'yoga'::text, 'strength'::text, 'cardio'::text, 'pilates'::text, 'dance'::text, 'martial_arts'::text, 'other'::text]))),
  constraint classes_closes_minutes_before_check CHECK (((closes_minutes_before >= 0) AND (closes_minutes_before <= 10080))),
  constraint classes_condition_check CHECK (((length(condition) >= 1) AND (length(condition) <= 300))),
  constraint classes_confirmation_mode_check CHECK ((confirmation_mode = ANY (ARRAY['automatic'::text, 'manual'::text]))),
  constraint classes_confirmation_timeout_minutes_check CHECK ((confirmation_timeout_minutes = ANY (ARRAY[5, 10, 15, 30, 60, 180, 720, 1440]))),
  constraint classes_difficulty_check CHECK ((difficulty = ANY (ARRAY['general'::text, 'beginner'::text, 'intermediate'::text, 'advanced'::text]))),
  constraint classes_duration_minutes_check CHECK (((duration_minutes >= 5) AND (duration_minutes <= 1440))),
  constraint classes_max_students_check CHECK (((max_students >= 1) AND (max_students <= 5000))),
  constraint classes_notice_minutes_check CHECK (((notice_minutes >= 0) AND (notice_minutes <= 20160))),
  constraint classes_price_minor_check CHECK ((price_minor >= 0)),
  constraint classes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text]))),
  constraint classes_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'link'::text, 'closed'::text])))
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
  constraint contact_addresses_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text, 'telegram'::text])))
);

create table contacts (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  name text not null,
  blocked_at timestamp with time zone,
  blocked_by uuid,
  erased_at timestamp with time zone,
  -- A keyed digest of the network address that its first online booking came from, kept for a day at a vendor with a limit.
  first_network text,
  created_at timestamp with time zone default now() not null,
  constraint contacts_pkey PRIMARY KEY (id),
  constraint contacts_vendor_id_id_key UNIQUE (vendor_id, id)
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
  constraint email_changes_pkey PRIMARY KEY (id)
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
  constraint passes_expiry_starts_check CHECK ((expiry_starts = ANY (ARRAY['purchase'::text, 'first_session'::text]))),
  constraint passes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'cancelled'::text]))),
  constraint passes_total_sessions_check CHECK ((total_sessions > 0)),
  constraint reduction_within_price CHECK (((reduction_minor >= 0) AND (reduction_minor <= (price_minor)::bigint))),
  constraint remaining_within_total CHECK (((remaining_sessions >= 0) AND (remaining_sessions <= total_sessions)))
);

create table erased_purchases (
  reference text not null,
  erased_at timestamp with time zone default now() not null,
  constraint erased_purchases_pkey PRIMARY KEY (reference)
);

create table form_keys (
  vendor_id uuid not null,
  kind text not null,
  digest text not null,
  made_id uuid,
  -- of a form that changed a row: what was said when it was accepted
  answer jsonb,
  made_at timestamp with time zone default now() not null,
  constraint form_keys_pkey PRIMARY KEY (vendor_id, kind, digest)
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
  -- News that leaves in one mail with all else that is due for its vendor then.
  gathers boolean default false not null,
  -- The lowest leaves first: the mails that let somebody sign in must not wait behind those that strangers can make in any
  -- number, and nobody's news behind what one vendor writes to hundreds at once.
  priority smallint generated always as (case when audience = 'account' then -1 when kind = 'booking.note' then 1
    when kind = 'booking.reminder' then 2 else 0 end) stored not null,
  due_at timestamp with time zone default now() not null,
  -- The worker that has it, and until when nobody else may take it.
  sending_by uuid,
  sending_until timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (id),
  constraint messages_event_id_audience_recipient_key UNIQUE (event_id, audience, recipient),
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
  constraint passkeys_credential_id_key UNIQUE (credential_id)
);

-- One payment for several spots, as its provider has it: each spot has its part in a row of payments.
create table payment_groups (
  vendor_id uuid not null,
  id uuid default gen_random_uuid() not null,
  provider text not null,
  provider_id text,
  amount_minor bigint not null,
  currency character(3) not null,
  at timestamp with time zone default now() not null,
  constraint payment_groups_pkey PRIMARY KEY (vendor_id, id),
  constraint payment_groups_provider_id_key UNIQUE (provider, provider_id),
  constraint payment_groups_amount_minor_check CHECK ((amount_minor <> 0)),
  constraint payment_groups_provider_check CHECK ((provider = 'desk'::text)),
  constraint the_desk_has_no_ids CHECK (((provider = 'desk'::text) = (provider_id IS NULL)))
);

create table payments (
  id uuid default gen_random_uuid() not null,
  vendor_id uuid not null,
  booking_id uuid,
  pass_id uuid,
  group_id uuid,
  kind payment_kind default 'paid'::text not null,
  state payment_state default 'done'::text not null,
  -- below 0: less of the same kind, such as a payment that was mistyped
  amount_minor bigint not null,
  currency character(3) not null,
  method payment_method not null,
  recorded_by uuid,
  at timestamp with time zone default now() not null,
  constraint payments_pkey PRIMARY KEY (id),
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
  constraint profiles_user_id_key UNIQUE (user_id)
);

create table rate_limits (
  key character varying(255) not null,
  points integer default 0 not null,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);

create table recovery_codes (
  id uuid default gen_random_uuid() not null,
  user_id uuid not null,
  hash text not null,
  created_at timestamp with time zone default now() not null,
  constraint recovery_codes_pkey PRIMARY KEY (id)
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
  constraint referrals_check CHECK ((vendor_id <> friend_id))
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
  constraint seat_ledger_pkey PRIMARY KEY (id)
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
  constraint session_bundles_pkey PRIMARY KEY (id),
  constraint session_bundles_vendor_row UNIQUE (vendor_id, id),
  constraint session_bundles_bundle_price_minor_check CHECK ((bundle_price_minor >= 0)),
  constraint session_bundles_expiry_days_check CHECK (((expiry_days >= 1) AND (expiry_days <= 730))),
  constraint session_bundles_expiry_starts_check CHECK ((expiry_starts = ANY (ARRAY['purchase'::text, 'first_session'::text]))),
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
  constraint subscriptions_plan_check CHECK ((plan = ANY (ARRAY['professional'::text, 'enterprise'::text]))),
  constraint subscriptions_provider_check CHECK ((provider = 'operator'::text)),
  constraint subscriptions_term_check CHECK ((term = ANY (ARRAY['monthly'::text, 'yearly'::text])))
);

create table told (
  purchase_id uuid not null,
  reader text not null,
  vendor_id uuid not null,
  spots jsonb default '{}'::jsonb not null,
  bundles jsonb default '{}'::jsonb not null,
  -- Something has happened: from then on the worker compares what the reader was told with what is now.
  due_at timestamp with time zone,
  constraint told_pkey PRIMARY KEY (purchase_id, reader),
  constraint told_reader_check CHECK ((reader = ANY (ARRAY['customer'::text, 'chat'::text, 'vendor'::text])))
);

create table two_factors (
  user_id uuid not null,
  sealed_key text not null,
  last_step bigint not null,
  switched_on_at timestamp with time zone default now() not null,
  constraint two_factors_pkey PRIMARY KEY (user_id)
);

create table user_roles (
  user_id uuid not null,
  role text not null,
  created_at timestamp with time zone default now() not null,
  constraint user_roles_pkey PRIMARY KEY (user_id, role),
  constraint user_roles_role_check CHECK ((role = ANY (ARRAY['vendor'::text, 'super_admin'::text])))
);

create table usernames (
  username text not null,
  vendor_id uuid,
  claimed_at timestamp with time zone default now() not null,
  constraint usernames_pkey PRIMARY KEY (username),
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
  constraint vendor_directory_plan_check CHECK ((plan = ANY (ARRAY['professional'::text, 'enterprise'::text]))),
  constraint vendor_directory_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'pending'::text, 'closed'::text]))),
  constraint vendor_directory_term_check CHECK ((term = ANY (ARRAY['monthly'::text, 'yearly'::text])))
);

create table vendor_job_runs (
  vendor_id uuid not null,
  job text not null,
  day date not null,
  constraint vendor_job_runs_pkey PRIMARY KEY (vendor_id, job)
);

create table vendor_members (
  vendor_id uuid not null,
  user_id uuid not null,
  role text not null,
  -- of the email with the sessions of a day
  wants_agenda boolean default true not null,
  created_at timestamp with time zone default now() not null,
  constraint vendor_members_pkey PRIMARY KEY (vendor_id, user_id),
  constraint vendor_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'manager'::text, 'instructor'::text])))
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
  -- on receipts
  postal_address text,
  tax_line text,
  -- how customers pay what they do not pay by card
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
  -- whether customers are reminded on the day before a session, and some hours before it
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
  constraint erased_after_closing CHECK (((erasing_at IS NULL) OR (closed_at IS NOT NULL))),
  constraint vendors_accent_check CHECK ((accent ~ '^#[0-9a-f]{6}$'::text)),
  constraint vendors_agenda_hour_check CHECK (((agenda_hour >= 0) AND (agenda_hour <= 23))),
  constraint vendors_contact_telegram_check CHECK ((contact_telegram ~ '^[A-Za-z][A-Za-z0-9_]{4,31}$'::text)),
  constraint vendors_experience_years_check CHECK (((experience_years >= 0) AND (experience_years <= 80))),
  constraint vendors_layout_check CHECK ((layout = ANY (ARRAY['schedule'::text, 'catalogue'::text]))),
  constraint vendors_max_spots_per_booking_check CHECK (((max_spots_per_booking >= 1) AND (max_spots_per_booking <= 4))),
  constraint vendors_postal_address_check CHECK ((length(postal_address) <= 300)),
  constraint vendors_tax_line_check CHECK ((length(tax_line) <= 120)),
  constraint vendors_payment_note_check CHECK ((length(payment_note) <= 500)),
  constraint vendors_notice_minutes_check CHECK (((notice_minutes >= 0) AND (notice_minutes <= 20160))),
  constraint vendors_social_facebook_check CHECK ((social_facebook ~ '^[A-Za-z0-9.-]{3,80}$'::text)),
  constraint vendors_social_instagram_check CHECK ((social_instagram ~ '^[A-Za-z0-9._]{1,30}$'::text)),
  constraint vendors_social_twitter_check CHECK ((social_twitter ~ '^[A-Za-z0-9_]{1,15}$'::text)),
  constraint vendors_specialties_check CHECK (((cardinality(specialties) <= 10) AND (array_position(specialties, NULL::text) IS NULL))),
  constraint vendors_website_check CHECK (((website ~ '^https://[^[:space:]"<>\\]+$'::text) AND (length(website) <= 300)))
);

create table worker_heartbeats (
  worker_id text not null,
  seen_at timestamp with time zone default now() not null,
  constraint worker_heartbeats_pkey PRIMARY KEY (worker_id)
);

alter table audit_log add constraint audit_log_actor_user_id_fkey FOREIGN KEY (actor_user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table audit_log add constraint audit_log_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT;
alter table auth_accounts add constraint auth_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table auth_sessions add constraint auth_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table blocked_times add constraint blocked_times_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table purchases add constraint purchases_vendor_id_address_id_fkey FOREIGN KEY (vendor_id, address_id) REFERENCES contact_addresses(vendor_id, id);
alter table purchases add constraint purchases_vendor_id_contact_id_fkey FOREIGN KEY (vendor_id, contact_id) REFERENCES contacts(vendor_id, id);
alter table bookings add constraint bookings_pass_id_fkey FOREIGN KEY (vendor_id, pass_id) REFERENCES passes(vendor_id, id) ON DELETE RESTRICT;
alter table bookings add constraint bookings_purchase_id_fkey FOREIGN KEY (vendor_id, purchase_id) REFERENCES purchases(vendor_id, id) ON DELETE RESTRICT;
alter table bookings add constraint bookings_session_id_fkey FOREIGN KEY (vendor_id, session_id) REFERENCES class_sessions(vendor_id, id) ON DELETE RESTRICT;
alter table calendar_connections add constraint calendar_connections_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table class_sessions add constraint class_sessions_class_id_fkey FOREIGN KEY (vendor_id, class_id) REFERENCES classes(vendor_id, id) ON DELETE RESTRICT;
alter table class_sessions add constraint class_sessions_class_time_id_fkey FOREIGN KEY (vendor_id, class_time_id) REFERENCES class_times(vendor_id, id) ON DELETE SET NULL (class_time_id);
alter table class_sessions add constraint class_sessions_instructor_user_id_fkey FOREIGN KEY (instructor_user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table class_sessions add constraint class_sessions_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT;
alter table class_times add constraint class_times_class_id_fkey FOREIGN KEY (vendor_id, class_id) REFERENCES classes(vendor_id, id) ON DELETE CASCADE;
alter table class_times add constraint class_times_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table classes add constraint classes_instructor_user_id_fkey FOREIGN KEY (instructor_user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table classes add constraint classes_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT;
alter table contact_addresses add constraint contact_addresses_vendor_id_contact_id_fkey FOREIGN KEY (vendor_id, contact_id) REFERENCES contacts(vendor_id, id) ON DELETE CASCADE;
alter table contacts add constraint contacts_blocked_by_fkey FOREIGN KEY (blocked_by) REFERENCES users(id) ON DELETE SET NULL;
alter table contacts add constraint contacts_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table email_changes add constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table pass_entries add constraint pass_entries_booking_id_fkey FOREIGN KEY (vendor_id, booking_id) REFERENCES bookings(vendor_id, id) ON DELETE RESTRICT;
alter table pass_entries add constraint pass_entries_pass_id_fkey FOREIGN KEY (vendor_id, pass_id) REFERENCES passes(vendor_id, id) ON DELETE RESTRICT;
alter table passes add constraint passes_bundle_id_fkey FOREIGN KEY (vendor_id, bundle_id) REFERENCES session_bundles(vendor_id, id) ON DELETE RESTRICT;
alter table passes add constraint passes_class_id_fkey FOREIGN KEY (vendor_id, class_id) REFERENCES classes(vendor_id, id) ON DELETE RESTRICT;
alter table passes add constraint passes_purchase_id_fkey FOREIGN KEY (vendor_id, purchase_id) REFERENCES purchases(vendor_id, id) ON DELETE RESTRICT;
alter table passes add constraint passes_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT;
alter table form_keys add constraint form_keys_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table invitations add constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL;
alter table messages add constraint messages_purchase_id_fkey FOREIGN KEY (vendor_id, purchase_id) REFERENCES purchases(vendor_id, id) ON DELETE RESTRICT;
alter table messages add constraint messages_session_id_fkey FOREIGN KEY (vendor_id, session_id) REFERENCES class_sessions(vendor_id, id) ON DELETE RESTRICT;
alter table messages add constraint messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table messages add constraint messages_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT;
alter table passkeys add constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table payment_groups add constraint payment_groups_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT;
alter table payments add constraint payments_group_id_fkey FOREIGN KEY (vendor_id, group_id) REFERENCES payment_groups(vendor_id, id) ON DELETE RESTRICT;
alter table payments add constraint payments_booking_id_fkey FOREIGN KEY (vendor_id, booking_id) REFERENCES bookings(vendor_id, id) ON DELETE RESTRICT;
alter table payments add constraint payments_pass_id_fkey FOREIGN KEY (vendor_id, pass_id) REFERENCES passes(vendor_id, id) ON DELETE RESTRICT;
alter table payments add constraint payments_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id) ON DELETE SET NULL;
alter table pictures add constraint pictures_class_id_fkey FOREIGN KEY (vendor_id, class_id) REFERENCES classes(vendor_id, id) ON DELETE CASCADE;
alter table pictures add constraint pictures_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table plan_grants add constraint plan_grants_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users(id) ON DELETE SET NULL;
alter table plan_grants add constraint plan_grants_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table plan_notices add constraint plan_notices_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table plan_requests add constraint plan_requests_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id) ON DELETE SET NULL;
alter table plan_requests add constraint plan_requests_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table profiles add constraint profiles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table recovery_codes add constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_factors(user_id) ON DELETE CASCADE;
alter table referrals add constraint referrals_friend_id_fkey FOREIGN KEY (friend_id) REFERENCES vendors(id) ON DELETE SET NULL;
alter table referrals add constraint referrals_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE SET NULL;
alter table seat_ledger add constraint seat_ledger_session_id_fkey FOREIGN KEY (vendor_id, session_id) REFERENCES class_sessions(vendor_id, id) ON DELETE RESTRICT;
alter table session_bundles add constraint session_bundles_class_id_fkey FOREIGN KEY (vendor_id, class_id) REFERENCES classes(vendor_id, id) ON DELETE RESTRICT;
alter table session_bundles add constraint session_bundles_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE RESTRICT;
alter table subscriptions add constraint subscriptions_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE SET NULL;
alter table told add constraint told_vendor_id_purchase_id_fkey FOREIGN KEY (vendor_id, purchase_id) REFERENCES purchases(vendor_id, id) ON DELETE CASCADE;
alter table two_factors add constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table user_roles add constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table usernames add constraint usernames_vendor_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
alter table vendor_badges add constraint vendor_badges_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES users(id) ON DELETE SET NULL;
alter table vendor_badges add constraint vendor_badges_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table vendor_directory add constraint vendor_directory_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table vendor_job_runs add constraint vendor_job_runs_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table vendor_members add constraint vendor_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table vendor_members add constraint vendor_members_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE;
alter table vendors add constraint vendors_username_fkey FOREIGN KEY (username) REFERENCES usernames(username);

CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_kind, subject_id, id);
CREATE INDEX audit_log_vendor ON public.audit_log USING btree (vendor_id, id);
CREATE UNIQUE INDEX auth_accounts_user_provider ON public.auth_accounts USING btree (user_id, provider_id);
CREATE INDEX auth_sessions_user ON public.auth_sessions USING btree (user_id);
CREATE INDEX auth_verifications_identifier ON public.auth_verifications USING btree (identifier);
CREATE INDEX blocked_times_of_vendor ON public.blocked_times USING btree (vendor_id, ends_at);
CREATE INDEX purchases_address ON public.purchases USING btree (address_id) WHERE (address_id IS NOT NULL);
CREATE INDEX purchases_contact ON public.purchases USING btree (contact_id) WHERE (contact_id IS NOT NULL);
CREATE INDEX purchases_search ON public.purchases USING gin (vendor_id, search_text_of(customer_name, customer_email, (COALESCE((ltrim(customer_phone, '+'::text) || ' '::text), ''::text) || reference)) gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX bookings_came ON public.bookings USING btree (vendor_id, purchase_id) WHERE (((attendance)::text = 'came'::text) AND (deleted_at IS NULL));
CREATE INDEX bookings_pass ON public.bookings USING btree (pass_id) WHERE (pass_id IS NOT NULL);
CREATE INDEX bookings_purchase ON public.bookings USING btree (purchase_id);
CREATE INDEX bookings_pending ON public.bookings USING btree (expires_at) WHERE (((status)::text = 'pending'::text) AND (deleted_at IS NULL));
CREATE INDEX bookings_session ON public.bookings USING btree (session_id);
CREATE INDEX bookings_vendor ON public.bookings USING btree (vendor_id, booked_at DESC, id);
CREATE INDEX bookings_restored ON public.bookings USING btree (vendor_id, restored_at) WHERE (restored_at IS NOT NULL);
CREATE INDEX class_sessions_class ON public.class_sessions USING btree (class_id, starts_at);
CREATE INDEX class_sessions_day ON public.class_sessions USING btree (session_date, time_zone, class_id) INCLUDE (starts_at) WHERE ((status)::text = 'confirmed'::text);
CREATE INDEX class_sessions_ended ON public.class_sessions USING btree (ends_at);
CREATE INDEX class_sessions_vendor ON public.class_sessions USING btree (vendor_id, starts_at);
CREATE INDEX class_times_class ON public.class_times USING btree (class_id);
CREATE INDEX class_times_filled ON public.class_times USING btree (filled_until);
CREATE INDEX classes_public ON public.classes USING btree (created_at DESC, id DESC) WHERE ((status = 'active'::text) AND (visibility = 'public'::text));
CREATE INDEX classes_public_category ON public.classes USING btree (category, created_at DESC, id DESC) WHERE ((status = 'active'::text) AND (visibility = 'public'::text));
CREATE INDEX classes_search_parts ON public.classes USING gin (search_parts(search_text, category)) WITH (fastupdate=off) WHERE ((status = 'active'::text) AND (visibility = 'public'::text));
-- Statistics of the pieces of words cost much, and no plan needs them.
alter index classes_search_parts alter column 1 set statistics 0;
CREATE INDEX classes_vendor ON public.classes USING btree (vendor_id, created_at DESC, id);
CREATE INDEX contact_addresses_contact ON public.contact_addresses USING btree (contact_id);
CREATE INDEX contact_addresses_value ON public.contact_addresses USING btree (value);
CREATE INDEX contacts_first_network ON public.contacts USING btree (vendor_id, first_network, created_at) WHERE (first_network IS NOT NULL);
CREATE INDEX contacts_blocked ON public.contacts USING btree (vendor_id, blocked_at, id) WHERE (blocked_at IS NOT NULL);
CREATE INDEX email_changes_created ON public.email_changes USING btree (created_at);
CREATE INDEX email_changes_held ON public.email_changes USING btree (old_email) WHERE ((confirmed_at IS NOT NULL) AND (restored_at IS NULL));
CREATE INDEX email_changes_user ON public.email_changes USING btree (user_id);
CREATE UNIQUE INDEX email_changes_waiting ON public.email_changes USING btree (user_id) WHERE (confirmed_at IS NULL);
CREATE INDEX pass_entries_booking ON public.pass_entries USING btree (booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX pass_entries_pass ON public.pass_entries USING btree (pass_id, id);
CREATE INDEX passes_bundle ON public.passes USING btree (bundle_id) WHERE (bundle_id IS NOT NULL);
CREATE INDEX passes_purchase ON public.passes USING btree (purchase_id);
CREATE INDEX passes_open ON public.passes USING btree (expires_at) WHERE (remaining_sessions > 0);
CREATE INDEX passes_vendor ON public.passes USING btree (vendor_id, created_at DESC);
CREATE INDEX invitations_by_time ON public.invitations USING btree (invited_at DESC, id DESC);
CREATE UNIQUE INDEX invitations_one_open ON public.invitations USING btree (email) WHERE ((accepted_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX messages_purchase ON public.messages USING btree (purchase_id, created_at);
CREATE INDEX messages_delayed ON public.messages USING btree (vendor_id, created_at) WHERE ((status)::text = 'delayed'::text);
CREATE UNIQUE INDEX messages_open_news ON public.messages USING btree (purchase_id, audience) WHERE ((kind = 'news'::text) AND ((status)::text <> 'sent'::text) AND (handled_at IS NULL));
CREATE INDEX told_due ON public.told USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX messages_claimed ON public.messages USING btree (sending_by) WHERE (((status)::text = 'queued'::text) AND (sending_by IS NOT NULL));
CREATE INDEX messages_due ON public.messages USING btree (priority, due_at) WHERE ((status)::text = 'queued'::text);
CREATE INDEX messages_queued ON public.messages USING btree (created_at) WHERE ((status)::text = 'queued'::text);
CREATE INDEX messages_sent_for ON public.messages USING btree (vendor_id, finished_at) WHERE (((status)::text = 'sent'::text) AND ((audience)::text = 'customer'::text));
CREATE INDEX messages_sent_to_mailbox ON public.messages USING btree (limit_email(recipient), finished_at) WHERE (((status)::text = 'sent'::text) AND ((audience)::text = 'customer'::text));
CREATE INDEX messages_session ON public.messages USING btree (session_id, created_at);
CREATE INDEX messages_to_vendor ON public.messages USING btree (vendor_id, created_at) WHERE (((audience)::text = 'vendor'::text) AND (kind = 'news'::text));
CREATE INDEX messages_unreached ON public.messages USING btree (vendor_id, created_at) WHERE (((status)::text <> 'sent'::text) AND ((audience)::text = 'customer'::text) AND (handled_at IS NULL));
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);
CREATE INDEX payments_booking ON public.payments USING btree (booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX payments_pass ON public.payments USING btree (pass_id) WHERE (pass_id IS NOT NULL);
CREATE INDEX payments_group ON public.payments USING btree (vendor_id, group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX payments_vendor ON public.payments USING btree (vendor_id, at);
CREATE INDEX payments_refund_failed ON public.payments USING btree (vendor_id) WHERE (((kind)::text = 'refunded'::text) AND ((state)::text = 'failed'::text));
CREATE UNIQUE INDEX gallery_pictures_differ ON public.pictures USING btree (vendor_id, source) WHERE (kind = 'gallery'::text);
CREATE UNIQUE INDEX one_picture_per_class ON public.pictures USING btree (class_id) WHERE (class_id IS NOT NULL);
CREATE UNIQUE INDEX one_picture_per_place ON public.pictures USING btree (vendor_id, kind) WHERE (kind = ANY (ARRAY['face'::text, 'logo'::text, 'cover'::text]));
CREATE INDEX pictures_of_vendor ON public.pictures USING btree (vendor_id);
CREATE INDEX plan_grants_of_vendor ON public.plan_grants USING btree (vendor_id, ends_at);
CREATE UNIQUE INDEX plan_requests_one_open ON public.plan_requests USING btree (vendor_id) WHERE (closed_at IS NULL);
CREATE INDEX plan_requests_open ON public.plan_requests USING btree (asked_at) WHERE (closed_at IS NULL);
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



CREATE TRIGGER keep_name AFTER DELETE ON public.pictures FOR EACH ROW EXECUTE FUNCTION keep_name_of_deleted_picture();
CREATE TRIGGER tell_owner AFTER DELETE ON public.two_factors FOR EACH ROW EXECUTE FUNCTION tell_of_switched_off_two_factor();
