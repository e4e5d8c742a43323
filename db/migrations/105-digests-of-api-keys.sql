-- A client can put a contact into its key, so only a digest is kept, as with the keys of the forms.
update booking_groups
set idempotency_key = 'api-' || translate(encode(sha256(convert_to(substr(idempotency_key, 5), 'UTF8')), 'base64'), '+/=', '-_')
where idempotency_key like 'api:%';
