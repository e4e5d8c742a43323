-- What was booked, paid or said is never deleted with something else. What may still go along with its owner is
-- listed, with the reason, in db/history.test.ts.
alter table bookings
  drop constraint bookings_group_id_fkey,
  drop constraint bookings_session_id_fkey,
  drop constraint bookings_entitlement_id_fkey,
  add constraint bookings_group_id_fkey foreign key (group_id) references booking_groups on delete restrict,
  add constraint bookings_session_id_fkey foreign key (session_id) references class_sessions on delete restrict,
  add constraint bookings_entitlement_id_fkey foreign key (entitlement_id) references entitlements on delete restrict;
alter table payments
  drop constraint payments_booking_id_fkey,
  drop constraint payments_entitlement_id_fkey,
  add constraint payments_booking_id_fkey foreign key (booking_id) references bookings on delete restrict,
  add constraint payments_entitlement_id_fkey foreign key (entitlement_id) references entitlements on delete restrict;
alter table seat_ledger
  drop constraint seat_ledger_session_id_fkey,
  add constraint seat_ledger_session_id_fkey foreign key (session_id) references class_sessions on delete restrict;
alter table entitlement_entries
  drop constraint entitlement_entries_booking_id_fkey,
  drop constraint entitlement_entries_entitlement_id_fkey,
  add constraint entitlement_entries_booking_id_fkey foreign key (booking_id) references bookings on delete restrict,
  add constraint entitlement_entries_entitlement_id_fkey foreign key (entitlement_id) references entitlements on delete restrict;
alter table entitlements
  drop constraint entitlements_group_id_fkey,
  drop constraint entitlements_vendor_id_fkey,
  drop constraint entitlements_bundle_id_fkey,
  drop constraint entitlements_class_id_fkey,
  add constraint entitlements_group_id_fkey foreign key (group_id) references booking_groups on delete restrict,
  add constraint entitlements_vendor_id_fkey foreign key (vendor_id) references vendors on delete restrict,
  add constraint entitlements_bundle_id_fkey foreign key (bundle_id) references session_bundles on delete restrict,
  add constraint entitlements_class_id_fkey foreign key (class_id) references classes on delete restrict;
alter table messages
  drop constraint messages_group_id_fkey,
  drop constraint messages_session_id_fkey,
  drop constraint messages_vendor_id_fkey,
  drop constraint messages_user_id_fkey,
  add constraint messages_group_id_fkey foreign key (group_id) references booking_groups on delete restrict,
  add constraint messages_session_id_fkey foreign key (session_id) references class_sessions on delete restrict,
  add constraint messages_vendor_id_fkey foreign key (vendor_id) references vendors on delete restrict,
  add constraint messages_user_id_fkey foreign key (user_id) references users on delete set null;
alter table session_bundles
  drop constraint session_bundles_class_id_fkey,
  drop constraint session_bundles_vendor_id_fkey,
  add constraint session_bundles_class_id_fkey foreign key (class_id) references classes on delete restrict,
  add constraint session_bundles_vendor_id_fkey foreign key (vendor_id) references vendors on delete restrict;
alter table class_sessions
  drop constraint class_sessions_class_id_fkey,
  drop constraint class_sessions_vendor_id_fkey,
  add constraint class_sessions_class_id_fkey foreign key (class_id) references classes on delete restrict,
  add constraint class_sessions_vendor_id_fkey foreign key (vendor_id) references vendors on delete restrict;
alter table classes
  drop constraint classes_vendor_id_fkey,
  add constraint classes_vendor_id_fkey foreign key (vendor_id) references vendors on delete restrict;
alter table audit_log
  drop constraint audit_log_vendor_id_fkey,
  add constraint audit_log_vendor_id_fkey foreign key (vendor_id) references vendors on delete restrict;
