-- What was earned stays in the operator's figures after an account is erased. Such a row has no personal data.
alter table subscriptions alter column vendor_id drop not null;
alter table subscriptions drop constraint subscriptions_vendor_id_fkey;
alter table subscriptions
  add constraint subscriptions_vendor_id_fkey foreign key (vendor_id) references vendors on delete set null;
