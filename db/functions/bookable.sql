-- What can be booked and what is listed: the one definition for every query and for book_session(). Each is one expression
-- that the planner inlines, so indexes are used. bookable: by its link at least; public: on the vendor's own page too;
-- listed: in the lists of all vendors as well (/classes, the API, the sitemap).

create or replace function vendor_is_open(v vendors) returns boolean language sql immutable as $$
  select v.set_up_at is not null and v.suspended_at is null and v.closed_at is null
$$;

create or replace function vendor_is_listed(v vendors) returns boolean language sql immutable as $$
  select v.listed and v.set_up_at is not null and v.suspended_at is null and v.closed_at is null
$$;

-- The class's part of the decision.
create or replace function class_is_published(c classes) returns boolean language sql immutable as $$
  select c.status = 'active' and c.visibility = 'public'
$$;

-- Neither deleted nor closed.
create or replace function class_is_offered(c classes) returns boolean language sql immutable as $$
  select c.status = 'active' and c.visibility <> 'closed'
$$;

create or replace function class_is_bookable(c classes, v vendors) returns boolean language sql immutable as $$
  select class_is_offered(c) and vendor_is_open(v)
$$;

create or replace function class_is_public(c classes, v vendors) returns boolean language sql immutable as $$
  select class_is_published(c) and vendor_is_open(v)
$$;

create or replace function class_is_listed(c classes, v vendors) returns boolean language sql immutable as $$
  select class_is_published(c) and vendor_is_listed(v)
$$;

-- Paused, or after the named day, which is still included, in the vendor's time zone.
create or replace function registration_is_closed(c classes, v vendors) returns boolean language sql stable as $$
  select c.paused_at is not null or coalesce(c.registration_closed_date < (now() at time zone v.time_zone)::date, false)
$$;

-- When booking a session ends for everybody: at its time, or since its vendor has closed that time.
create or replace function session_closes_for_all(s class_sessions) returns timestamptz language sql immutable as $$
  select least(s.booking_closes_at, s.busy_since)
$$;

-- When it ends for somebody who has nothing with the class yet. Moving a spot and using a bundle that was bought go on during
-- a pause.
create or replace function session_closes_at(s class_sessions, c classes) returns timestamptz language sql immutable as $$
  select least(session_closes_for_all(s), c.paused_at)
$$;

create or replace function session_is_upcoming(s class_sessions) returns boolean language sql stable as $$
  select s.status = 'confirmed' and s.starts_at > now()
$$;

-- Not closed for those who have something with the class, regardless of free spots; for others it may open later.
create or replace function session_is_bookable(s class_sessions) returns boolean language sql stable as $$
  select session_is_upcoming(s) and session_closes_for_all(s) > now()
$$;

-- Its vendor's other calendars say that it is busy then. A court needs no trainer.
create or replace function session_collides(s class_sessions) returns boolean language sql stable as $$
  select session_is_upcoming(s) and not s.is_slot and exists (
    select from busy_times b where b.vendor_id = s.vendor_id and b.ends_at > s.starts_at and b.starts_at < s.ends_at)
$$;

-- Its vendor has blocked the time, for courts too.
create or replace function session_is_blocked(s class_sessions) returns boolean language sql stable as $$
  select session_is_upcoming(s) and exists (
    select from blocked_times b where b.vendor_id = s.vendor_id and b.ends_at > s.starts_at and b.starts_at < s.ends_at)
$$;

-- Whether the time closes the session for booking: it is blocked, or busy elsewhere and its vendor wants that to count. What
-- is booked stays. class_sessions.busy_since is what this last said.
create or replace function session_is_closed_by_time(s class_sessions) returns boolean language sql stable as $$
  select session_is_blocked(s) or session_collides(s) and exists (
    select from calendar_connections c where c.vendor_id = s.vendor_id and c.closes_booking
      and c.google_calendar_connected_at is not null)
$$;

-- A session that is made or moved. Its name comes after mark_slot, which runs before.
create or replace function mark_when_closed() returns trigger language plpgsql as $$
begin
  new.busy_since := case when session_is_closed_by_time(new) then coalesce(new.busy_since, now()) end;
  return new;
end $$;
create or replace trigger mark_when_closed before insert or update of starts_at, ends_at on class_sessions
  for each row execute function mark_when_closed();

-- When booking the session opens: some days before its own, at midnight on its clock. Null: it is open from the start.
-- bookingOpensAt in core/classes/rules.ts.
create or replace function session_opens_at(s class_sessions, c classes) returns timestamptz language sql stable as $$
  select (s.session_date - c.days_ahead)::timestamp at time zone s.time_zone
$$;

create or replace function session_has_opened(s class_sessions, c classes) returns boolean language sql stable as $$
  select coalesce(session_opens_at(s, c) <= now(), true)
$$;

-- Whether that many more spots are free: hasRoom in core/classes/rules.ts.
create or replace function has_room(s class_sessions, spots integer) returns boolean language sql immutable as $$
  select s.current_students + spots <= s.max_students
$$;

-- Whether customers see it among the dates to come: a class names its sessions before they open; a court has too many.
create or replace function session_is_shown(s class_sessions, c classes) returns boolean language sql stable as $$
  select session_is_upcoming(s) and (c.kind = 'class' or session_has_opened(s, c))
$$;

