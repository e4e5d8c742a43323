-- How much was given back for a booking or a bundle, or waived. Customers hear of it when it grows.
create or replace function money_told(of_vendor uuid, of_booking uuid, of_pass uuid, of_kind text) returns bigint language sql stable as $$
  select coalesce(sum(p.amount_minor), 0)::bigint from payments p
  where p.vendor_id = of_vendor and (p.booking_id = of_booking or p.pass_id = of_pass) and p.kind = of_kind
    -- What goes back to a card is said when it is asked for.
    and (p.state = 'done' or p.state = 'open' and of_kind = 'refunded')
$$;

-- What is told of a spot: SpotTold in core/messages/rules/news.ts.
create or replace function spot_told(b bookings, s class_sessions) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'status', case when b.deleted_at is not null then 'cancelled' when b.status = 'completed' then 'confirmed'
      when b.status = 'pending' then case when b.waits_for = 'vendor' then 'requested' when b.confirmed_at is not null then 'approved' else 'unpaid' end
      when b.status = 'expired' and b.waits_for = 'payment' and b.confirmed_at is null then 'unpaid' else b.status end,
    'sessionId', b.session_id,
    'startsAt', to_char(s.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(s.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'zone', s.time_zone, 'location', s.location, 'onlineUrl', s.online_url, 'waived', b.late_waived_at is not null,
    -- What came too late for a bundle goes back with each of its dates; a bundle that was sold says it itself.
    'backMinor', case when b.pass_id is not null and b.status = 'expired' and b.waits_for = 'payment' and b.confirmed_at is null
      then money_told(b.vendor_id, null, b.pass_id, 'refunded') else money_told(b.vendor_id, b.id, null, 'refunded') end,
    'forgivenMinor', money_told(b.vendor_id, b.id, null, 'waived'),
    'party', case when b.people is not null then jsonb_build_object('people', b.people,
      'extras', coalesce((select jsonb_agg(x.name order by x.name, x.extra_id) from booking_extras x
        where x.vendor_id = b.vendor_id and x.booking_id = b.id), '[]')) end)
$$;

-- What is told of a bundle: BundleTold in core/messages/rules/news.ts.
create or replace function bundle_told(e passes) returns jsonb language sql stable as $$
  select jsonb_build_object('classId', e.class_id,
    'classTitle', coalesce((select c.title from classes c where c.id = e.class_id), ''),
    'withdrawn', (select coalesce(-sum(n.delta), 0)::integer from pass_entries n
      where n.pass_id = e.id and n.reason = 'withdrawn'),
    'backMinor', money_told(e.vendor_id, null, e.id, 'refunded'), 'forgivenMinor', money_told(e.vendor_id, null, e.id, 'waived'))
$$;

-- Notes that a reader knows how a purchase stands, so that nothing of it is news to them.
create or replace function mark_told(of_purchase uuid, of_reader text) returns void language sql volatile as $$
  insert into told (purchase_id, reader, vendor_id, spots, bundles)
  select g.id, of_reader, g.vendor_id,
    coalesce((select jsonb_object_agg(b.id, spot_told(b, s)) from bookings b
      join class_sessions s on s.id = b.session_id where b.purchase_id = g.id), '{}'),
    coalesce((select jsonb_object_agg(e.id, bundle_told(e)) from passes e where e.purchase_id = g.id), '{}')
  from purchases g where g.id = of_purchase
  on conflict (purchase_id, reader) do update set spots = excluded.spots, bundles = excluded.bundles
$$;
