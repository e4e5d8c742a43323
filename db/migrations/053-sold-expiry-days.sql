-- For how many days a bundle was sold. An edit of the offer does not change bundles already sold. Null: sold by an older
-- version.
alter table entitlements add column expiry_days integer;
