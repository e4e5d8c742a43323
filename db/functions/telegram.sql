-- The address of a chat if its bot, the installation's or this vendor's, can write to it, else null.
create or replace function reachable_chat(of_address text, of_vendor uuid) returns text language sql stable as $$
  select c.address from telegram_chats c join telegram_bots t on t.id = c.bot_id
  where c.address = of_address and c.blocked_at is null and t.problem is distinct from 'unauthorized'
    and (t.vendor_id is null or (t.vendor_id = of_vendor and t.sealed_token is not null))
$$;

-- Where messages to somebody go, in order of preference: the chat, then the email; a chat that takes nothing for the next ten
-- minutes comes after the email.
create or replace function addresses_in_order(chat text, of_vendor uuid, email text) returns text[] language sql stable as $$
  select array_remove(array[
    case when not waits then address end, email, case when waits then address end], null)
  from (select reachable_chat(chat, of_vendor) as address,
    exists (select from telegram_chats c where c.address = chat and c.wait_until > now() + interval '10 minutes') as waits) as c
$$;

-- The chat that the manage link has connected, if it can be written to: it hears beside the customer, who misses nothing by it.
create or replace function linked_chat(g purchases) returns text language sql stable as $$
  select reachable_chat(g.customer_telegram, g.vendor_id) where g.booking_method is distinct from 'telegram'
$$;

-- Where messages to the customer of a purchase go. A chat counts only if they booked with a login at Telegram.
create or replace function customer_addresses(g purchases) returns text[] language sql stable as $$
  select addresses_in_order(case when g.booking_method = 'telegram' then g.customer_telegram end, g.vendor_id, g.customer_email)
$$;

-- What a link connected ends with the link. The chat hears that it ended.
create or replace function end_linked_chat() returns trigger language plpgsql as $$
begin
  if new.booking_method = 'telegram' or old.customer_telegram is null then
    return new;
  end if;
  if new.token_rotation <> old.token_rotation then
    new.customer_telegram := null;
    new.customer_telegram_name := null;
  end if;
  if new.customer_telegram is distinct from old.customer_telegram and new.erased_at is null then
    insert into outbox (kind, payload) values ('booking.chat_disconnected',
      jsonb_build_object('purchaseId', old.id, 'chat', old.customer_telegram));
  end if;
  return new;
end $$;
