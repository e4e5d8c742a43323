-- Restoring a sign-in address removes what was added lately, codes included.
alter table recovery_codes add created_at timestamptz not null default now();
