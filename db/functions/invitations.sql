-- An invitation is used once somebody's confirmed address is the one that it was for, however the account was made. Until then it
-- stays open, so that a sign-up that nobody confirms does not use it up.
create or replace function accept_invitation() returns trigger language plpgsql as $$
begin
  update invitations set accepted_at = now()
  where email = lower(new.email) and accepted_at is null and withdrawn_at is null;
  return null;
end $$;

drop trigger if exists invitation_is_accepted on users;
create trigger invitation_is_accepted after insert or update of email, email_verified on users
  for each row when (new.email_verified) execute function accept_invitation();
