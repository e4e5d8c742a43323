-- What a receipt and the list of a purchase's payments count: what was paid, given back or taken back by a bank, and no waiver. What was
-- noted by itself counts when its session has begun, or a date of its bundle that took a session of it: until then nobody has paid.
-- Of deleted bookings those that were there when the receipt was given. That something is owed again is no money.
create or replace function rows_of_purchase(of_vendor uuid, of_purchase uuid)
returns table (booking_id uuid, pass_id uuid, group_id uuid, kind text, method text, amount_minor bigint, currency char(3), at timestamptz,
  by_card boolean, is_deleted boolean)
language sql stable as $$
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
$$;

-- Whether a purchase has a receipt: one was given, or something was paid for what is still in the vendor's lists. in_plan: the vendor's
-- plan gives receipts now. Who paid by card has one in any case, because its email says so.
create or replace function has_receipt(of_vendor uuid, of_purchase uuid, in_plan boolean) returns boolean language sql stable as $$
  select exists (select from receipts r where r.vendor_id = of_vendor and r.purchase_id = of_purchase)
    or coalesce((select sum(o.amount_minor) > 0 and (in_plan or bool_or(o.by_card))
      from rows_of_purchase(of_vendor, of_purchase) o where o.kind = 'paid' and not (o.method = 'given' and o.amount_minor < 0)), false)
$$;
