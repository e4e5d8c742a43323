-- A public address that somebody has typed and whose owner has not confirmed it yet; contact_email stays in use until then.
alter table vendors add column pending_contact_email text;
