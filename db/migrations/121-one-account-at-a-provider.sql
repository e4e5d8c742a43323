-- An account has one password, and one account at each provider.
create unique index auth_accounts_user_provider on auth_accounts (user_id, provider_id);
drop index auth_accounts_user;
