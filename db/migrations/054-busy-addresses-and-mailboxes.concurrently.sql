-- Whether the network address that made the purchase had already made several at this vendor that day. The address is not stored.
alter table booking_groups add column if not exists from_busy_address boolean default false not null;
-- Gmail ignores dots, and has two domains.
create or replace function limit_email(email text) returns text language sql immutable strict parallel safe as $$
  select case when domain in ('@gmail.com', '@googlemail.com') then replace(mailbox, '.', '') || '@gmail.com' else mailbox || domain end
  from substring(email from '@[^@]*$') as domain, split_part(left(email, -length(domain)), '+', 1) as mailbox
$$;
-- What an interrupted run leaves behind.
drop index concurrently if exists booking_groups_limit_email_ccnew;
drop index concurrently if exists messages_sent_to_mailbox_ccnew;
reindex index concurrently booking_groups_limit_email;
reindex index concurrently messages_sent_to_mailbox;
