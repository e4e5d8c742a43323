-- What a vendor may do now: the one definition. Tests compare it with planInForce in core/plans/rules.ts.

create or replace function plan_rank(plan text) returns integer language sql immutable as $$
  select case plan when 'enterprise' then 2 when 'professional' then 1 else 0 end
$$;

-- The times in which a vendor has, had or will have more than Free. A trial has everything. ends_at: null while a
-- subscription runs on.
create or replace function plan_periods(of_vendor uuid)
returns table (source text, plan text, starts_at timestamptz, ends_at timestamptz) language sql stable as $$
  select 'trial', 'enterprise', v.created_at, v.trial_ends_at from vendors v where v.id = of_vendor
  union all
  select 'subscription', s.plan, s.started_at, least(s.ended_at, s.cancel_at)
  from subscriptions s where s.vendor_id = of_vendor
  union all
  select 'grant', g.plan, g.starts_at, g.ends_at from plan_grants g
  where g.vendor_id = of_vendor and g.ends_at > g.starts_at
$$;

create or replace function plan_in_force(of_vendor uuid) returns text language sql stable as $$
  select coalesce((
    select p.plan from plan_periods(of_vendor) p
    where p.starts_at <= now() and (p.ends_at is null or p.ends_at > now())
    order by plan_rank(p.plan) desc limit 1), 'free')
$$;

-- The day after the last paid one, on the vendor's clock. Granted months take the place of a payment.
create or replace function is_past_due(s subscriptions, v vendors) returns boolean language sql stable as $$
  select s.paid_until < (now() at time zone v.time_zone)::date and not exists (
    select from plan_grants g where g.vendor_id = v.id and g.starts_at <= now() and g.ends_at > now())
$$;

-- When a subscription that is past due ends: 14 days (graceDays in core/plans/rules.ts) after what was paid, or granted in its
-- place.
create or replace function grace_ends_at(s subscriptions, v vendors) returns timestamptz language sql stable as $$
  select ((greatest((s.paid_until + 1)::timestamp at time zone v.time_zone,
    (select max(g.ends_at) from plan_grants g where g.vendor_id = v.id and g.ends_at > g.starts_at and g.ends_at <= now())
  ) at time zone v.time_zone) + interval '14 days') at time zone v.time_zone
$$;

-- The first moment of the vendor's current month.
create or replace function month_start(zone text) returns timestamptz language sql stable as $$
  select date_trunc('month', now() at time zone zone) at time zone zone
$$;

-- Since when a vendor's month is counted: what was made while it had no limit doesn't count.
create or replace function counted_since(of_vendor uuid, zone text) returns timestamptz language sql stable as $$
  select greatest(month_start(zone),
    (select max(p.ends_at) from plan_periods(of_vendor) p where p.ends_at <= now()))
$$;

-- The online bookings that a vendor's customers made this month and that still hold a spot. A request that nobody answered
-- in time holds none, and a spot that a bundle pays for was sold before. One that the vendor brought back counts when it came
-- back.
create or replace function online_bookings_this_month(of_vendor uuid, zone text) returns integer language sql stable as $$
  select count(*)::integer from bookings b join purchases g on g.id = b.purchase_id
  where b.vendor_id = of_vendor and b.pass_id is null and holds_still(b)
    and (b.booked_at >= counted_since(of_vendor, zone) or b.restored_at >= counted_since(of_vendor, zone))
    and g.source in ('public', 'api', 'bot')
$$;

-- Deleted ones count too; otherwise adding and deleting could repeat for ever.
create or replace function new_classes_this_month(of_vendor uuid, zone text) returns integer language sql stable as $$
  select count(*)::integer from classes c where c.vendor_id = of_vendor and c.created_at >= counted_since(of_vendor, zone)
$$;

-- Whether a vendor takes no more online bookings this month. free_bookings: the limit of Free; null where there are no plans.
create or replace function bookings_are_used_up(v vendors, free_bookings integer) returns boolean language sql stable as $$
  select free_bookings is not null and v.trial_ends_at <= now() and plan_in_force(v.id) = 'free'
    and online_bookings_this_month(v.id, v.time_zone) >= free_bookings
$$;

-- The network address that a contact came from who is new to a vendor with a limit since yesterday; null for all others.
create or replace function newcomer_address(of_vendor uuid, of_contact uuid) returns text language sql stable as $$
  select c.first_network from contacts c
  where c.vendor_id = of_vendor and c.id = of_contact and c.created_at > now() - interval '24 hours'
$$;

-- What all who came from one network address since yesterday have booked online, whatever became of it: otherwise invented
-- contacts of one person use up the month.
create or replace function taken_by_newcomers(of_vendor uuid, network text, out purchases integer, out spots integer)
language sql stable as $$
  select count(distinct g.id)::integer, count(*)::integer from contacts c
  join purchases g on g.vendor_id = c.vendor_id and g.contact_id = c.id and g.source in ('public', 'api', 'bot')
  join bookings b on b.vendor_id = g.vendor_id and b.purchase_id = g.id and b.pass_id is null
  where c.vendor_id = of_vendor and c.first_network = network and c.created_at > now() - interval '24 hours'
$$;
