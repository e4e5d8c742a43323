-- The address of a chat if its bot, the installation's or this vendor's, can write to it, else null.
create or replace function reachable_chat(of_address text, of_vendor uuid) returns text language sql stable as $$
  select c.address from telegram_chats c join telegram_bots t on t.id = c.bot_id
  where c.address = of_address and c.blocked_at is null and t.problem is distinct from 'unauthorized'
    and (t.vendor_id is null or (t.vendor_id = of_vendor and t.sealed_token is not null))
$$;

-- Where messages to somebody go, in order of preference: the chat, then the email.
create or replace function addresses_in_order(chat text, of_vendor uuid, email text) returns text[] language sql stable as $$
  select array_remove(array[reachable_chat(chat, of_vendor), email], null)
$$;
