-- A vendor's new time zone moves the end of its sold bundles to the end of the same day there. Not 'extended', which says
-- that the vendor owed the bundle time. The entry says until when.
alter table entitlement_entries drop constraint entitlement_entries_reason_check;
alter table entitlement_entries add constraint entitlement_entries_reason_check
  check (reason in ('granted', 'used', 'returned', 'expired', 'withdrawn', 'extended', 'zone_changed'));
alter table entitlement_entries drop constraint extended_until;
alter table entitlement_entries add constraint changed_end
  check ((reason in ('extended', 'zone_changed')) = (expires_at is not null)
    and (reason not in ('extended', 'zone_changed') or delta = 0));
