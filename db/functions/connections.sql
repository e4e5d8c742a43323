-- Stops what a member has connected that reads customers. What it needs to go on is taken away from where it is read, so that no
-- reader has to ask whether it may.
create or replace function stop_connections(of_user uuid) returns void language plpgsql as $$
declare
  one connections;
  kept jsonb;
begin
  for one in
    select * from connections c where c.user_id = of_user and c.stopped_at is null order by c.vendor_id, c.kind for update
  loop
    kept := null;
    case one.kind
      when 'chat' then
        select jsonb_build_object('telegram', m.telegram) into kept
          from vendor_members m where m.vendor_id = one.vendor_id and m.user_id = of_user for update;
        update vendor_members m set telegram = null where m.vendor_id = one.vendor_id and m.user_id = of_user;
      when 'calendar' then
        -- As if the connection were lost: busy times stay as they were read last.
        update calendar_connections c
          set broken_at = now(), broken_because = 'stopped', lease = null, leased_until = null
          where c.vendor_id = one.vendor_id and c.google_calendar_connected_at is not null and c.broken_at is null;
      when 'feed' then
        update feeds f set names = false where f.vendor_id = one.vendor_id and f.address_id is null;
      when 'bot' then
        select jsonb_build_object('id', t.id, 'token', t.sealed_token, 'secret', t.sealed_login_secret) into kept
          from telegram_bots t where t.vendor_id = one.vendor_id and t.sealed_token is not null for update;
        update telegram_bots t set sealed_token = null, sealed_login_secret = null
          where t.vendor_id = one.vendor_id and t.sealed_token is not null;
    end case;
    update connections c set stopped_at = now(), saved = kept
      where (c.vendor_id, c.kind, c.user_id) = (one.vendor_id, one.kind, one.user_id);
  end loop;
end $$;

-- A stopped connection goes on ('kept'), or nothing is left of it, and it has to be connected again ('lost'). Null: it is not
-- stopped any more.
create or replace function keep_connection(of_vendor uuid, of_user uuid, of_kind text) returns text language plpgsql as $$
declare
  kept jsonb;
  restored integer;
begin
  select c.saved into kept from connections c
    where c.vendor_id = of_vendor and c.user_id = of_user and c.kind = of_kind and c.stopped_at is not null for update;
  if not found then
    return null;
  end if;
  case of_kind
    when 'chat' then
      update vendor_members m set telegram = kept ->> 'telegram'
        where m.vendor_id = of_vendor and m.user_id = of_user and m.telegram is null
          and exists (select from telegram_chats t where t.address = kept ->> 'telegram');
    when 'calendar' then
      update calendar_connections c set broken_at = null, broken_because = null, failures = 0, retry_at = null, due_at = now()
        where c.vendor_id = of_vendor and c.broken_because = 'stopped';
    when 'feed' then
      -- Who has read the former address reads no names at it.
      update feeds f set names = true, id = gen_random_uuid(), created_at = now()
        where f.vendor_id = of_vendor and f.address_id is null;
    when 'bot' then
      -- The worker looks after it at once.
      update telegram_bots t
        set sealed_token = kept ->> 'token', sealed_login_secret = kept ->> 'secret', problem = null, checked_at = null
        where t.vendor_id = of_vendor and t.id = (kept ->> 'id')::bigint and t.sealed_token is null;
  end case;
  get diagnostics restored = row_count;
  if restored = 0 then
    delete from connections c where c.vendor_id = of_vendor and c.user_id = of_user and c.kind = of_kind;
    return 'lost';
  end if;
  update connections c set stopped_at = null, saved = null
    where c.vendor_id = of_vendor and c.user_id = of_user and c.kind = of_kind;
  return 'kept';
end $$;
