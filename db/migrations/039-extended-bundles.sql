-- A bundle's end moves when the vendor gives a session back and no date is left for it. The entry says until when.
alter table entitlement_entries add column expires_at timestamptz;
alter table entitlement_entries drop constraint entitlement_entries_reason_check;
alter table entitlement_entries add constraint entitlement_entries_reason_check
  check (reason in ('granted', 'used', 'returned', 'expired', 'withdrawn', 'extended'));
alter table entitlement_entries add constraint extended_until
  check ((reason = 'extended') = (expires_at is not null) and (reason <> 'extended' or delta = 0));
