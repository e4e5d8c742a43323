-- A vendor may add somebody without a contact: the person is standing in front of the trainer.
alter table booking_groups drop constraint customer_can_be_reached;
alter table booking_groups add constraint customer_can_be_reached
  check (source = 'vendor' or num_nonnulls(customer_email, customer_phone, telegram_user_id) > 0) not valid;
alter table booking_groups alter column booking_method drop not null;
