-- Tokens of links to an account are stored hashed, as the auth library does it, and made when their mail is written.
update auth_verifications
set identifier = rtrim(translate(encode(sha256(convert_to(identifier, 'UTF8')), 'base64'), '+/', '-_'), '=')
where identifier like 'reset-password:%';

delete from outbox where kind = 'account.password_reset';
delete from event_subscriptions where event = 'account.password_reset';
update messages set facts = '{}' where kind = 'account.password_reset';
do $$
begin
  if to_regclass('graphile_worker.jobs') is not null then
    perform graphile_worker.complete_jobs(
      array(select id from graphile_worker.jobs where task_identifier = 'messages:account.password_reset'));
  end if;
end
$$;
