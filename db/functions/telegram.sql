-- The address of a chat if its bot can write to it, else null.
create or replace function reachable_chat(of_address text) returns text language sql stable as $$
  select c.address from telegram_chats c join telegram_bots t on t.id = c.bot_id
  where c.address = of_address and c.blocked_at is null and t.problem is distinct from 'unauthorized'
$$;
