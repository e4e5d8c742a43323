-- Apart from the new column, so that no lock keeps customers waiting.
update entitlements e set expiry_days = greatest(1, coalesce(t.of_offer, t.last_day - t.first_day))
from (
  select e.id,
    -- The end of an extended bundle no longer tells.
    case when exists (select from entitlement_entries n where n.entitlement_id = e.id and n.reason = 'extended')
      then b.expiry_days end as of_offer,
    ((e.expires_at - interval '1 second') at time zone v.time_zone)::date as last_day,
    coalesce(
      case b.expiry_starts when 'first_session' then e.start_date end,
      (e.created_at at time zone v.time_zone)::date) as first_day
  from entitlements e join vendors v on v.id = e.vendor_id left join session_bundles b on b.id = e.bundle_id
) t
where t.id = e.id and e.expiry_days is null;
