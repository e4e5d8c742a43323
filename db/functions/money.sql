-- The money of a booking or a bundle, from its price and its payments: the one definition, and moneyFrom() in
-- core/money/rules.ts says the same. All sums are in minor units. `asks`: its price can be asked for. A refund or a dispute never
-- makes anybody owe, and what a bank took back is not given back again. An open refund counts as given back, a failed one nowhere.
create or replace function money_from(price bigint, asks boolean, paid bigint, waived bigint, refunded bigint, refunding bigint,
  disputed bigint, is_failed boolean)
returns table (due_minor bigint, waived_minor bigint, paid_minor bigint, owed_minor bigint, give_back_minor bigint,
  most_back_minor bigint, state text, payment_status text)
language sql immutable rows 1 as $$
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
  (select exists (select from bookings k where k.vendor_id = e.vendor_id and k.pass_id = e.id and sells_bundle(k)) as is_sold) c,
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

-- What an amount must be a multiple of at Stripe.
create or replace function card_unit(currency text) returns bigint language sql immutable as $$
  select case when currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 10 when currency = 'MGA' then 100 else 1 end::bigint
$$;

-- Asks for what the rule gives back of these bookings and bundles to go back to the cards that paid, the newest payment first; of a
-- deleted booking all. asked: another sum, of one of them; null: by the rule. What is too small for Stripe's units stays on the vendor's list.
-- The rows are open until Stripe has answered. What an
-- account took that is not connected any more stays on the vendor's list. Returns how many refunds that makes.
create or replace function refund_cards(of_vendor uuid, of_bookings uuid[], of_passes uuid[], asked bigint) returns integer language sql volatile as $$
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
$$;

-- What is left of the payments by card for a booking or a bundle, at the account that is connected: what can go back to the cards.
-- Open refunds are on their way.
create or replace function card_kept(of_vendor uuid, of_booking uuid, of_pass uuid) returns bigint language sql stable as $$
  select greatest(0, coalesce(sum(case p.kind when 'paid' then p.amount_minor else -p.amount_minor end), 0))::bigint
  from payments p join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
  join card_accounts a on a.vendor_id = of_vendor and a.account = g.account and a.api_key is not null
  where p.vendor_id = of_vendor and (p.booking_id = of_booking or p.pass_id = of_pass) and p.kind in ('paid', 'refunded', 'disputed')
    and p.state in ('open', 'done')
$$;

-- Whether something of a booking, or of its bundle, went back to a card, or is on its way.
create or replace function went_to_card(of_vendor uuid, of_booking uuid) returns boolean language sql stable as $$
  select exists (select from payments p join payment_groups g on g.vendor_id = p.vendor_id and g.id = p.group_id and g.provider = 'stripe'
    where p.vendor_id = of_vendor and p.kind = 'refunded' and p.state in ('open', 'done') and (p.booking_id = of_booking
      or p.pass_id = (select b.pass_id from bookings b where b.vendor_id = of_vendor and b.id = of_booking)))
$$;
