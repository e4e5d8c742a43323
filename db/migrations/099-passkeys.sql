-- Keys that sign in to an account without its password. The private half never leaves the owner's device or password manager.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- the device's name for it, in base64url
  credential_id text not null unique,
  -- in COSE
  public_key bytea not null,
  -- how often the device says that it was used; stays 0 for keys that are synchronised between devices
  counter bigint not null,
  -- how browsers reach the device
  transports text[] not null,
  -- the browser that added it
  user_agent text,
  -- when the question was drawn that it answered last; no answer counts twice
  question_drawn_at timestamptz not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id);
