-- Purchases whose customer asked for the deletion of their personal data: bookings and money stay, nobody can be reached.
alter table booking_groups add column erased_at timestamptz;
alter table booking_groups drop constraint customer_can_be_reached;
alter table booking_groups add constraint customer_can_be_reached check (
  source = 'vendor' or erased_at is not null or num_nonnulls(customer_email, customer_phone, telegram_user_id) > 0);
