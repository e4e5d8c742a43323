-- A message over a budget is held until there is room: by what, and since when for the first time.
alter domain message_status drop constraint message_status_check;
alter domain message_status add constraint message_status_check
  check (value in ('queued', 'held', 'sent', 'failed', 'no_channel', 'superseded'));

alter table messages
  add column held_by text check (held_by in ('purchase', 'recipient', 'vendor')),
  add column held_at timestamptz;

create index messages_held on messages (vendor_id, created_at) where status = 'held';
-- What customers were sent within a day.
create index messages_sent_to on messages (recipient, finished_at) where status = 'sent' and audience = 'customer';
create index messages_sent_for on messages (vendor_id, finished_at) where status = 'sent' and audience = 'customer';

drop index messages_unreached;
create index messages_unreached on messages (vendor_id, created_at)
  where status in ('held', 'failed', 'no_channel') and handled_at is null;
