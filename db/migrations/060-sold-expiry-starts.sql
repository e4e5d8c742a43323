-- With what the period of a bundle begins, as it was sold. An edit of the offer does not change bundles already sold. Null: sold
-- by an older version; its end stays.
alter table entitlements add column expiry_starts text
  constraint entitlements_expiry_starts_check check (expiry_starts in ('purchase', 'first_session'));
