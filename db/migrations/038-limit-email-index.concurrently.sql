-- In place of the index on the email alone.
drop index concurrently if exists booking_groups_limit_email;
create index concurrently booking_groups_limit_email on booking_groups (limit_email(customer_email), vendor_id) where customer_email is not null;
drop index concurrently if exists booking_groups_email;
