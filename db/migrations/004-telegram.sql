-- Bots on Telegram: the installation's, whose token is configured, and those that vendors have connected.
create table telegram_bots (
  -- Telegram's number of the bot, which its token begins with
  id bigint primary key,
  vendor_id uuid references vendors (id) on delete cascade,
  username text not null,
  -- null: the token of the installation's bot is configured; a vendor's bot without one is disconnected
  sealed_token text,
  -- of “Log in with Telegram”; null: the bot has none
  sealed_login_secret text,
  -- polling lease: only one worker polls until then
  asked_until timestamptz,
  webhook_url text,
  problem text check (problem in ('unauthorized', 'unreachable', 'conflict', 'webhook', 'login')),
  checked_at timestamptz,
  -- null: ten minutes after it was checked
  check_again_at timestamptz,
  created_at timestamptz not null default now(),
  constraint telegram_bots_token_of_a_vendor check (vendor_id is not null or sealed_token is null)
);
create unique index telegram_bots_connected on telegram_bots (vendor_id) where sealed_token is not null;

-- People whom a bot can write to: they have pressed Start, or let it write to them when they logged in.
create table telegram_chats (
  bot_id bigint not null references telegram_bots (id) on delete cascade,
  telegram_id bigint not null,
  address text not null unique generated always as (bot_id::text || ':' || telegram_id::text) stored,
  name text not null,
  username text,
  -- the bot cannot write to them any more
  blocked_at timestamptz,
  -- when they did or wrote the newest thing that the bot has heard of, and the number of that update
  heard_at timestamptz,
  heard_update bigint,
  -- Telegram said how long to wait
  wait_until timestamptz,
  -- logins at this bot from before do not count any more
  logged_out_at timestamptz,
  seen_at timestamptz not null default now(),
  primary key (bot_id, telegram_id)
);

-- Codes of links to a bot that were used: each counts once. Only digests are kept.
create table telegram_codes (
  digest text primary key,
  -- who may log in by it: the address of a chat
  claimed_by text,
  picked_up_at timestamptz,
  expires_at timestamptz not null
);
create index telegram_codes_expire on telegram_codes (expires_at);

-- What a bot has heard, so that nothing counts twice.
create table telegram_updates (
  bot_id bigint not null references telegram_bots (id) on delete cascade,
  update_id bigint not null,
  heard_at timestamptz not null default now(),
  primary key (bot_id, update_id)
);
create index telegram_updates_heard on telegram_updates (heard_at);

-- The address of a chat, to which news of the purchase goes, and what the person is called there.
alter table purchases add customer_telegram text check (customer_telegram ~ '^[0-9]+:[0-9]+$'),
  add customer_telegram_name text,
  add constraint telegram_has_a_name check ((customer_telegram is null) = (customer_telegram_name is null));
create index purchases_telegram on purchases (customer_telegram) where customer_telegram is not null;

create function end_linked_chat() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger end_linked_chat before update of token_rotation, customer_telegram on purchases
  for each row execute function end_linked_chat();

-- Where somebody who works for the vendor reads its messages.
alter table vendor_members add telegram text check (telegram ~ '^[0-9]+:[0-9]+$');

alter domain message_channel drop constraint message_channel_check;
alter domain message_channel add constraint message_channel_check check (value in ('email', 'telegram', 'none'));
