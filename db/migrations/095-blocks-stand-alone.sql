-- A contact may be blocked together with different others: to free one of these blocks leaves the rest. Also finds whether a
-- contact is blocked.
alter table blocked_contacts add constraint blocked_contacts_once_per_batch unique (vendor_id, kind, value, batch_id);
alter table blocked_contacts drop constraint blocked_contacts_vendor_id_kind_value_key;
