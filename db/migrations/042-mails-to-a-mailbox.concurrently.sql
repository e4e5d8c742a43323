-- In place of the index on the address alone: the tags of one mailbox share its budget of mails.
drop index concurrently if exists messages_sent_to_mailbox;
create index concurrently messages_sent_to_mailbox on messages (limit_email(recipient), finished_at) where status = 'sent' and audience = 'customer';
drop index concurrently if exists messages_sent_to;
