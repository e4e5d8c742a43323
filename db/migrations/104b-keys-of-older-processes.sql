-- While an older process still runs, it sends the keys of API clients themselves (105). A key that comes again, as itself or
-- as its digest, is then a duplicate.
create function digest_api_key() returns trigger language plpgsql as $$
begin
  new.idempotency_key := 'api-' || translate(encode(sha256(convert_to(substr(new.idempotency_key, 5), 'UTF8')), 'base64'), '+/=', '-_');
  return new;
end $$;
create trigger digest_api_key before insert on booking_groups
  for each row when (new.idempotency_key like 'api:%') execute function digest_api_key();
