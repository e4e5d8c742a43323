-- The money of a booking or a bundle, from its price and its payments: the one definition, and moneyFrom() in
-- core/money/rules.ts says the same. All sums are in minor units. `asks`: its price can be asked for. A refund or a dispute never
-- makes anybody owe. An open refund counts as given back, a failed one nowhere.
create or replace function money_from(price bigint, asks boolean, paid bigint, waived bigint, refunded bigint, refunding bigint,
  disputed bigint, is_failed boolean)
returns table (due_minor bigint, waived_minor bigint, paid_minor bigint, owed_minor bigint, give_back_minor bigint,
  most_back_minor bigint, state text, payment_status text)
language sql immutable rows 1 as $$
  select m.due, waived, m.net, m.owed, greatest(0, m.kept - greatest(0, m.due - waived)), greatest(0, m.kept - disputed), m.state,
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
$$;

-- Of a booking, after its last moment too if its customer cancelled late. A date of a bundle costs nothing by itself: its money is the bundle's.
create or replace function money_of(b bookings)
returns table (due_minor bigint, waived_minor bigint, paid_minor bigint, owed_minor bigint, give_back_minor bigint,
  most_back_minor bigint, state text, payment_status text)
language sql stable rows 1 as $$
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
$$;

-- Of a bundle. Nothing is asked for before one of its dates is confirmed.
create or replace function money_of(e passes)
returns table (due_minor bigint, waived_minor bigint, paid_minor bigint, owed_minor bigint, give_back_minor bigint,
  most_back_minor bigint, state text, payment_status text)
language sql stable rows 1 as $$
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
  (select exists (select from bookings k where k.vendor_id = e.vendor_id and k.pass_id = e.id and k.confirmed_at is not null) as is_sold) c,
  money_from((e.price_minor - e.reduction_minor)::bigint, e.status = 'active', r.paid, r.waived, r.refunded, r.refunding, r.disputed, r.is_failed) m
$$;

-- The money that pays for a booking: its own, or that of its bundle.
create or replace function money_for(b bookings)
returns table (due_minor bigint, waived_minor bigint, paid_minor bigint, owed_minor bigint, give_back_minor bigint,
  most_back_minor bigint, state text, payment_status text)
language sql stable rows 1 as $$
  select m.* from money_of(b) m where b.pass_id is null
  union all
  select m.* from passes e, money_of(e) m where e.vendor_id = b.vendor_id and e.id = b.pass_id
$$;

create or replace function note_settled() returns trigger language plpgsql as $$
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
end $$;

create or replace trigger note_settled after insert on payments
  referencing new table as added for each statement execute function note_settled();
