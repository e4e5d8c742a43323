-- Since when a customer knows of a spot at its time: since they booked it, it was confirmed or brought back, or they moved it.
create or replace function known_since(b bookings) returns timestamptz language sql immutable as $$
  select greatest(b.booked_at, b.confirmed_at, b.restored_at, case when b.moved_by <> 'vendor' then b.moved_at end)
$$;

-- Whether the vendor reminds of a spot: as its plan is, or was when the spot was booked. `of_plans`: those with reminders; null
-- where there are no plans.
create or replace function plan_reminds(b bookings, of_plans text[]) returns boolean language sql stable as $$
  select of_plans is null or exists (select from plan_periods(b.vendor_id) p
    where p.plan = any(of_plans) and p.starts_at <= now() and (p.ends_at is null or p.ends_at > least(b.booked_at, now())))
$$;
