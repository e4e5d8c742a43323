-- Ended spots whose payment may be owed back: the overview asks for them on every visit.
create index concurrently if not exists bookings_ended on bookings (vendor_id)
  where entitlement_id is null and deleted_at is null and status in ('cancelled', 'rejected', 'expired')
    and payment_status <> 'refunded';
