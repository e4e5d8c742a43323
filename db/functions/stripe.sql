-- Cards: who takes them, what can be paid by card, and the checkout that a customer is sent to.

-- plans: whether the installation has plans; without them everybody has cards.
create or replace function takes_cards(v vendors, plans boolean) returns boolean language sql stable as $$
  select exists (select from card_accounts a where a.vendor_id = v.id and a.api_key is not null and a.broken_at is null)
    and (not plans or plan_in_force(v.id) <> 'free') and vendor_is_open(v)
$$;

-- The least that Stripe takes, in our minor units, or about 0.50 US dollars where it names no sum. What costs less is paid at the studio.
create or replace function card_minimum(currency text) returns bigint language sql immutable as $$
  select case currency
    when 'AED' then 200 when 'AMD' then 25000 when 'BGN' then 100 when 'BHD' then 250 when 'CNY' then 400 when 'CZK' then 1500 when 'DKK' then 250
    when 'GBP' then 30 when 'GEL' then 200 when 'HKD' then 400 when 'HUF' then 17500 when 'IDR' then 1000000 when 'ILS' then 200
    when 'JOD' then 500 when 'KRW' then 800 when 'KWD' then 250 when 'KZT' then 30000 when 'MXN' then 1000 when 'MYR' then 200
    when 'NOK' then 300 when 'OMR' then 250 when 'PLN' then 200 when 'RON' then 200 when 'RSD' then 7000 when 'RUB' then 5000
    when 'SEK' then 300 when 'THB' then 2000 when 'TND' then 2000 when 'TRY' then 2500 when 'UAH' then 2500 when 'VND' then 15000
    when 'ZAR' then 1000 else 50 end::bigint
$$;

-- Whether something that costs this is paid by card when it is booked: always, or if its customer wants to.
create or replace function is_paid_by_card(pays text, v vendors, price bigint, wants_card boolean, plans boolean)
returns boolean language sql stable as $$
  select pays <> 'studio' and (pays = 'card' or wants_card) and price >= card_minimum(v.currency)
    and price % card_unit(v.currency) = 0 and takes_cards(v, plans)
$$;

-- How long a spot is held for its payment, Stripe's end of the checkout, which is at least 30 minutes after Stripe makes it by its own clock, and
-- when the database decides without Stripe.
create or replace function card_hold() returns interval language sql immutable as $$ select interval '15 minutes' $$;
create or replace function card_checkout() returns interval language sql immutable as $$ select interval '35 minutes' $$;
create or replace function card_longest() returns interval language sql immutable as $$ select interval '40 minutes' $$;

-- A checkout for spots that are held until it is paid: each of them has the price, or the bundle that they are dates of. Their first
-- session starts before everything else ends.
create or replace function hold_for_payment(of_vendor uuid, of_purchase uuid, spots uuid[], of_pass uuid, price bigint, of_currency char(3),
  starts timestamptz, of_network text) returns void language plpgsql volatile as $$
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
end $$;

-- Who is not known to the vendor holds one after the other from one network, until the end of the transaction.
create or replace function lock_holds(of_vendor uuid, network text) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('holds ' || of_vendor || network, 0))
$$;

-- The spots that customers without a confirmed spot hold at a vendor from one network address without having paid.
create or replace function unpaid_from(of_vendor uuid, network text) returns bigint language sql stable as $$
  select count(*) from checkouts k join purchases g on g.vendor_id = k.vendor_id and g.id = k.purchase_id and not has_been_confirmed(g.contact_id)
  join checkout_items i on i.vendor_id = k.vendor_id and i.checkout_id = k.id
  join bookings b on b.vendor_id = k.vendor_id and (b.id = i.booking_id or b.pass_id = i.pass_id)
  where k.vendor_id = of_vendor and k.from_network = network and k.hold_until is not null and k.state in ('making', 'open') and k.expires_at > now()
$$;

-- Whatever changes what is owed ends the checkouts that would pay it: money that came otherwise, a waiver, the end of a spot, its
-- confirmation by hand, a lower price. One that is being paid just now is paid, and what is too much goes back.
create or replace function end_checkouts(of_vendor uuid, of_booking uuid, of_pass uuid) returns void language sql volatile as $$
  update checkouts k set ends_at = now(), due_at = now()
  from checkout_items i
  where i.vendor_id = of_vendor and (i.booking_id = of_booking or i.pass_id = of_pass) and k.vendor_id = i.vendor_id and k.id = i.checkout_id
    and k.state in ('making', 'open') and (k.ends_at is null or k.ends_at > now())
$$;

create or replace function end_checkouts_of_row() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'payments' then perform end_checkouts(new.vendor_id, new.booking_id, new.pass_id);
    when 'bookings' then perform end_checkouts(new.vendor_id, new.id, null);
    else perform end_checkouts(new.vendor_id, null, new.id);
  end case;
  return null;
end $$;
create or replace trigger payment_ends_checkouts after insert on payments
  for each row when (new.kind in ('paid', 'waived') and new.state = 'done' and new.amount_minor > 0) execute function end_checkouts_of_row();
create or replace trigger end_ends_checkouts after update of status, price_minor, deleted_at on bookings
  for each row when (new.status <> old.status and new.status <> 'completed' or new.price_minor < old.price_minor
    or new.deleted_at is not null and old.deleted_at is null) execute function end_checkouts_of_row();
create or replace trigger withdrawal_ends_checkouts after update of status, reduction_minor on passes
  for each row when (new.status <> old.status or new.reduction_minor > old.reduction_minor) execute function end_checkouts_of_row();
