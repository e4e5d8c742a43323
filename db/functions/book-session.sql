-- The booking path in one call: first come, first served. Its parts are small statements whose plans stay with the
-- connection; they commit or roll back together. outcome: 'booked', one row per spot; 'known', the key was used before,
-- with what was asked for then; 'wants_confirmation', the class is manual and no expiry was given; 'refused', because of
-- the session, its free spots or what the customer saw of it; 'used_up', the vendor's plan has no more online bookings this
-- month, or no more from new customers of the same network address; 'contact_limit', also if the vendor has blocked the contact. Raises unique_violation if another request uses the
-- key at the same moment, and serialization_failure if the class changed while this call waited for the session, or somebody
-- made a contact of the address at the same moment; retry after both. seen_price, seen_version: the price of a spot and the session version that the customer saw; null if unknown.
-- free_bookings: how many Free has in a month; null where there are no plans. from_network: a digest of the network address,
-- whose new customers make newcomer_purchases with newcomer_spots a day at a vendor with a limit; null is not counted. asked_language: null for the vendor's.
-- accepted: the sentences that the customer confirmed, one of them the class's, if it has one. asked_telegram: the chat of
-- who has logged in with Telegram, with a name for the vendor.
-- asked_people and what follows: for a facility; its price, also seen_price, includes the extras. wants_card: the customer's choice, where
-- there is one. Spots that are paid by card are held for their payment, without an event; 'too_many_holds': from_network
-- holds max_holds of them without having paid.
drop function if exists book_session;
create function book_session(
  asked_session uuid, asked_spots integer, asked_name text, asked_email text, asked_phone text,
  asked_telegram text, telegram_name text, asked_key text, asked_hash text, new_reference text, asked_source text, asked_language text,
  confirm_until timestamptz, seen_price bigint, seen_version integer, accepted text[], max_on_session integer, max_upcoming integer,
  free_bookings integer, from_network text, newcomer_purchases integer, newcomer_spots integer, asked_people integer, asked_extras uuid[], asked_gender text, asked_birth_date date,
  wants_card boolean, max_holds integer)
returns table (outcome text, purchase_id uuid, request_hash text, class_id uuid, booking_id uuid,
  status text, waits_for text, price_minor bigint, currency char(3), expires_at timestamptz)
language plpgsql volatile rows 1 as $$
declare
  known record;
  who record;
  offer record;
  held record;
  taken record;
  confirmed text[];
  new_contact uuid;
  came_from text;
  by_newcomers record;
  too_many boolean := false;
  new_purchase uuid;
  spots uuid[] := '{}';
