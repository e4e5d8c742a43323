-- What is no longer asked for of a bundle's price, because sessions of it cannot be used: all of it where the vendor
-- confirmed no date. What was paid beyond the rest is owed to the customer.
alter table entitlements add column reduction_minor bigint not null default 0;
alter table entitlements add constraint reduction_within_price check (reduction_minor between 0 and price_minor);
alter table entitlement_entries drop constraint entitlement_entries_reason_check;
alter table entitlement_entries add constraint entitlement_entries_reason_check
  check (reason in ('granted', 'used', 'returned', 'expired', 'withdrawn'));

-- Requests that were rejected or ran out before any date was confirmed stayed sold until now.
with refused as (
  select e.id, e.vendor_id, e.remaining_sessions from entitlements e
  where e.status = 'active'
    and exists (select from bookings b where b.entitlement_id = e.id and b.status in ('rejected', 'expired'))
    and not exists (
      select from bookings b where b.entitlement_id = e.id and (b.confirmed_at is not null or b.status in ('pending', 'completed')))
), entry as (
  insert into entitlement_entries (vendor_id, entitlement_id, delta, reason)
  select vendor_id, id, -remaining_sessions, 'withdrawn' from refused where remaining_sessions > 0
)
update entitlements e set status = 'cancelled', remaining_sessions = 0, reduction_minor = price_minor, updated_at = now()
from refused where e.id = refused.id;