-- The one rule for somebody who has nothing with the class yet: bookingPhase in core/classes/rules.ts. Hours, the minutes
-- before, the last day to book (booking_closes_at), blocked and busy times (busy_since) and a pause close; what is closed does
-- not open.
create or replace function booking_phase(s class_sessions, c classes) returns text language sql stable as $$
  select case when session_closes_at(s, c) <= now() then 'closed' when session_has_opened(s, c) then 'open' else 'not_yet' end
$$;

-- Can be booked now, regardless of free spots.
create or replace function session_is_open(s class_sessions, c classes) returns boolean language sql stable as $$
  select session_is_upcoming(s) and booking_phase(s, c) = 'open'
$$;

-- Whether a facility accepts this party and has every detail it asks for: partyRefusal in core/bookings/rules/party.ts. people: null
-- without a party. A class asks nothing of the kind.
create or replace function party_fits(c classes, people integer, gender text, birth_date date) returns boolean language sql immutable as $$
  select c.kind = 'class' or coalesce(people between 1 and c.max_people, false)
    and (gender is not null or not c.asks_gender) and (birth_date is not null or not c.asks_birth_date)
$$;

-- What something costs with a session by its price and unit: extraAmount in core/classes/rules.ts.
create or replace function amount_of_extra(price bigint, per text, s class_sessions) returns bigint language sql immutable as $$
  select case per when 'hour' then round(price * extract(epoch from s.ends_at - s.starts_at) / 3600)::bigint else price end
$$;

-- What an extra costs with a session today.
create or replace function extra_amount(e facility_extras, s class_sessions) returns bigint language sql immutable as $$
  select amount_of_extra(e.price_minor, e.per, s)
$$;

-- What a booking of a session costs with these extras; null if one of them is not offered.
create or replace function price_with_extras(c classes, s class_sessions, extras uuid[]) returns bigint language sql stable as $$
  select case when cardinality(extras) = 0 then c.price_minor else (
    select case when count(*) = cardinality(extras) then c.price_minor + sum(extra_amount(e, s))::bigint end
    from facility_extras e where e.class_id = c.id and e.retired_at is null and e.id = any(extras)) end
$$;

-- A booking that holds a seat: holdsSeat in core/bookings/rules/status.ts.
create or replace function holds_seat(b bookings) returns boolean language sql immutable as $$
  select b.deleted_at is null and b.status in ('pending', 'confirmed', 'completed')
$$;

-- A pending booking whose time is not over: stillWaits in core/bookings/rules/waiting.ts.
create or replace function still_waits(b bookings) returns boolean language sql stable as $$
  select b.deleted_at is null and b.status = 'pending' and b.expires_at > now()
$$;

-- The status as everybody sees it: what nobody answered or paid in time is expired, even if the worker has not ended it yet.
-- shownStatus in core/bookings/rules/waiting.ts.
create or replace function shown_status(b bookings) returns text language sql stable as $$
  select case when b.status = 'pending' and not still_waits(b) then 'expired' else b.status end
$$;

-- A request that the vendor can still answer: asksVendor() of shownStatus() in core/bookings/rules.
create or replace function asks_vendor(b bookings) returns boolean language sql stable as $$
  select b.deleted_at is null and b.status = 'pending' and b.waits_for = 'vendor' and b.expires_at > now()
$$;

-- A booking that holds a seat and will go on holding it: not a request that nobody answered in time and that waits for the
-- worker to end it. holdsSeat() of shownStatus() in core/bookings/rules.
create or replace function holds_still(b bookings) returns boolean language sql stable as $$
  select b.deleted_at is null and (b.status in ('confirmed', 'completed') or b.status = 'pending' and b.expires_at > now())
$$;

-- A vendor's display name: the business, else its owner.
create or replace function vendor_name(v vendors) returns text language sql stable as $$
  select coalesce(v.business_name, (
    select p.full_name from vendor_members m join profiles p on p.user_id = m.user_id
    where m.vendor_id = v.id and m.role = 'owner'), '')
$$;

-- A bundle with sessions that its customer has left, or would have again when a coming date of it is cancelled: also of one
-- that has ended, which a cancellation by the vendor opens again.
create or replace function bundle_is_held(e passes) returns boolean language sql stable as $$
  select e.status = 'active' and (e.remaining_sessions > 0 and e.expires_at > now() or exists (
    select from bookings b join class_sessions s on s.id = b.session_id
    where b.pass_id = e.id and holds_seat(b) and s.starts_at > now()))
$$;

-- Whether a date of a bundle shows that it was sold: it was confirmed, and not let go afterwards because nobody had paid.
create or replace function sells_bundle(b bookings) returns boolean language sql immutable as $$
  select b.confirmed_at is not null and (b.status in ('confirmed', 'completed') or b.waits_for is distinct from 'payment'
    or b.status = 'pending' and b.deleted_at is null)
$$;

-- Whether a bundle waits for its payment: no further session is booked with it before that.
create or replace function bundle_waits(e passes) returns boolean language sql stable as $$
  select exists (select from bookings b
    where b.vendor_id = e.vendor_id and b.pass_id = e.id and b.deleted_at is null and b.status = 'pending' and b.waits_for = 'payment')
$$;

-- Whether a bundle is or was more than held for a payment that never came.
create or replace function bundle_is_issued(e passes) returns boolean language sql stable as $$
  select not coalesce((select bool_and(b.confirmed_at is null and b.waits_for is not distinct from 'payment')
    from bookings b where b.vendor_id = e.vendor_id and b.pass_id = e.id), false)
$$;