begin
  -- Behind a pooler the connection may lack our settings, and no transaction of ours has set them.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'book_session() runs at READ COMMITTED, not at %.', current_setting('transaction_isolation');
  end if;
  if current_setting('lock_timeout') = '0' then
    perform set_config('lock_timeout', '3s', true);
  end if;

  select s.vendor_id, s.class_id, c.kind = 'facility' as is_facility, c.asks_gender, c.asks_birth_date,
    v.currency, v.time_zone, v.language, p.price_minor,
    class_is_bookable(c, v) and session_is_open(s, c)
      and asked_spots <= v.max_spots_per_booking
      and has_room(s, asked_spots)
      and party_fits(c, asked_people, asked_gender, asked_birth_date)
      and coalesce(seen_price = p.price_minor, p.price_minor is not null)
      and coalesce(seen_version = s.calendar_sequence, true)
      and (c.condition is null or c.condition = any(book_session.accepted)) as open,
    c.confirmation_mode = 'manual' as manual,
    c.confirmation_mode <> 'manual' and is_paid_by_card(c.pays, v, p.price_minor, wants_card, free_bookings is not null) as by_card,
    c.pays,
    v.record_new_as_paid and p.price_minor > 0
      and not is_paid_by_card(c.pays, v, p.price_minor, wants_card and c.confirmation_mode <> 'manual', free_bookings is not null) as paid_at_the_door,
    free_bookings is not null and v.trial_ends_at <= now() as may_be_limited,
    coalesce(c.notice_minutes, v.notice_minutes) as notice_minutes
  into offer
  from class_sessions s
  join classes c on c.id = s.class_id
  join vendors v on v.id = s.vendor_id
  cross join lateral price_with_extras(c, s, asked_extras) as p (price_minor)
  where s.id = asked_session;
  if not found then
    outcome := 'refused';
    return next;
    return;
  end if;

  -- The contact first, then the session: every purchase takes its locks in this order. The purchase under the key is read
  -- under the contact's lock, so that a retry waits for an attempt in progress.
  who := lock_contact(offer.vendor_id, asked_email, asked_phone, asked_telegram);
  select g.id, g.request_hash into known from purchases g where g.idempotency_key = asked_key;
  if found then
    outcome := 'known';
    purchase_id := known.id;
    request_hash := known.request_hash;
    return next;
    return;
  end if;
  if not offer.open then
    outcome := 'refused';
    return next;
    return;
  end if;
  if offer.manual and confirm_until is null then
    outcome := 'wants_confirmation';
    return next;
    return;
  end if;

  -- A new contact holds nothing yet, and is not blocked. It goes again if the booking is refused below.
  if who.contact_id is null then
    who := make_contact(offer.vendor_id, asked_name, asked_email, asked_phone, asked_telegram, telegram_name);
    new_contact := who.contact_id;
  end if;

  -- Who has a limit takes one booking after the other: the vendor's row comes between the contact and the session.
  if offer.may_be_limited and plan_in_force(offer.vendor_id) = 'free' then
    perform from vendors v where v.id = offer.vendor_id for no key update;
    if plan_in_force(offer.vendor_id) = 'free' then
      update contacts c set first_network = from_network where c.id = new_contact;
      came_from := newcomer_address(offer.vendor_id, who.contact_id);
      by_newcomers := taken_by_newcomers(offer.vendor_id, came_from);
      if online_bookings_this_month(offer.vendor_id, offer.time_zone) + asked_spots > free_bookings
        or came_from is not null and (by_newcomers.purchases + 1 > newcomer_purchases
          or by_newcomers.spots + asked_spots > newcomer_spots) then
        delete from contacts c where c.id = new_contact;
        outcome := 'used_up';
        return next;
        return;
      end if;
    end if;
  end if;

  -- Checked last, when everything else would allow the booking, so that no refusal tells a stranger who has a booking.
  if new_contact is null then
    held := count_contact_spots(who.contact_id, asked_session, from_network);
    if held.on_session + asked_spots > max_on_session or held.upcoming + asked_spots > max_upcoming
      or exists (select from contacts c where c.id = who.contact_id and c.blocked_at is not null) then
      outcome := 'contact_limit';
      return next;
      return;
    end if;
  end if;

  -- Counted under a lock of the network, between the contact and the session.
  if offer.by_card and from_network is not null and (new_contact is not null or not has_been_confirmed(who.contact_id)) then
    perform lock_holds(offer.vendor_id, from_network);
    too_many := unpaid_from(offer.vendor_id, from_network) + asked_spots > max_holds;
  end if;
  if too_many then
    delete from contacts c where c.vendor_id = offer.vendor_id and c.id = new_contact;
    outcome := 'too_many_holds';
    return next;
    return;
  end if;

  update class_sessions s
  set current_students = s.current_students + asked_spots, updated_at = now()
  where s.id = asked_session
    and session_is_bookable(s)
    and has_room(s, asked_spots)
    and coalesce(seen_version = s.calendar_sequence, true)
  returning s.max_students, s.calendar_sequence, s.starts_at into taken;
  if not found then
    delete from contacts c where c.id = new_contact;
    outcome := 'refused';
    return next;
    return;
  end if;

  -- Compared again, because waiting for the session's lock may have taken a while.
  select array_remove(array[c.condition], null) into confirmed from classes c
  join vendors v on v.id = c.vendor_id
  join class_sessions s on s.id = asked_session
  where c.id = offer.class_id and price_with_extras(c, s, asked_extras) = offer.price_minor and v.currency = offer.currency
    and (c.confirmation_mode = 'manual') = offer.manual and c.pays = offer.pays
    and party_fits(c, asked_people, asked_gender, asked_birth_date)
    and class_is_bookable(c, v) and c.paused_at is null
    and (c.condition is null or c.condition = any(book_session.accepted));
  if not found then
    raise exception 'The offer changed while the session was waited for.' using errcode = 'serialization_failure';
  end if;

  insert into purchases (vendor_id, contact_id, address_id, reference, idempotency_key, request_hash, source,
    customer_name, customer_email, customer_phone, customer_telegram, customer_telegram_name, customer_gender, customer_birth_date, booking_method, language, accepted)
  values (offer.vendor_id, who.contact_id, who.address_id, new_reference, asked_key, asked_hash, asked_source, asked_name, asked_email, asked_phone,
    asked_telegram, telegram_name,
    case when offer.asks_gender then asked_gender end, case when offer.asks_birth_date then asked_birth_date end,
    case when asked_telegram is not null then 'telegram' when asked_email is not null then 'email' else 'phone' end,
    coalesce(asked_language, offer.language), confirmed)
  returning id into new_purchase;
  outcome := 'booked';
  purchase_id := new_purchase;
  class_id := offer.class_id;
  status := case when offer.manual or offer.by_card then 'pending' else 'confirmed' end;
  waits_for := case when offer.manual then 'vendor' when offer.by_card then 'payment' end;
  price_minor := offer.price_minor;
  currency := offer.currency;
  -- The session may have moved to an earlier start since the expiry was computed.
  expires_at := case when offer.manual then least(confirm_until, taken.starts_at)
    when offer.by_card then least(now() + card_longest(), taken.starts_at) end;
  for nth in 1..asked_spots loop
    insert into bookings (purchase_id, vendor_id, class_id, session_id, status, waits_for, price_minor, currency,
      expires_at, confirmed_at, calendar_id, agreed_version, notice_minutes, people)
    values (new_purchase, offer.vendor_id, offer.class_id, asked_session, book_session.status, book_session.waits_for, offer.price_minor, offer.currency,
      book_session.expires_at, case when book_session.status = 'confirmed' then now() end, new_purchase, taken.calendar_sequence,
      offer.notice_minutes, case when offer.is_facility then asked_people end)
    returning id into booking_id;
    if cardinality(asked_extras) > 0 then
      insert into booking_extras (booking_id, extra_id, vendor_id, name, price_minor, per, amount_minor)
      select book_session.booking_id, e.id, e.vendor_id, e.name, e.price_minor, e.per, extra_amount(e, s)
      from facility_extras e join class_sessions s on s.id = asked_session where e.id = any(asked_extras);
    end if;
    spots := spots || booking_id;
    insert into seat_ledger (vendor_id, session_id, booking_id, delta, reason, max_students)
    values (offer.vendor_id, asked_session, book_session.booking_id, 1, 'booked', taken.max_students);
    if offer.paid_at_the_door then
      insert into payments (vendor_id, booking_id, amount_minor, currency, method)
      values (offer.vendor_id, book_session.booking_id, offer.price_minor, offer.currency, 'door');
    end if;
    return next;
  end loop;
  if offer.by_card then
    perform hold_for_payment(offer.vendor_id, new_purchase, spots, null, offer.price_minor, offer.currency, taken.starts_at, from_network);
    return;
  end if;
  insert into outbox (kind, payload)
  values (case when offer.manual then 'booking.requested' else 'booking.confirmed' end,
    jsonb_build_object('purchaseId', new_purchase, 'bookingIds', to_jsonb(spots)));
end $$;
