-- A bundle that was sold keeps the name and the terms it was sold under. What remains is counted like seats:
-- one number, moved only with an entry of the ledger, bounded by the database.
alter table entitlements add column name text not null;
alter table entitlements add column remaining_sessions integer not null default 0;
alter table entitlements add constraint remaining_within_total check (remaining_sessions between 0 and total_sessions);
create index entitlements_bundle on entitlements (bundle_id) where bundle_id is not null;
-- the worker's round looks for what has run out
create index entitlements_open on entitlements (expires_at) where remaining_sessions > 0;
create index entitlement_entries_booking on entitlement_entries (booking_id) where booking_id is not null;
create index bookings_entitlement on bookings (entitlement_id) where entitlement_id is not null;
